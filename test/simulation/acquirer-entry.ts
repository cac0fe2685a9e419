/** A line of the acquirer's ledger. */
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import type { Instrument, MessageKind, Trace } from '../../src/core/ports/index.ts';

/** A message that asks for a movement, or tells of one. */
export interface MovementMessage {
  readonly kind: MessageKind;
  readonly trace: Trace;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
  /** Of a request. */
  readonly instrument?: Instrument;
  readonly original?: { readonly trace: Trace };
}

export interface Entry {
  /** Terminal and trace number. */
  readonly trace: string;
  readonly message: MovementMessage;
  /** The entry that it rests on. */
  readonly original: Entry | undefined;
  /** APPROVED: money is moved or held. */
  state: 'APPROVED' | 'DECLINED' | 'REVERSED' | 'VOIDED';
  /** What it is answered with, as often as it comes. */
  readonly code: GatewayCode;
  /** Of an open result: what it becomes, and when. Never: Infinity. */
  readonly opens?: { readonly at: number; readonly as: 'APPROVED' | 'DECLINED' };
}

export function standing({ state }: Entry): boolean {
  return state === 'APPROVED';
}

/** Whether the gift card of this number was to pay by it. */
export function isPaymentOf(number: string, { message }: Pick<Entry, 'message'>): boolean {
  return message.kind !== 'REFUND' && giftCardOf(message) === number;
}

/** @returns the number of the gift card that a request names */
export function giftCardOf({ instrument }: MovementMessage): string | undefined {
  return instrument?.kind === 'GIFT_CARD' ? instrument.number.reveal() : undefined;
}

/** The first of the card transaction that an entry belongs to. */
export function rootOf(entry: Entry): Entry {
  return entry.original === undefined ? entry : rootOf(entry.original);
}
