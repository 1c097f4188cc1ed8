/** Settings of this browser: language, sound, motion, colours. Stored, and applied at once. */
import { LANGS, type Lang } from "./text/gen/languages";

const KEY = "chieu.settings";
const FLAGS = ["sound", "motion", "fourColours", "contrast", "chat", "squeeze", "vibrate", "notify", "askedToNotify"] as const;

class Settings {
  lang = $state<Lang>(guessed());
  sound = $state(true);
  motion = $state(true);
  fourColours = $state(false);
  contrast = $state(false);
  /** PF-7: show and read out what others say. */
  chat = $state(true);
  /** The player's last card lies face down until they open it. */
  squeeze = $state(true);
  /** Signals of the player's turn: vibration, notifications while the page is hidden, and whether the person was
   * asked. */
  vibrate = $state(true);
  notify = $state(false);
  askedToNotify = $state(false);
  name = $state("");
  /** Level of bots that this person seats. */
  level = $state("usual");

  load(): void {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (typeof stored !== "object" || stored === null) return;
      const values = stored as Record<string, unknown>;
      if (LANGS.includes(values["lang"] as Lang)) this.lang = values["lang"] as Lang;
      for (const flag of FLAGS) {
        if (typeof values[flag] === "boolean") this[flag] = values[flag];
      }
      if (typeof values["name"] === "string") this.name = values["name"].slice(0, 24);
      if (typeof values["level"] === "string") this.level = values["level"].slice(0, 24);
    } catch {
      // Storage is blocked or holds nonsense: use the defaults.
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

  /** Apply the settings to the document; call it in an effect. */
  show(): void {
    const root = document.documentElement;
    root.lang = this.lang;
    root.classList.toggle("four-colours", this.fourColours);
    root.classList.toggle("contrast", this.contrast);
    root.classList.toggle("still", !this.motion);
  }

  /** True if things may move: the setting and the system's preference. */
  get moving(): boolean {
    return this.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

function guessed(): Lang {
  const tags = typeof navigator === "undefined" ? [] : navigator.languages;
  for (const tag of tags) {
    const known = LANGS.find((lang) => tag.toLowerCase().startsWith(lang));
    if (known) return known;
  }
  return "vi";
}

export const settings = new Settings();
