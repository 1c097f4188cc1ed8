/** Positions of bars and error bars on a common scale, in percent of its width. */
import type { Choice } from "../protocol/types";

export interface Bar {
  /** From zero to the mean. */
  readonly left: number;
  readonly width: number;
  /** The mean and its margin on both sides. */
  readonly from: number;
  readonly span: number;
  readonly gain: boolean;
}

export interface Scale {
  readonly zero: number;
  readonly bars: readonly Bar[];
}

export function scaled(options: readonly Pick<Choice, "mean" | "margin">[]): Scale {
  const least = Math.min(0, ...options.map((option) => option.mean - option.margin));
  const most = Math.max(0, ...options.map((option) => option.mean + option.margin));
  const room = most - least || 1;
  const at = (chips: number): number => (100 * (chips - least)) / room;
  const bars = options.map(({ mean, margin }) => ({
    left: at(Math.min(0, mean)),
    width: (100 * Math.abs(mean)) / room,
    from: at(mean - margin),
    span: (200 * margin) / room,
    gain: mean >= 0,
  }));
  return { zero: at(0), bars };
}
