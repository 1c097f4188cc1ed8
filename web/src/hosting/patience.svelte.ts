/** Tells whether the deal has waited for the same people so long that the host may want to go on without them. */
const LONG = 30_000;

export class Patience {
  over = $state(false);

  /** Restart with every change of the deal. Returns a function that stops it. */
  follow(deal: unknown): () => void {
    this.over = false;
    if (!deal) return () => undefined;
    const timer = setTimeout(() => (this.over = true), LONG);
    return () => clearTimeout(timer);
  }
}
