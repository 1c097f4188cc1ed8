/** Questions of which only the latest counts: what a person did since makes earlier answers out of date. */
export class Latest {
  private number = 0;

  /** Begin a question and drop earlier ones. Return a function that says whether this one still counts. */
  begin(): () => boolean {
    const mine = ++this.number;
    return () => mine === this.number;
  }

  drop(): void {
    this.number += 1;
  }
}
