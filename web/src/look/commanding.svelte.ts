/** PF-44: mark an element whose controls send commands. While a command waits for its answer, all of them are
 * disabled, for pointers and screen readers at once, and visibly once it takes so long that the connection must be
 * slow. */
import type { Attachment } from "svelte/attachments";

/** Milliseconds; longer than controls are disabled on a fast connection, so that nothing flickers there. */
const LASTS = 600;

export const commanding =
  (dead: () => boolean): Attachment<HTMLElement> =>
  (place) => {
    let since = 0; // when controls were enabled: on a slow device an earlier tap may be delivered later
    let pressed = Infinity; // when the pointer went down: the tap means what lay under it then
    const press = (event: Event): void => {
      pressed = event.timeStamp;
    };
    const stop = (event: Event): void => {
      const pointed = event instanceof MouseEvent && event.detail > 0; // keys and screen readers click without a pointer
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

/** Ignore key repeat: a key that is held down presses once. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target instanceof HTMLButtonElement) event.preventDefault();
}
