/** PF-44: a control that appears where another was just pressed ignores the pointer until people can have seen it. Keys
 * work at once: they press the control that has the focus. */

/** Milliseconds for which a new control ignores the pointer. */
export const UNSEEN = 700;
/** Milliseconds after a press in which a control that appears in its place counts as new. Each press there starts them
 * anew. */
export const JUST = 1500;

/** A control and its label. A control whose label changed is another one to people. */
export interface Found<C> {
  control: C | null;
  label: string;
}

/** Tracks the control in the place of the last press. */
export class Appearing<C> {
  private last: Found<C> | null = null;
  private pressed = 0;
  private until = 0;

  /** Return whether a control that appears in the place of the last press counts as new. */
  watches(now: number): boolean {
    return this.last !== null && now - this.pressed <= JUST;
  }

  /** Look at the place of the last press. Return the control if it has just appeared there. */
  look(found: Found<C>, now: number): C | null {
    if (!this.last || !this.watches(now)) return null;
    if (found.control === null) return null; // disabled, or under a card that flies past: it may be seen all the same
    const same = found.control === this.last.control && found.label === this.last.label;
    this.last = found;
    if (same) return null;
    this.until = now + UNSEEN;
    return found.control;
  }

  /** The pointer is pressed, `again` in the place of the last press or elsewhere. Return true if the press is ignored. */
  press(found: Found<C>, again: boolean, now: number): boolean {
    if (again) this.look(found, now);
    else this.until = 0;
    this.pressed = now;
    this.last = found;
    return now < this.until;
  }
}

const CONTROLS = "button:not([aria-hidden]), a[href], input, select, textarea, summary, label, [role=button]";
const NEW = "data-new";

/** Start ignoring presses on new controls of the document. Such a control is marked `data-new`. */
export function ignoreUnseen(): void {
  const appearing = new Appearing<Element>();
  let [x, y] = [0, 0];
  let fresh: Element | null = null; // while it has the attribute, it takes no pointer events
  let ignored = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const find = (left: number, top: number): Found<Element> => {
    fresh?.removeAttribute(NEW);
    const control = document.elementFromPoint(left, top)?.closest(CONTROLS) ?? null;
    fresh?.setAttribute(NEW, "");
    return { control, label: control ? `${control.getAttribute("aria-label") ?? ""} ${control.textContent}` : "" };
  };
  const mark = (control: Element | null): void => {
    fresh?.removeAttribute(NEW);
    clearTimeout(timer);
    fresh = control;
    fresh?.setAttribute(NEW, "");
    if (fresh) timer = setTimeout(() => mark(null), UNSEEN);
  };
  const look = (): void => {
    const now = performance.now();
    const control = appearing.watches(now) ? appearing.look(find(x, y), now) : null;
    if (control) mark(control);
  };
  const ignore = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener(
    "pointerdown",
    (event) => {
      const found = find(event.clientX, event.clientY);
      ignored = appearing.press(found, found.control !== null && find(x, y).control === found.control, event.timeStamp);
      [x, y] = [event.clientX, event.clientY];
      if (ignored) ignore(event);
    },
    { capture: true },
  );
  // A click means what lay under the pointer when it went down. Keys and screen readers click without a pointer.
  addEventListener("click", (event) => event.detail > 0 && ignored && ignore(event), { capture: true });
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}
