/** A session over a real connection. */
import { at } from "../base";
import { settings } from "../settings.svelte";
import { look, upgrade } from "./build";
import { checked } from "./checking";
import { Contributor } from "./contributing";
import { faultIn } from "../verify/faults";
import { beGuest, catalogue, linkKey, Refusal } from "./api";
import { Link, type LinkState } from "./link";
import { exclusively } from "./journals";
import { take } from "./mirror";
import { Outbox } from "../real/outbox.svelte";
import { keepView, keptView, remember } from "./recent";
import { Session } from "./session.svelte";
import { Stage } from "./stage";
import type { Happening, View } from "../protocol/types";

/** Waits before each try to account for a deal, in milliseconds. */
const TRIES = [0, 500, 1000, 1500, 2000, 2000, 3000];

/** Time limit for the guest; then the kept view connects without it. */
const GUEST_WITHIN_MS = 4000;

export class Live {
  state = $state<LinkState>("connecting");
  /** Error if the table cannot be opened at all. */
  gone = $state<Refusal | null>(null);
  readonly session: Session;
  /** RT-5: entries of deals with real cards that wait for the connection. */
  readonly outbox: Outbox;
  private link: Link | null = null;
  private linked: (link: Link) => void = () => undefined;
  private readonly linking = new Promise<Link>((resolve) => (this.linked = resolve));
  private over = false;
  /** Last view received. It is shown when its turn comes; the session has the view on the screen. */
  private received: View | null = null;
  private readonly contributor: Contributor;
  private contributed = "";
  private connections = 0;
  /** Attempt and connection for which it was last tried to account for a deal. */
  private accounted = "";
  private accounting: Promise<void> | null = null;
  private wasOpen = false;
  private readonly left = upgrade.at(() => this.link?.waiting ?? false);
  private readonly stage: Stage;

  constructor(
    readonly id: string,
    private readonly happening: (happened: readonly Happening[], picture: View) => void,
  ) {
    this.session = new Session({
      send: async (command, shown) => {
        // A person who acts has seen enough of what led to it.
        this.stage.skip();
        // PF-22: the last deal is checked before this browser takes part in the next one.
        if (command.type === "ready" || command.type === "deal_now") await this.accounting;
        return (this.link ?? (await this.linking)).send(command, shown);
      },
    });
    this.stage = new Stage(
      (picture, happened) => {
        this.session.show(picture, happened);
        this.happening(happened, picture);
      },
      () => settings.moving && !document.hidden,
    );
    this.outbox = new Outbox(id, (command, key) => (this.link && this.state === "open" ? this.link.send(command, this.received?.seq ?? 0, key) : null));
    this.contributor = new Contributor(id);
    this.session.goOn = () => {
      if (!this.received) return;
      this.contributor.goOn(this.received);
      void this.contribute(this.received);
    };
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
      const kept = keptView(this.id);
      const guest = kept ? beGuest().catch(() => undefined) : beGuest();
      const [known] = await Promise.all([catalogue(), kept ?? guest]);
      if (this.over) return;
      this.session.shared = known;
      if (kept) {
        // RT-5: the evening as it was last seen. A browser that has lost its cookie would connect as a stranger.
        this.session.show(kept, []);
        await Promise.race([guest, new Promise((go) => setTimeout(go, GUEST_WITHIN_MS))]);
        if (this.over) return;
      }
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      this.link = new Link(`${scheme}://${location.host}${at(`/ws/${encodeURIComponent(this.id)}`)}${linkKey()}`, {
        received: () => this.received?.seq ?? 0,
        epoch: () => this.received?.table.epoch ?? "",
        state: (state, reason) => {
          this.state = state;
          if (state === "open") {
            this.contributed = "";
            this.connections++;
            this.contributor.connected();
            // The server may have been upgraded while it was away.
            if (this.wasOpen) void look();
            this.wasOpen = true;
            void this.outbox.flush();
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
          remember(this.id, taken.picture.table.game, taken.picture.you.seat ?? null);
          keepView(this.id, taken.picture);
          void this.contribute(taken.picture);
          this.stage.push(taken.picture, taken.happened);
        },
      });
      this.linked(this.link);
    } catch (error) {
      this.gone = error instanceof Refusal ? error : new Refusal("unavailable", "", {});
    }
  }

  /** PF-22: send the command that the shuffle waits for, once. Tabs take turns: otherwise two tabs that get different
   * manifests at the same moment would each reveal for theirs. */
  private async contribute(picture: View): Promise<void> {
    const command = await exclusively(() => this.contributor.due(picture));
    this.session.shield = this.contributor.shield;
    const { deal, attempt } = picture.table.shuffle;
    const where = `${deal}/${attempt}/${this.connections}`;
    if (this.blocked(picture) && !this.accounting && this.accounted !== where) {
      this.accounted = where;
      this.accounting = this.account().finally(() => (this.accounting = null));
    }
    const same = JSON.stringify(command);
    if (!command || same === this.contributed) return;
    this.contributed = same;
    void this.link?.send(command, picture.seq);
  }

  private blocked(picture: View): boolean {
    const hindered = this.contributor.hindrance(picture);
    return hindered === "open" || hindered === "rolled_back";
  }

  /** PF-22: close the open deal by its record, or report after several tries that this is impossible. Nothing is reported
   * while the server is away. */
  private async account(): Promise<void> {
    for (const [index, wait] of TRIES.entries()) {
      await new Promise((go) => setTimeout(go, wait));
      if (this.over || this.state !== "open" || !this.received || !this.blocked(this.received)) {
        this.accounted = ""; // the next hindrance is a new one, also for the same attempt
        break;
      }
      const fault = await this.closeDeal();
      if (!fault) break;
      if (index === TRIES.length - 1) this.contributor.report(fault);
    }
    if (this.received && !this.over) await this.contribute(this.received);
  }

  /** Close the open deal by its record. Return why that is impossible. */
  private async closeDeal(): Promise<string> {
    const before = this.contributor.journal;
    if (!before.open) return "rolled_back";
    try {
      const verdict = await checked(this.id, before.open.deal, before);
      return faultIn(verdict.faults) || ((await exclusively(() => this.contributor.close(before, verdict.manifest))) ? "" : "no_record");
    } catch {
      return "no_record";
    }
  }
}
