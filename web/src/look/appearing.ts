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

/** Tracks the controls in the place of the last press: several may lie there one after the other, as a card that flies
 * past is a control too. */
export class Appearing<C> {
  /** The controls seen there: label, and until when it is ignored. */
  private seen = new Map<C, { label: string; until: number }>();
  private pressed = -JUST;

  /** Return whether a control that appears now in the place of the last press counts as new. */
  watches(now: number): boolean {
    return now - this.pressed <= JUST;
  }

  /** Look at the place of the last press. Return the control if it has just appeared there. */
  look({ control, label }: Found<C>, now: number): C | null {
    if (control === null || !this.watches(now) || this.seen.get(control)?.label === label) return null;
    this.seen.set(control, { label, until: now + UNSEEN });
    return control;
  }

  /** The pointer is pressed, `again` in the place of the last press or elsewhere. Return true if the press is ignored. */
  press(found: Found<C>, again: boolean, now: number): boolean {
    const { control, label } = found;
    if (again) this.look(found, now);
    else this.seen.clear();
    this.pressed = now;
    if (control === null) return false;
    const ignored = now < (this.seen.get(control)?.until ?? 0);
    if (!ignored) this.seen.set(control, { label, until: 0 });
    return ignored;
  }
}

const CONTROLS = "button:not([aria-hidden]), a[href], input, select, textarea, summary, label, [role=button]";
const NEW = "data-new";

/** Start ignoring presses on new controls of the document. Such a control is marked `data-new`. */
export function ignoreUnseen(): void {
  const appearing = new Appearing<Element>();
  let [x, y] = [0, 0];
  const fresh = new Map<Element, ReturnType<typeof setTimeout>>(); // while they have the attribute, they take no pointer events
  let ignored = false;

  const find = (left: number, top: number): Found<Element> => {
    for (const marked of fresh.keys()) marked.removeAttribute(NEW);
    const control = document.elementFromPoint(left, top)?.closest(CONTROLS) ?? null;
    for (const marked of fresh.keys()) marked.setAttribute(NEW, "");
    return { control, label: control ? `${control.getAttribute("aria-label") ?? ""} ${control.textContent}` : "" };
  };
  const unmark = (control: Element): void => {
    control.removeAttribute(NEW);
    fresh.delete(control);
  };
  const mark = (control: Element): void => {
    clearTimeout(fresh.get(control));
    control.setAttribute(NEW, "");
    fresh.set(control, setTimeout(() => unmark(control), UNSEEN));
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
