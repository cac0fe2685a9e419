/**
 * Sends callbacks about payments to merchants' gateways. A callback is due from the commit of its decision, across
 * restarts, until it is acknowledged or its attempts are used up.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxLog } from '../kit/log.ts';
import { requestOf } from './payments.ts';
import { otherAmount } from './provider-answers.ts';
import type { ProviderCallbackMode, ProviderFaults } from './provider-faults.ts';
import type { ProviderLedger } from './provider-ledger.ts';
import type { CallbackRow, ProviderPaymentRow } from './provider-ledger-rows.ts';

/** A gateway should acknowledge first and process afterwards. */
const ANSWER_MS_MAX = 5_000;
/**
 * A few minutes in all; a gateway that is down for longer queries the payment. Pauses are real time at any speed of the
 * sandbox, because a restart of the gateway takes real time.
 */
const TRIES_MAX = 12;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;

/** Limits the load on a gateway that was down and has thousands of callbacks due. */
const UNDER_WAY_MAX = 32;

const COPIES: Partial<Record<ProviderCallbackMode | 'NONE', number>> = { NEVER: 0, TWICE: 2, FIFTY: 50 };

export interface CallbackDependencies {
  readonly ledger: ProviderLedger;
  readonly faults: ProviderFaults;
  readonly secret: string;
  readonly log: SandboxLog;
  /** Called after a change that a caller may wait for. */
  readonly changed: () => void;
}

export class Callbacks {
  readonly #dependencies: CallbackDependencies;
  readonly #sending = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(dependencies: CallbackDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends the callbacks that are due. */
  pump(now: number): void {
    for (const row of this.#waiting()) {
      if ((row.due_at ?? 0) > now) {
        return;
      }
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

  /** When the next callback is due. Undefined without one. */
  nextAt(): number | undefined {
    return this.#waiting()[0]?.due_at ?? undefined;
  }

  /** Resolves when no callback is in flight. Callbacks without an acknowledgement stay due. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#sending.values());
  }

  /** The earliest callbacks that are not in flight, as many as the limit of concurrent ones allows. */
  #waiting(): CallbackRow[] {
    const { ledger, faults } = this.#dependencies;
    const onlyReturned = faults.callbacks.inForce.mode === 'AFTER_RETURN';
    const owed = ledger.owedCallbacks(onlyReturned, UNDER_WAY_MAX);
    return owed.filter(({ id }) => !this.#sending.has(id)).slice(0, UNDER_WAY_MAX - this.#sending.size);
  }

  async #deliver(row: CallbackRow): Promise<void> {
    const { ledger, faults, log } = this.#dependencies;
    const payment = ledger.paymentBy('id', row.payment);
    if (payment === undefined) {
      return;
    }
    const { mode } = faults.callbacks.take();
    const copies = COPIES[mode] ?? 1;
    const sent = Array.from({ length: copies }, () => this.#send(payment, row, mode));
    const isAcknowledged = (await Promise.all(sent)).includes(true);
    if (this.#closing.signal.aborted && !isAcknowledged) {
      return;
    }
    const tries = row.tries + 1;
    const isOver = isAcknowledged || copies === 0 || tries >= TRIES_MAX;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** row.tries, PAUSE_MS_MAX);
    const due = isOver ? null : Date.now() + pauseMs;
    ledger.changeCallback(row, { tries, due_at: due, is_acknowledged: isAcknowledged ? 1 : 0 });
    if (isOver && !isAcknowledged) {
      log.warn({ payment: payment.reference, tries }, 'a provider gave up a callback');
    }
  }

  /** The callback is still due, so it is sent again after a pause. */
  async #notWritten(error: unknown): Promise<void> {
    this.#dependencies.log.error({ err: error }, 'a provider could not write its ledger');
    await pause(PAUSE_MS_MAX, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  /** @returns whether it was acknowledged */
  async #send(
    payment: ProviderPaymentRow,
    { body }: CallbackRow,
    mode: ProviderCallbackMode | 'NONE',
  ): Promise<boolean> {
    const { faults, secret } = this.#dependencies;
    const sent = faults.answers.inForce.mode === 'OTHER_MONEY' ? withOtherMoney(body) : body;
    const key = mode === 'FORGED_CALLBACK' ? randomBytes(secret.length).toString('hex') : secret;
    const seconds = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', key).update(`${seconds}.${sent}`).digest('hex');
    try {
      const response = await fetch(requestOf(payment).callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-provider-signature': `t=${seconds},v1=${signature}` },
        body: sent,
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

function withOtherMoney(body: string): string {
  const message = JSON.parse(body) as { amount: string; currency: string };
  return JSON.stringify({ ...message, amount: otherAmount(message) });
}
