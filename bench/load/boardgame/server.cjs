// A boardgame.io server doing comparable work: a drawing game for four with hidden hands, one deal after the other.
// The store is boardgame.io's own, in memory: nothing of it is durable.
const { Server } = require("boardgame.io/server");

const SUITS = ["D", "C", "H", "S"];
const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];

function dealt(random, deals) {
  const deck = random.Shuffle(RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)));
  const hands = {};
  for (let seat = 0; seat < 4; seat++) hands[seat] = deck.splice(0, 2);
  return { deck, hands, done: [false, false, false, false], results: [null, null, null, null], deals };
}

const draws = {
  name: "draws",
  setup: ({ random }) => dealt(random, 0),
  moves: {
    draw: {
      client: false,
      move: ({ G, playerID, events }) => {
        if (G.hands[playerID].length >= 5) return "INVALID_MOVE";
        G.hands[playerID].push(G.deck.pop());
        if (G.hands[playerID].length === 5) {
          G.done[playerID] = true;
          events.endTurn();
        }
      },
    },
    stand: {
      client: false,
      move: ({ G, playerID, events }) => {
        G.done[playerID] = true;
        events.endTurn();
      },
    },
  },
  turn: {
    onBegin: ({ G, random }) => (G.done.every(Boolean) ? dealt(random, G.deals + 1) : G),
  },
  // What the rules hide is taken out for each player, and for those who watch.
  playerView: ({ G, playerID }) => ({
    deals: G.deals,
    done: G.done,
    results: G.results,
    left: G.deck.length,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, cards]) => [seat, seat === playerID ? cards : cards.map(() => "?")]),
    ),
  }),
};

const server = Server({ games: [draws], origins: [/./] });
server.run({ port: 0, callback: () => {} }).then((running) => {
  const found = running.appServer.address();
  process.stdout.write(`port ${found.port}\n`);
});
