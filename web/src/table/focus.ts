/** Keep the focus for keyboard players: when a focused button disappears, the focus moves to the hand or to the next
 * control, not to the top of the page. */

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
