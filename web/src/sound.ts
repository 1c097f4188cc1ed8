/** Synthesized sounds: cards, shuffling, squeezing, a coin, a drop of water for the player's turn, a few notes for a
 * win, fewer for a loss, more for a rare hand. */
import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

/** Browsers allow sound only after user activation; call this then. */
export function wake(): void {
  context ??= typeof AudioContext === "undefined" ? undefined : new AudioContext();
  if (context?.state === "suspended") void context.resume();
}

export type Sound = "card" | "shuffle" | "peel" | "coin" | "turn" | "win" | "lose" | "rare" | "chat";

export function play(sound: Sound): void {
  if (!settings.sound || !context || context.state !== "running" || document.hidden) return;
  const now = context.currentTime;
  if (sound === "card") slap(context, now);
  else if (sound === "shuffle") for (let card = 0; card < 9; card++) slap(context, now + card * 0.035, 0.1, 2600);
  else if (sound === "peel") slap(context, now, 0.12, 4200);
  else if (sound === "coin") [2100, 3150].forEach((pitch, index) => pluck(context, now + index * 0.03, pitch, 0.09, 0.05));
  else if (sound === "turn") [587, 880].forEach((pitch, index) => pluck(context, now + index * 0.09, pitch, 0.35, 0.1));
  else if (sound === "win") [523, 587, 698, 880].forEach((pitch, index) => pluck(context, now + index * 0.1, pitch, 0.5, 0.1));
  else if (sound === "rare") [392, 523, 659, 784, 1046, 1318].forEach((pitch, index) => pluck(context, now + index * 0.085, pitch, 0.9, 0.11));
  else if (sound === "lose") [440, 349].forEach((pitch, index) => pluck(context, now + index * 0.14, pitch, 0.5, 0.07));
  else pluck(context, now, 1046, 0.12, 0.05);
}

/** A short burst of filtered noise. */
function slap(of: AudioContext | undefined, at: number, loud = 0.35, pitch = 1800): void {
  if (!of) return;
  const length = Math.floor(of.sampleRate * 0.06);
  const buffer = of.createBuffer(1, length, of.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  const source = of.createBufferSource();
  source.buffer = buffer;
  const filter = of.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const gain = of.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(of.destination);
  source.start(at);
}

/** Approximately a plucked string. */
function pluck(of: AudioContext | undefined, at: number, pitch: number, length: number, loud: number): void {
  if (!of) return;
  const tone = of.createOscillator();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  const gain = of.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(gain).connect(of.destination);
  tone.start(at);
  tone.stop(at + length);
}
