/**
 * Delivers webhooks, signed. A delivery is due from the commit of what it reports, across restarts, until it is
 * acknowledged or its tries are used up.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxLog } from '../../log.ts';
import type { PayPalFaults, WebhookMode } from '../faults.ts';
import type { PayPalLedger } from '../ledger/ledger.ts';
import type { DeliveryRow } from '../ledger/rows.ts';
import type { Signers } from './signers.ts';
import { type SentWebhook, transmissionOf } from './transmissions.ts';

/** A receiver acknowledges first and works afterwards. */
const ANSWER_MS_MAX = 5_000;
/**
 * Some minutes in all, where PayPal tries 25 times in three days. Pauses are real time whatever the sandbox's speed: a
 * gateway's restart takes as long at any.
 */
const TRIES_MAX = 12;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** A gateway that was down and has thousands due gets them in turn. */
const UNDER_WAY_MAX = 32;

export interface SenderDependencies {
  readonly ledger: PayPalLedger;
  readonly faults: PayPalFaults;
  readonly signers: Signers;
  /** Of the stand-in's addresses. */
  readonly base: () => string;
  readonly log: SandboxLog;
  /** Called after a change that someone may wait for. */
  readonly changed: () => void;
}

export class WebhookSender {
  readonly #dependencies: SenderDependencies;
  readonly #sending = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  /** A delivery that lets the next one pass. */
  #held: string | undefined;

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends what is due. */
  pump(now: number): void {
    for (const row of this.#waiting().filter(({ due_at }) => (due_at ?? 0) <= now)) {
      this.#sending.set(
        row.id,
        this.#deliver(row)
          .catch((error: unknown) => this.#notWritten(error))
          .finally(() => {
            this.#sending.delete(row.id);
            this.#dependencies.changed();
          }),
      );
    }
  }

  /** When the next delivery is due; undefined when there is none. */
  nextAt(): number | undefined {
    return this.#waiting()[0]?.due_at ?? undefined;
  }

  /** Lets go what waits for a next one. */
  release(): void {
    this.#held = undefined;
  }

  /** Resolves when nothing is in flight. What was not acknowledged stays due. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#sending.values());
  }

  /** The earliest that are not in flight, as many as may be sent beside those that are. */
  #waiting(): DeliveryRow[] {
    const owed = this.#dependencies.ledger.deliveries.due('due_at', Number.MAX_SAFE_INTEGER);
    const free = owed.filter(({ id }) => !this.#sending.has(id) && id !== this.#held);
    return free.slice(0, Math.max(0, UNDER_WAY_MAX - this.#sending.size));
  }

  async #deliver(row: DeliveryRow): Promise<void> {
    const { ledger, faults, log } = this.#dependencies;
    const { mode, delayMs } = faults.webhooks.take();
    if (mode === 'OUT_OF_ORDER' && this.#held === undefined) {
      this.#held = row.id;
      return;
    }
    if (mode === 'LATE') {
      ledger.deliveries.change(row, { due_at: Date.now() + delayMs });
      return;
    }
    const copies = mode === 'NEVER' ? 0 : mode === 'TWICE' ? 2 : 1;
    const sent = await Promise.all(Array.from({ length: copies }, () => this.#send(row, mode)));
    const isAcknowledged = sent.includes(true);
    this.#held = undefined;
    if (this.#closing.signal.aborted && !isAcknowledged) {
      return;
    }
    const tries = row.tries + 1;
    const isOver = isAcknowledged || copies === 0 || tries >= TRIES_MAX;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** row.tries, PAUSE_MS_MAX);
    ledger.deliveries.change(row, {
      tries,
      due_at: isOver ? null : Date.now() + pauseMs,
      is_acknowledged: isAcknowledged ? 1 : 0,
    });
    if (isOver && !isAcknowledged) {
      log.warn({ event: row.event_id, tries }, 'PayPal’s stand-in gave up a webhook');
    }
  }

  /** The webhook is still due, so it is sent again, but after a pause. */
  async #notWritten(error: unknown): Promise<void> {
    this.#dependencies.log.error({ err: error }, 'PayPal’s stand-in could not write its ledger');
    await pause(PAUSE_MS_MAX, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  /** @returns whether it was acknowledged; what has no webhook any more counts as such */
  async #send({ event_id, webhook_id }: DeliveryRow, mode: WebhookMode | 'NONE'): Promise<boolean> {
    const { ledger, signers, base } = this.#dependencies;
    const event = ledger.events.find({ id: event_id });
    const webhook = ledger.webhooks.find({ id: webhook_id });
    if (event === undefined || webhook === undefined) {
      return true;
    }
    const { headers, body }: SentWebhook = transmissionOf(event, webhook_id, mode, {
      signers,
      base: base(),
    });
    try {
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
