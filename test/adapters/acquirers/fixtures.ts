import { expect } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type {
  AcquirerAdvice,
  AcquirerOutcome,
  AcquirerReply,
  AcquirerRequest,
  GiftCardInstrument,
  ReversalAdvice,
  Trace,
} from '../../../src/core/ports/index.ts';

export const CARD_NUMBER = '5123450000000008';

let lastStan = 0;

/** A trace that no other call of this process has made. */
export function nextTrace(terminal = 'TERM0001'): Trace {
  lastStan += 1;
  const stan = String(lastStan).padStart(6, '0');
  return { terminal, stan, receipt: `632602${stan}`, transmittedAt: Date.UTC(2026, 10, 21, 2, 45, 0) };
}

export const EUR = { code: 'EUR', numeric: '978' };

export function card(expiry = '1245', securityCode?: string): AcquirerRequest['instrument'] {
  return {
    kind: 'CARD',
    number: new Secret(CARD_NUMBER),
    expiry: { month: String(Number(expiry.slice(0, 2))), year: expiry.slice(2) },
    ...(securityCode !== undefined && { securityCode: new Secret(securityCode) }),
  };
}

export function giftCard(number: string, pin?: string): GiftCardInstrument {
  return { kind: 'GIFT_CARD', number: new Secret(number), ...(pin !== undefined && { pin: new Secret(pin) }) };
}

/** An authorization of EUR 12.00 on a card that is approved, but for what is given. */
export function authorization(given: Partial<AcquirerRequest> = {}): AcquirerRequest {
  const trace = given.trace ?? nextTrace();
  return {
    kind: 'AUTHORIZATION',
    trace,
    merchantId: 'TESTSHOP',
    orderId: `order-${trace.stan}`,
    transactionId: '1',
    amount: 1200n,
    currency: EUR,
    instrument: card(),
    source: 'INTERNET',
    ...given,
  };
}

export function reversalOf(request: AcquirerRequest): ReversalAdvice {
  const { trace: original, kind: originalKind, merchantId, orderId, transactionId, amount, currency } = request;
  return { trace: nextTrace(), original, originalKind, merchantId, orderId, transactionId, amount, currency };
}

/** What a later message needs of the one that it rests on. */
export type Earlier = Pick<AcquirerRequest, 'merchantId' | 'orderId' | 'amount' | 'currency' | 'trace'> & {
  readonly kind: AcquirerRequest['kind'] | AcquirerAdvice['kind'];
};

/** Tells of something done to `earlier`, for its whole amount but for what is given. */
export function adviceOn(
  earlier: Earlier,
  kind: AcquirerAdvice['kind'],
  given: Partial<AcquirerAdvice> = {},
): AcquirerAdvice {
  const { merchantId, orderId, amount, currency } = earlier;
  const trace = given.trace ?? nextTrace();
  const original = { kind: earlier.kind, trace: earlier.trace };
  return { kind, trace, merchantId, orderId, transactionId: trace.stan, amount, currency, original, ...given };
}

/** Gives all of `earlier` back, to the usual card, but for what is given. */
export function refundOf(earlier: Earlier, given: Partial<AcquirerRequest> = {}): AcquirerRequest {
  const { merchantId, orderId, amount, currency } = earlier;
  const trace = given.trace ?? nextTrace();
  const original = { kind: earlier.kind, trace: earlier.trace };
  const linked = { merchantId, orderId, transactionId: trace.stan, amount, currency, original };
  return { ...authorization({ trace }), kind: 'REFUND', ...linked, ...given };
}

/** A capture of an authorization that was got elsewhere, on an order of its own. */
export function standaloneCapture(given: Partial<AcquirerAdvice> = {}): AcquirerAdvice {
  const trace = given.trace ?? nextTrace();
  return {
    kind: 'CAPTURE',
    trace,
    merchantId: 'TESTSHOP',
    orderId: `order-${trace.stan}`,
    transactionId: '1',
    amount: 1200n,
    currency: EUR,
    instrument: card(),
    authorizationCode: 'A1B2C3',
    ...given,
  };
}

/** The reply of an outcome that must be an answer. */
export function replyOf(outcome: AcquirerOutcome): AcquirerReply {
  expect(outcome.status).toBe('ANSWERED');
  return (outcome as { reply: AcquirerReply }).reply;
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly about: object;
  readonly message: string;
}

export function memoryLog() {
  const lines: LogLine[] = [];
  const write = (level: LogLine['level']) => (about: object, message: string) => {
    lines.push({ level, about, message });
  };
  return { lines, info: write('info'), warn: write('warn'), error: write('error') };
}
