/** A line of the acquirer's ledger. */
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import type { MessageKind, Trace } from '../../src/gateway/ports/index.ts';

/** A message that asks for a movement, or tells of one. */
export interface MovementMessage {
  readonly kind: MessageKind;
  readonly trace: Trace;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
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
