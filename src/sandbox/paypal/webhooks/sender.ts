/**
 * Delivers webhook events, signed. A delivery is due from the commit of what it reports, across restarts, until it is
 * acknowledged or its tries are used up.
 */
import type { SandboxLog } from '../../log.ts';
import type { PayPalLedger } from '../ledger/ledger.ts';
import type { DeliveryRow } from '../ledger/rows.ts';
import type { Authority } from './authority.ts';
import { certificateId, signatureHeaders } from './signature.ts';

const ANSWER_MS_MAX = 5_000;
/** Some minutes in all; a gateway that is still down then asks by itself. Real time, whatever the sandbox's speed. */
const TRIES_MAX = 12;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
const UNDER_WAY_MAX = 32;

export interface SenderDependencies {
  readonly ledger: PayPalLedger;
  readonly authority: Authority;
  readonly base: () => string;
  readonly log: SandboxLog;
  /** Called after a change that someone may wait for. */
  readonly changed: () => void;
}

export class WebhookSender {
  readonly #dependencies: SenderDependencies;
  readonly #sending = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends what is due. */
  pump(now: number): void {
    for (const row of this.#waiting(now)) {
      this.#sending.set(
        row.id,
        this.#deliver(row).finally(() => {
          this.#sending.delete(row.id);
          this.#dependencies.changed();
        }),
      );
    }
  }

  /** When the next delivery is due; undefined when there is none. */
  nextAt(): number | undefined {
    return this.#sending.size > 0 ? undefined : this.#dependencies.ledger.deliveries.next('due_at');
  }

  /** Resolves when nothing is in flight. What was not acknowledged stays due. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#sending.values());
  }

  #waiting(now: number): DeliveryRow[] {
    const due = this.#dependencies.ledger.deliveries.due('due_at', now);
    return due.filter(({ id }) => !this.#sending.has(id)).slice(0, UNDER_WAY_MAX - this.#sending.size);
  }

  async #deliver(row: DeliveryRow): Promise<void> {
    const { ledger, log } = this.#dependencies;
    const isAcknowledged = await this.#send(row);
    if (this.#closing.signal.aborted && !isAcknowledged) {
      return;
    }
    const tries = row.tries + 1;
    const isOver = isAcknowledged || tries >= TRIES_MAX;
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

  /** @returns whether it was acknowledged */
  async #send({ event_id, webhook_id }: DeliveryRow): Promise<boolean> {
    const { ledger, authority, base } = this.#dependencies;
    const event = ledger.events.find({ id: event_id });
    const webhook = ledger.webhooks.find({ id: webhook_id });
    if (event === undefined || webhook === undefined) {
      return true;
    }
    const certificateUrl = `${base()}/v1/notifications/certs/${certificateId(authority)}`;
    const message = { webhookId: webhook_id, body: event.body };
    try {
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signatureHeaders(message, authority.signingKey, certificateUrl, Date.now()),
        },
        body: event.body,
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
