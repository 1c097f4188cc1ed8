/** A session over a real connection. */
import { at } from "../base";
import { settings } from "../settings.svelte";
import { look, upgrade } from "./build";
import { due } from "./contributing";
import { beGuest, catalogue, Refusal } from "./house";
import { Link, type LinkState } from "./link";
import { take } from "./mirror";
import { remember } from "./recent";
import { ownSecret } from "./secret";
import { note } from "./seen";
import { Session } from "./session.svelte";
import { Stage } from "./stage";
import type { Happening, Whole } from "../protocol/types";

export class Live {
  state = $state<LinkState>("connecting");
  /** Why the table cannot be had at all. */
  gone = $state<Refusal | null>(null);
  readonly session: Session;
  private link: Link | null = null;
  private latest: Whole | null = null;
  private readonly secret = ownSecret();
  private contributed = "";
  private wasOpen = false;
  private readonly left = upgrade.at(() => this.link?.waiting ?? false);
  private readonly stage: Stage;

  constructor(
    readonly id: string,
    private readonly happening: (happened: readonly Happening[], picture: Whole, before: Whole | null) => void,
  ) {
    this.session = new Session({
      send: (draft) => {
        this.stage.skip();
        if (!this.link) return new Promise(() => undefined);
        return this.link.send(draft);
      },
    });
    this.stage = new Stage(
      (picture, happened) => {
        const before = this.session.whole;
        this.session.show(picture, happened);
        this.happening(happened, picture, before);
      },
      () => settings.moving && !document.hidden,
    );
    void this.begin();
  }

  skip(): void {
    this.stage.skip();
  }

  close(): void {
    this.left();
    this.link?.close();
  }

  private async begin(): Promise<void> {
    try {
      const [known] = await Promise.all([catalogue(), beGuest()]);
      this.session.shared = known.texts;
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      this.link = new Link(`${scheme}://${location.host}${at(`/ws/${encodeURIComponent(this.id)}`)}`, {
        seen: () => this.latest?.seq ?? 0,
        state: (state, reason) => {
          this.state = state;
          if (state === "open") {
            this.contributed = "";
            // A server that was away may come back as another one.
            if (this.wasOpen) void look();
            this.wasOpen = true;
          }
          if (state === "gone") this.gone = new Refusal(reason || "no_such_table", "", {});
        },
        news: (message) => {
          const taken = take(this.latest, message);
          if (taken.gap) {
            this.link?.again();
            return;
          }
          if (!taken.picture || taken.picture === this.latest) return;
          this.latest = taken.picture;
          this.session.info ??= known.games.find((game) => game.name === taken.picture?.table.game) ?? null;
          remember(this.id, taken.picture.table.game, taken.picture.you.seat ?? null);
          note(taken.picture);
          this.contribute(taken.picture);
          this.stage.push(taken.picture, taken.happened);
        },
      });
    } catch (error) {
      this.gone = error instanceof Refusal ? error : new Refusal("unavailable", "", {});
    }
  }

  private contribute(picture: Whole): void {
    const draft = due(picture, this.secret);
    if (!draft) return;
    const same = JSON.stringify(draft);
    if (same === this.contributed) return;
    this.contributed = same;
    void this.link?.send(draft);
  }
}
