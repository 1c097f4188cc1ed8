/** A form for a rule sheet: a preset, changed options, and the server's reading of it. */
import { Refusal, sheetOf } from "../live/api";
import type { NamedSheet } from "../rules/saved.svelte";
import type { GameInfo, OptionSchema, Sheet, Value } from "../protocol/types";
import { settings } from "../settings.svelte";

const PATIENCE = 160;

export class RulesForm {
  preset = $state("");
  /** PF-47: name of these rules. */
  name = $state("");
  values = $state.raw<Readonly<Record<string, Value>>>({});
  sheet = $state.raw<Sheet | null>(null);
  problem = $state.raw<Refusal | null>(null);
  private touched = $state("");
  private asked = 0;
  /** The initial sheet, until the server has said what it contains. */
  private unread = "";
  private reads = 0;
  private reading: Promise<void> = Promise.resolve();

  /** Each option's name and schema, in the order of the rules. */
  readonly options: readonly [string, OptionSchema][];

  constructor(
    readonly game: GameInfo,
    code: string,
    name = "",
    /** PF-11: the swing for which the server suggests stakes. */
    private readonly like = 0,
  ) {
    this.options = Object.entries(game.options.$defs["Rules"]?.properties ?? {});
    this.choose(code in presets(game) ? code : (game.presets[0]?.name ?? ""));
    if (code && !(code in presets(game))) this.reading = this.read(code);
    this.name = name;
  }

  /** Start from a saved sheet. */
  take({ code, name }: NamedSheet): void {
    this.choose(this.preset);
    this.name = name;
    this.reading = this.read(code);
  }

  choose(preset: string): void {
    this.reads += 1; // cancels a pending read
    this.unread = "";
    this.preset = preset;
    this.values = presets(this.game)[preset] ?? {};
    this.name = "";
    this.touched = "";
  }

  set(name: string, value: Value): void {
    this.touched = name;
    this.values = { ...this.values, [name]: value };
  }

  /** Options that differ from the preset. */
  get changed(): Record<string, Value> {
    const base = presets(this.game)[this.preset] ?? {};
    return Object.fromEntries(Object.entries(this.values).filter(([name, value]) => base[name] !== value));
  }

  /** The option at fault: the one the server names, or, for a conflict of several, the one changed last. */
  get fault(): string {
    const named = String(this.problem?.params["option"] ?? "");
    return !this.problem ? "" : this.options.some(([name]) => name === named) ? named : this.touched;
  }

  /** Ask the server for the sheet in prose, a moment after the last change. Call it in an effect. */
  follow(): () => void {
    const { preset, changed } = this;
    const { lang } = settings;
    const timer = setTimeout(() => void this.ask(preset, changed, lang), this.asked ? PATIENCE : 0);
    return () => clearTimeout(timer);
  }

  /** Return the current sheet, when the person commits to it: the sheet on the screen may be a moment behind. Throws
   * a Refusal. */
  async written(): Promise<Sheet> {
    await this.reading;
    if (this.unread) await this.read(this.unread);
    if (this.unread) throw this.problem ?? new Refusal("unavailable", "", {});
    return sheetOf(this.game.name, this.preset, this.changed, settings.lang);
  }

  private async ask(preset: string, changed: Readonly<Record<string, Value>>, lang: typeof settings.lang): Promise<void> {
    const number = ++this.asked;
    try {
      const sheet = await sheetOf(this.game.name, preset, changed, lang, { like: this.like });
      if (number !== this.asked) return;
      this.sheet = sheet;
      this.problem = null;
    } catch (error) {
      if (number === this.asked && error instanceof Refusal) this.problem = error;
    }
  }

  /** Read a sheet given as a code: from a link, from the table, or saved. Changes made meanwhile are kept. */
  private async read(code: string): Promise<void> {
    const number = ++this.reads;
    const before = this.values;
    this.unread = code;
    try {
      const sheet = await sheetOf(this.game.name, code, {}, settings.lang);
      if (number !== this.reads) return;
      const own = Object.entries(this.values).filter(([name, value]) => before[name] !== value);
      this.preset = sheet.preset;
      this.values = { ...sheet.values, ...Object.fromEntries(own) };
      this.unread = "";
    } catch (error) {
      if (number === this.reads && error instanceof Refusal) this.problem = error;
    }
  }
}

function presets(game: GameInfo): Record<string, Readonly<Record<string, Value>>> {
  return Object.fromEntries(game.presets.map((preset) => [preset.name, preset.values]));
}
