/** Vibrate and notify when it is this person's turn. */
import { at } from "../base";
import { settings } from "../settings.svelte";
import { play } from "../sound";
import { t } from "../text";

const tagOf = (table: string): string => `chieu ${table}`;

/** Return whether the browser can show notifications. */
export const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied";

/** Ask for permission. Return whether it was granted. */
export async function requestPermission(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Alert the person that it is their turn. */
export function turnCame(table: string, title: string): void {
  play("turn");
  // Browsers allow this only after user activation, and log a warning otherwise.
  if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([70, 50, 70]);
  if (document.hidden && settings.notify && canNotify() && Notification.permission === "granted") void notify(table, title);
}

/** The turn is over or the page is visible: close the notification. */
export async function turnSeen(table: string): Promise<void> {
  const worker = await registration();
  for (const notification of (await worker?.getNotifications({ tag: tagOf(table) })) ?? []) notification.close();
}

async function notify(table: string, title: string): Promise<void> {
  const worker = await registration();
  const options = { body: t("wait.you"), tag: tagOf(table), icon: at("/icon-192.png"), data: at(`/t/${table}`) };
  // Phones show only notifications of the service worker.
  if (worker) await worker.showNotification(title, options);
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}
