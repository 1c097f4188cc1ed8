/** PF-44: marks a place whose controls command the table. While one of them is waited for, all of them are dead: for
 * whatever presses them, for screen readers, and for eyes, once it lasts so long that the line must be slow. */
import type { Attachment } from "svelte/attachments";

/** Milliseconds, longer than anything is dead on a fast line: nothing flickers there. */
const LASTS = 600;

export const commanding =
  (dead: () => boolean): Attachment<HTMLElement> =>
  (place) => {
    let since = 0; // when they came alive: on a slow device a tap that was made before is heard after
    let pressed = Infinity; // when the finger came down: what lay under it then is what it meant
    const press = (event: Event): void => {
      pressed = event.timeStamp;
    };
    const stop = (event: Event): void => {
      const pointed = event instanceof MouseEvent && event.detail > 0; // keys and screen readers click without a press
      const began = pointed ? Math.min(pressed, event.timeStamp) : event.timeStamp;
      pressed = Infinity;
      if (!dead() && began >= since) return;
      event.preventDefault();
      event.stopPropagation();
    };
    $effect(() => {
      if (!dead()) return;
      for (const name of ["aria-disabled", "aria-busy"]) place.setAttribute(name, "true");
      const timer = setTimeout(() => place.setAttribute("data-waiting", ""), LASTS);
      return () => {
        clearTimeout(timer);
        since = performance.now();
        for (const name of ["aria-disabled", "aria-busy", "data-waiting"]) place.removeAttribute(name);
      };
    });
    place.addEventListener("pointerdown", press, { capture: true });
    place.addEventListener("click", stop, { capture: true });
    place.addEventListener("submit", stop, { capture: true });
    return () => {
      place.removeEventListener("pointerdown", press, { capture: true });
      place.removeEventListener("click", stop, { capture: true });
      place.removeEventListener("submit", stop, { capture: true });
    };
  };

/** A key that is held down presses once. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target instanceof HTMLButtonElement) event.preventDefault();
}
