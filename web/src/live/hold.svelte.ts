/** PF-44: no tap does two things. A control that was used is dead from the tap to the answer, and after that until what
 * came of it has been on the screen for as long as people need to see it; and so are all others, because by then another
 * one may lie under the finger. */

/** How long something must be in sight, in milliseconds, before a tap can mean it: the second tap of two comes sooner. */
export const IN_SIGHT = 350;

export class Hold {
  /** Nothing can be commanded now. */
  on = $state(false);
  private asked = false;
  private shown = 0;
  /** The number that has to be on the screen first. */
  private due = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A control was used; false if it is dead. */
  take(): boolean {
    if (this.on) return false;
    this.begin();
    return true;
  }

  /** Something is commanded that no control was used for. */
  begin(): void {
    this.asked = true;
    this.on = true;
  }

  /** The answer is there. `due` is what it leads to; none: everything is as it was. */
  end(due?: number): void {
    this.asked = false;
    if (due === undefined) {
      if (this.timer === undefined && this.shown >= this.due) this.on = false;
      return;
    }
    this.due = Math.max(this.due, due);
    if (this.shown >= this.due) this.look();
  }

  /** A picture is on the screen; `anew` if what can be done there is not what it was. */
  saw(seq: number, anew: boolean): void {
    const came = this.shown < this.due && seq >= this.due;
    this.shown = seq;
    if (anew || came) this.look();
  }

  /** Gives people time to see it. */
  private look(): void {
    this.on = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.asked && this.shown >= this.due) this.on = false;
    }, IN_SIGHT);
  }
}
