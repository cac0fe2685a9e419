/** A line of the acquirer's ledger. */
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import type { Instrument, MessageKind, Trace } from '../../src/core/ports/index.ts';

/** A message that requests a movement, or advises one. */
export interface MovementMessage {
  readonly kind: MessageKind;
  readonly trace: Trace;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
  /** Present in requests. */
  readonly instrument?: Instrument;
  readonly original?: { readonly trace: Trace };
}

export interface Entry {
  /** Terminal and trace number. */
  readonly trace: string;
  readonly message: MovementMessage;
  /** The entry that it refers to. */
  readonly original: Entry | undefined;
  /** APPROVED: money is moved or authorized. */
  state: 'APPROVED' | 'DECLINED' | 'REVERSED' | 'VOIDED';
  /** The answer to it and to each of its repeats. */
  readonly code: GatewayCode;
  /** Its answer is lost, each time. */
  readonly isSilent?: boolean | undefined;
  /** For an open result: its final state and time. Without an end: Infinity. */
  readonly opens?: { readonly at: number; readonly as: 'APPROVED' | 'DECLINED' } | undefined;
}

export function standing({ state }: Entry): boolean {
  return state === 'APPROVED';
}

/** Whether the entry is a payment by the gift card of this number. */
export function isPaymentOf(number: string, { message }: Pick<Entry, 'message'>): boolean {
  return message.kind !== 'REFUND' && giftCardOf(message) === number;
}

/** @returns the number of the gift card in a request */
export function giftCardOf({ instrument }: MovementMessage): string | undefined {
  return instrument?.kind === 'GIFT_CARD' ? instrument.number.reveal() : undefined;
}

/** The first entry of the card transaction. */
export function rootOf(entry: Entry): Entry {
  return entry.original === undefined ? entry : rootOf(entry.original);
}
