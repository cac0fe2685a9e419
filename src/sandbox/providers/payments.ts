/**
 * The life of a provider's payments: created by a merchant's gateway, answered by the payer or by a script, confirmed
 * or cancelled.
 */
import { randomBytes } from 'node:crypto';
import { holdsMoney, type ResultCode } from './codes.ts';
import type { ProviderKind } from './kinds.ts';
import { callbackBody } from './provider-answers.ts';
import type { ProviderLedger } from './provider-ledger.ts';
import type { ProviderPaymentRow } from './provider-ledger-rows.ts';
import { minorUnitsOf, type PostalAddress, type ProviderPaymentRequest } from './provider-requests.ts';
import { type ProviderScript, scriptOf } from './scripts.ts';

/** 128 bits, because only the secret page address prevents others from answering for the payer. */
const HANDLE_BYTES = 16;

export type Choice =
  | { readonly choice: 'APPROVE'; readonly bank?: string; readonly address?: PostalAddress }
  | { readonly choice: 'DECLINE' | 'CANCEL' };

const CODE_OF_REFUSAL = { DECLINE: 'PAYER_DECLINED', CANCEL: 'PAYER_CANCELLED' } as const;

export interface PaymentDependencies {
  readonly kind: ProviderKind;
  readonly ledger: ProviderLedger;
  /** Divides the sandbox's own durations; above 0. */
  readonly speed: number;
  /** Real milliseconds from a decision until its callback is due. */
  readonly callbackDelayMs: () => number;
}

/** Call every method within a commit of the ledger. */
export class Payments {
  readonly #dependencies: PaymentDependencies;

  constructor(dependencies: PaymentDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns undefined if another request has used the reference; a repeat gets its stored payment */
  create(reference: string, request: ProviderPaymentRequest, now: number): ProviderPaymentRow | undefined {
    const text = JSON.stringify(request);
    const known = this.#dependencies.ledger.paymentBy('reference', reference);
    if (known !== undefined) {
      return known.request === text ? known : undefined;
    }
    const script = scriptOf(request.order.reference);
    const refusal = this.#refusalOf(request) ?? script?.refusal;
    const payment = this.#dependencies.ledger.addPayment({
      reference,
      handle: randomBytes(HANDLE_BYTES).toString('base64url'),
      request: text,
      merchant: request.merchant.id,
      order_id: request.order.id,
      kind: request.operation === 'AUTHORIZE' ? 'AUTHORIZATION' : 'PAYMENT',
      amount: String(minorUnitsOf(request)),
      currency: request.currency,
      state: refusal === undefined ? 'OPEN' : 'REFUSED',
      code: refusal ?? null,
      is_confirmed: request.confirmation === 'CONFIRM_AT_PROVIDER' ? 1 : 0,
      bank: (script && this.#dependencies.kind.banks[0]?.identifier) ?? null,
      address: null,
      returned_at: null,
      silent_until: null,
      at: now,
    });
    return refusal === undefined && script?.from === 'CREATION' ? this.#play(payment, script, now) : payment;
  }

  #refusalOf({ operation, confirmation }: ProviderPaymentRequest): ResultCode | undefined {
    const { operations, confirmations } = this.#dependencies.kind;
    return operations.includes(operation) && confirmations.includes(confirmation) ? undefined : 'NOT_OFFERED';
  }

  /** Plays the script of a payment, if it has one, when its payer opens the page. */
  arrive(payment: ProviderPaymentRow, now: number): ProviderPaymentRow {
    const script = scriptOf(requestOf(payment).order.reference);
    return payment.state === 'OPEN' && script !== undefined ? this.#play(payment, script, now) : payment;
  }

  /** Executes every due decision. */
  resolve(now: number): void {
    const { ledger } = this.#dependencies;
    for (let step = ledger.dueStep(now); step !== undefined; step = ledger.dueStep(now)) {
      ledger.dropStep(step.id);
      const payment = ledger.paymentBy('id', step.payment);
      if (payment !== undefined) {
        this.#decide(payment, step.code, now);
      }
    }
  }

  /** Applies the payer's answer. A payment that no longer needs one stays as it is. */
  choose(payment: ProviderPaymentRow, chosen: Choice, now: number): ProviderPaymentRow {
    if (payment.state !== 'OPEN') {
      return payment;
    }
    if (chosen.choice !== 'APPROVE') {
      return this.#decide(payment, CODE_OF_REFUSAL[chosen.choice], now);
    }
    const { ledger, kind, speed } = this.#dependencies;
    const approved = ledger.changePayment(payment, {
      state: 'WAITING',
      bank: chosen.bank ?? null,
      address: chosen.address === undefined ? null : JSON.stringify(chosen.address),
    });
    if (kind.resultAfterMs === 0) {
      return this.#decide(approved, 'COMPLETED', now);
    }
    ledger.addStep(approved, 'COMPLETED', now + Math.round(kind.resultAfterMs / speed));
    return approved;
  }

  /** Applies the merchant's confirmation of the payer's agreement. Other payments stay as they are. */
  confirm(payment: ProviderPaymentRow, now: number): ProviderPaymentRow {
    if (payment.state !== 'AGREED') {
      return payment;
    }
    const confirmed = this.#dependencies.ledger.changePayment(payment, { is_confirmed: 1 });
    return this.#decide(confirmed, payment.code ?? 'COMPLETED', now);
  }

  /** Cancels at the merchant's request. A payment that both sides agreed to continues. */
  cancel(payment: ProviderPaymentRow): ProviderPaymentRow {
    if (payment.state !== 'OPEN' && payment.state !== 'AGREED') {
      return payment;
    }
    this.#dependencies.ledger.dropStepsOf(payment);
    return this.#dependencies.ledger.changePayment(payment, { state: 'WITHDRAWN', code: 'WITHDRAWN' });
  }

  #play(payment: ProviderPaymentRow, { steps, silentMs }: ProviderScript, now: number): ProviderPaymentRow {
    const { ledger, speed } = this.#dependencies;
    const silentUntil = silentMs === 0 ? null : now + Math.round(silentMs / speed);
    ledger.changePayment(payment, { state: 'WAITING', silent_until: silentUntil });
    for (const { code, afterMs } of steps) {
      ledger.addStep(payment, code, now + Math.round(afterMs / speed));
    }
    this.resolve(now);
    return ledger.paymentBy('id', payment.id) as ProviderPaymentRow;
  }

  /** If the merchant must still confirm the payment, a success is only the payer's agreement, and moves no money. */
  #decide(payment: ProviderPaymentRow, code: ResultCode, now: number): ProviderPaymentRow {
    const { ledger, callbackDelayMs } = this.#dependencies;
    const success = payment.is_confirmed === 1 ? 'APPROVED' : 'AGREED';
    const decided = ledger.changePayment(payment, { state: holdsMoney(code) ? success : 'DECLINED', code });
    ledger.addCallback(decided, callbackBody(decided, now), now + callbackDelayMs());
    return decided;
  }
}

export function requestOf({ request }: ProviderPaymentRow): ProviderPaymentRequest {
  return JSON.parse(request) as ProviderPaymentRequest;
}
