/** A session over a real connection. */
import { at } from "../base";
import { settings } from "../settings.svelte";
import { look, upgrade } from "./build";
import { disproved } from "./checking";
import { Contributor } from "./contributing";
import { beGuest, catalogue, linkKey, Refusal } from "./api";
import { Link, type LinkState } from "./link";
import { take, type Taken } from "./mirror";
import { remember } from "./recent";
import { Session } from "./session.svelte";
import { Stage } from "./stage";
import type { Happening, Update, View } from "../protocol/types";

export class Live {
  state = $state<LinkState>("connecting");
  /** Error if the table cannot be opened at all. */
  gone = $state<Refusal | null>(null);
  readonly session: Session;
  private link: Link | null = null;
  private over = false;
  /** Last view received. It is shown when its turn comes; the session has the view on the screen. */
  private received: View | null = null;
  private readonly contributor: Contributor;
  private contributed = "";
  private wasOpen = false;
  private readonly left = upgrade.at(() => this.link?.waiting ?? false);
  private readonly stage: Stage;

  constructor(
    readonly id: string,
    private readonly happening: (happened: readonly Happening[], picture: View) => void,
  ) {
    this.session = new Session({
      send: (command, shown) => {
        // A person who acts has seen enough of what led to it.
        this.stage.skip();
        if (!this.link) return new Promise(() => undefined);
        return this.link.send(command, shown);
      },
    });
    this.stage = new Stage(
      (picture, happened) => {
        this.session.show(picture, happened);
        this.happening(happened, picture);
      },
      () => settings.moving && !document.hidden,
    );
    this.contributor = new Contributor(id, (warned) => this.session.warn(warned));
    void this.begin();
  }

  skip(): void {
    this.stage.skip();
  }

  close(): void {
    this.over = true;
    this.left();
    this.link?.close();
  }

  private async begin(): Promise<void> {
    try {
      const [known] = await Promise.all([catalogue(), beGuest()]);
      if (this.over) return;
      this.session.shared = known;
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      this.link = new Link(`${scheme}://${location.host}${at(`/ws/${encodeURIComponent(this.id)}`)}${linkKey()}`, {
        received: () => this.received?.seq ?? 0,
        epoch: () => this.received?.table.epoch ?? "",
        state: (state, reason) => {
          this.state = state;
          if (state === "open") {
            this.contributed = "";
            // The server may have been upgraded while it was away.
            if (this.wasOpen) void look();
            this.wasOpen = true;
          }
          if (state === "gone") this.gone = new Refusal(reason || "no_such_table", "", {});
        },
        news: (message) => {
          const taken = take(this.received, message);
          if (taken.gap) {
            this.link?.again();
            return;
          }
          if (!taken.picture || taken.picture === this.received) return;
          this.received = taken.picture;
          this.session.info ??= known.games.find((game) => game.name === taken.picture?.table.game) ?? null;
          remember(this.id, taken.picture.table.game, taken.picture.you.seat ?? null);
          void this.contribute(message, taken, taken.picture);
          for (const happening of taken.happened) if (happening.type === "deal_ended") void this.check(happening.deal);
          this.stage.push(taken.picture, taken.happened);
        },
      });
    } catch (error) {
      this.gone = error instanceof Refusal ? error : new Refusal("unavailable", "", {});
    }
  }

  /** PF-22: bytes revealed for one manifest would serve for another, so the record must contain the manifest that this
   * browser saw. */
  private async check(deal: number): Promise<void> {
    if (await disproved(this.id, deal)) this.session.warn({ kind: "bad_record", deal, attempt: 0, reason: "" });
  }

  private async contribute(message: View | Update, { happened, wentBack }: Taken, picture: View): Promise<void> {
    const command = await this.contributor.take(message, happened, wentBack, picture);
    if (!command) return;
    const same = JSON.stringify(command);
    if (same === this.contributed) return;
    this.contributed = same;
    void this.link?.send(command, picture.seq);
  }
}
