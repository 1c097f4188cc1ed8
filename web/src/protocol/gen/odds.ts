// Made by web/tools/typescript.py from the Python types. Do not edit.
/** Odds of a sheet, the difference from another sheet if one was named, and both in words. */
export interface OddsNews {
  readonly odds: Odds;
  readonly comparison: Comparison | null;
  readonly sentence: string;
  readonly change: string;
  readonly player: string;
  readonly roles: Readonly<Record<string, string>>;
  readonly frequencies: Readonly<Record<string, Frequency>>;
  readonly fairer: FairerNews | null;
}

/** Odds of a sheet, with everything that is needed to get the same figures again. */
export interface Odds {
  readonly game: string;
  readonly sheet: string;
  readonly seats: number;
  readonly play: "best" | "played";
  readonly bot: string;
  readonly how: "counted" | "sampled" | "solved" | "symmetric";
  readonly deals: number;
  readonly budget: number;
  readonly seed: number;
  readonly version: string;
  readonly roles: readonly RoleOdds[];
  readonly length: Estimate | null;
}

/** Odds of one seat with a role. */
export interface RoleOdds {
  readonly role: string;
  readonly won: Estimate;
  readonly win: Estimate;
  readonly even: Estimate;
  readonly lose: Estimate;
  readonly results: Readonly<Record<string, Estimate>>;
  readonly seats: number;
  readonly swing: Estimate;
}

/** A figure with its 95 % interval. An exact figure has no width. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly exact?: boolean;
}

/** Odds of two sheets and the difference: those of `after` less those of `before`. */
export interface Comparison {
  readonly before: Odds;
  readonly after: Odds;
  readonly roles: readonly RoleDifference[];
  readonly length: Estimate | null;
  readonly same_moves: boolean;
}

/** Change of the odds of a role from one sheet to another, measured on the same cards. */
export interface RoleDifference {
  readonly role: string;
  readonly won: Estimate;
  readonly win: Estimate;
  readonly even: Estimate;
  readonly lose: Estimate;
  readonly results: Readonly<Record<string, Estimate>>;
  readonly raw: Estimate;
  readonly swing: number;
}

/** Frequency of a hand: its chance, and 1 in so many as a text. */
export interface Frequency {
  readonly chance: number;
  readonly text: string;
}

/** An offer to make a sheet fair again, and its sentence. */
export interface FairerNews {
  readonly fairer: Fairer;
  readonly sentence: string;
}

/** An offer to make a sheet fair again, for a role that has an edge. */
export interface Fairer {
  readonly kind: "change" | "rotate" | "rotates";
  readonly sheet: string;
  readonly option?: string;
  readonly before?: boolean | number | string;
  readonly after?: boolean | number | string;
  readonly role: string;
  readonly edge: Estimate;
  readonly left: Estimate;
}

/** All changes that are measured, in the order of the options, and the role whose odds they change. */
export interface EffectRows {
  readonly role: string;
  readonly rows: readonly EffectRow[];
}

/** A change of one option: the sheet with it, and its label. */
export interface EffectRow {
  readonly option: string;
  readonly before: boolean | number | string;
  readonly after: boolean | number | string;
  readonly sheet: string;
  readonly label: string;
}

/** The effect of the change with this index, and its figure in words. */
export interface MeasuredRow {
  readonly row: number;
  readonly effect: Effect;
  readonly text: string;
}

/** Change of a role's odds if one option is changed. */
export interface Effect {
  readonly option: string;
  readonly before: boolean | number | string;
  readonly after: boolean | number | string;
  readonly sheet: string;
  readonly kind: "information" | "play" | "scoring";
  readonly won: Estimate;
  readonly swing: number | null;
  readonly visible: boolean;
  readonly limit: number;
}

/** All effects with their figures in words, and an offer to make the sheet fair again. */
export interface EffectsNews {
  readonly effects: Effects;
  readonly texts: readonly string[];
  readonly fairer: FairerNews | null;
}

/** The effect of every option of a sheet on one role, visible ones first, the largest first. */
export interface Effects {
  readonly odds: Odds;
  readonly role: string;
  readonly effects: readonly Effect[];
  readonly left_out: readonly string[];
  readonly planned: number;
  readonly fairer?: Fairer | null;
}

/** A finished deal under another sheet, and what that changes, in words. */
export interface SameDealNews {
  readonly deal: SameDeal;
  readonly sentence: string;
}

/** A finished deal, and the deal with the same cards under another sheet. */
export interface SameDeal {
  readonly game: string;
  readonly before: string;
  readonly after: string;
  readonly seats: number;
  readonly why: "illegal" | "longer" | "over" | "same";
  readonly step: number;
  readonly bot: string;
  readonly payoff: readonly number[];
  readonly other_payoff: readonly number[];
  readonly moves: readonly MoveText[];
  readonly other_moves: readonly MoveText[];
}

/** A move of a seat, as text. */
export interface MoveText {
  readonly seat: number;
  readonly action: string;
}
