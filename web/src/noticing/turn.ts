/** It is this person's turn: they feel it, and are told where the page is not looked at. */
import { at } from "../base";
import { settings } from "../settings.svelte";
import { play } from "../sound";
import { t } from "../text";

const tagOf = (table: string): string => `chieu ${table}`;

/** Whether the browser could show something while the page is hidden. */
export const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied";

/** Asks the person, by way of the browser; whether they agreed. */
export async function allowed(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** The turn has come. */
export function turnCame(table: string, title: string): void {
  play("turn");
  // Browsers let a page do this only after somebody touched it, and complain of others.
  if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([70, 50, 70]);
  if (document.hidden && settings.notify && canNotify() && Notification.permission === "granted") void notify(table, title);
}

/** The turn is over, or the page is looked at: what was shown goes. */
export async function turnSeen(table: string): Promise<void> {
  const worker = await registration();
  for (const one of (await worker?.getNotifications({ tag: tagOf(table) })) ?? []) one.close();
}

async function notify(table: string, title: string): Promise<void> {
  const worker = await registration();
  const options = { body: t("wait.you"), tag: tagOf(table), icon: at("/icon-192.png"), data: at(`/t/${table}`) };
  // Phones show only what the worker shows.
  if (worker) await worker.showNotification(title, options);
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}
