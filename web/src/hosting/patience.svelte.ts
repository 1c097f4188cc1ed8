/** Whether the deal has waited for so long for the same people that the host may want to go on without them. */
const LONG = 30_000;

export class Patience {
  over = $state(false);

  /** Begins anew with every change of the deal; gives what stops it. */
  follow(deal: unknown): () => void {
    this.over = false;
    if (!deal) return () => undefined;
    const timer = setTimeout(() => (this.over = true), LONG);
    return () => clearTimeout(timer);
  }
}
