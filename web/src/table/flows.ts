/** Coin flows from losers to winners when a deal is settled, with the number of coins to show. */
export interface Flow {
  giver: number;
  taker: number;
  chips: number;
  coins: number;
}

const MOST_COINS = 5;

export function flows(payoff: readonly number[]): Flow[] {
  const left = [...payoff];
  const out: Flow[] = [];
  left.forEach((owed, giver) => {
    let owes = -owed;
    for (let taker = 0; taker < left.length && owes > 0; taker++) {
      const chips = Math.min(owes, Math.max(0, left[taker] ?? 0));
      if (!chips) continue;
      left[taker] = (left[taker] ?? 0) - chips;
      owes -= chips;
      out.push({ giver, taker, chips, coins: Math.min(MOST_COINS, chips) });
    }
  });
  return out;
}
