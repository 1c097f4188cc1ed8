/** What a person set for this browser: language, sound, motion, colours. Kept in its storage, used at once. */
import { LANGS, type Lang } from "./text/gen/languages";

const KEY = "chieu.settings";
const FLAGS = ["sound", "motion", "fourColours", "contrast", "chat", "squeeze", "vibrate", "notify", "askedToNotify"] as const;

class Settings {
  lang = $state<Lang>(guessed());
  sound = $state(true);
  motion = $state(true);
  fourColours = $state(true);
  contrast = $state(false);
  /** PF-7: what others say is shown and heard. */
  chat = $state(true);
  /** The last card of one's own lies face down until one opens it. */
  squeeze = $state(true);
  /** How one's turn is noticed: felt, and shown where the page is hidden; and whether that was asked for. */
  vibrate = $state(true);
  notify = $state(false);
  askedToNotify = $state(false);
  name = $state("");
  /** How well bots are to play that one seats. */
  level = $state("usual");

  load(): void {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (typeof kept !== "object" || kept === null) return;
      const values = kept as Record<string, unknown>;
      if (LANGS.includes(values["lang"] as Lang)) this.lang = values["lang"] as Lang;
      for (const flag of FLAGS) {
        if (typeof values[flag] === "boolean") this[flag] = values[flag];
      }
      if (typeof values["name"] === "string") this.name = values["name"].slice(0, 24);
      if (typeof values["level"] === "string") this.level = values["level"].slice(0, 24);
    } catch {
      // Storage that is closed or holds nonsense: the defaults do.
    }
  }

  keep(): void {
    const flags = Object.fromEntries(FLAGS.map((flag) => [flag, this[flag]]));
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...flags, lang: this.lang, name: this.name, level: this.level }));
    } catch {
      // No storage: the settings last as long as the page.
    }
  }

  /** Puts the settings onto the document; call inside an effect. */
  show(): void {
    const root = document.documentElement;
    root.lang = this.lang;
    root.classList.toggle("two-colours", !this.fourColours);
    root.classList.toggle("contrast", this.contrast);
    root.classList.toggle("still", !this.motion);
  }

  /** Whether things should move: the setting, and what the system asks for. */
  get moving(): boolean {
    return this.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

function guessed(): Lang {
  const asked = typeof navigator === "undefined" ? [] : navigator.languages;
  for (const one of asked) {
    const found = LANGS.find((lang) => one.toLowerCase().startsWith(lang));
    if (found) return found;
  }
  return "vi";
}

export const settings = new Settings();
