/** Who plays by the keyboard keeps their place: when a button goes away because its moment is over, the focus goes back to
 * the hand, or to what can be done now, and not to the top of the page. */

export function keepFocus(place: HTMLElement): { mend: () => void; destroy: () => void } {
  let inside = false;
  const entered = (event: FocusEvent): void => {
    inside = place.contains(event.target as Node);
  };
  const pointed = (): void => {
    inside = false;
  };
  document.addEventListener("focusin", entered);
  document.addEventListener("pointerdown", pointed);
  return {
    mend(): void {
      if (!inside || document.activeElement !== document.body) return;
      place.querySelector<HTMLElement>('.fan button[tabindex="0"], .controls button, .own button')?.focus();
    },
    destroy(): void {
      document.removeEventListener("focusin", entered);
      document.removeEventListener("pointerdown", pointed);
    },
  };
}
