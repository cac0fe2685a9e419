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

/** A trace that is unique in this process. */
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

/** An approved authorization of EUR 12.00, with the given members overridden. */
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

/** The members of an earlier message that a later one needs. */
export type Earlier = Pick<AcquirerRequest, 'merchantId' | 'orderId' | 'amount' | 'currency' | 'trace'> & {
  readonly kind: AcquirerRequest['kind'] | AcquirerAdvice['kind'];
};

/** An advice on `earlier`, for its whole amount, with the given members overridden. */
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

/** A refund of all of `earlier` to the usual card, with the given members overridden. */
export function refundOf(earlier: Earlier, given: Partial<AcquirerRequest> = {}): AcquirerRequest {
  const { merchantId, orderId, amount, currency } = earlier;
  const trace = given.trace ?? nextTrace();
  const original = { kind: earlier.kind, trace: earlier.trace };
  const linked = { merchantId, orderId, transactionId: trace.stan, amount, currency, original };
  return { ...authorization({ trace }), kind: 'REFUND', ...linked, ...given };
}

/** A capture of an authorization from elsewhere, on an order of its own. */
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

/** The reply of an answered outcome. */
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
