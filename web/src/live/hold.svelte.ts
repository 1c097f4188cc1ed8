/** PF-44: no tap has two effects. After a control was used, all controls are disabled until the answer is there and
 * its effect has been on the screen long enough to be seen, because another control may by then lie under the
 * finger. */

/** Milliseconds for which a control must be visible before a tap can mean it; the second tap of a double tap comes
 * sooner. */
export const IN_SIGHT = 350;

/** Milliseconds; on a fast connection the answer is there long before. */
const LATE = 1000;

export class Hold {
  /** Controls are disabled. */
  on = $state(false);
  /** The answer takes so long that the connection must be slow or dead. */
  late = $state(false);
  private asked = false;
  private shown = 0;
  /** Sequence number that must be on the screen before controls are enabled again. */
  private due = 0;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A control was used. Return false if controls are disabled. */
  take(): boolean {
    if (this.on) return false;
    this.begin();
    return true;
  }

  /** A command is sent that no control was used for. */
  begin(): void {
    this.asked = true;
    this.on = true;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => (this.late = true), LATE);
  }

  /** The answer arrived. `due` is the sequence number that it leads to; undefined if nothing changed. */
  end(due?: number): void {
    this.asked = false;
    clearTimeout(this.patience);
    this.late = false;
    if (due === undefined) {
      if (this.timer === undefined && this.shown >= this.due) this.on = false;
      return;
    }
    this.due = Math.max(this.due, due);
    if (this.shown >= this.due) this.look();
  }

  /** A view is on the screen; `anew` if other commands are possible now. */
  saw(seq: number, anew: boolean): void {
    const came = this.shown < this.due && seq >= this.due;
    this.shown = seq;
    if (anew || came) this.look();
  }

  /** Give people time to see it. */
  private look(): void {
    this.on = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.asked && this.shown >= this.due) this.on = false;
    }, IN_SIGHT);
  }
}
