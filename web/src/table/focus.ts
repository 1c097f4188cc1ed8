/** Keep the focus for keyboard players: when a focused button disappears, the focus moves to the hand or to the next
 * control, not to the top of the page. */

/** Focus the hand or the first control, if nothing has the focus. */
export function focusControls(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.dock :is(.fan button[tabindex="0"], .controls button, .own button)')?.focus();
}

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
      if (inside) focusControls();
    },
    destroy(): void {
      document.removeEventListener("focusin", entered);
      document.removeEventListener("pointerdown", pointed);
    },
  };
}
