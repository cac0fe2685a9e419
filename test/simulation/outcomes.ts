/** Results that are known before a history, in place of those that its seed would draw. */
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import type { AuthenticationResult } from '../../src/core/ports/index.ts';

/** The identity of a message to an acquirer or a provider. */
export interface OutcomeSubject {
  readonly orderId: string;
  readonly transactionId?: string;
}

export interface AcquirerDecision {
  readonly code: GatewayCode;
  /** The host decides, and its answer is lost. */
  readonly isSilent?: boolean;
  /** For an open code: the result, and the time until it is known. */
  readonly opens?: { readonly afterMs: number; readonly as: 'APPROVED' | 'DECLINED' };
}

export interface ProviderDecision {
  /** Undefined: the payment stays open. */
  readonly code: GatewayCode | undefined;
  /** The time from the payer's consent to the decision. */
  readonly afterMs: number;
  /** After a failed payment: the time until its money comes nevertheless. */
  readonly lateMs?: number;
}

export interface Outcomes {
  /** @returns undefined if the seed decides */
  atAcquirer(message: OutcomeSubject): AcquirerDecision | undefined;
  /** The balance that a gift card is issued with, in minor units. @returns undefined if the seed decides */
  balanceOf(giftCard: string): bigint | undefined;
  /** For the payment that the payer starts next. */
  atProvider(payment: OutcomeSubject): ProviderDecision | undefined;
  movementAtProvider(movement: OutcomeSubject): GatewayCode | undefined;
  /** The result of the authentication that is initiated next. */
  ofAuthentication(): AuthenticationResult;
}

/** The seed decides everything. */
export const DRAWN: Outcomes = {
  atAcquirer: () => undefined,
  balanceOf: () => undefined,
  atProvider: () => undefined,
  movementAtProvider: () => undefined,
  ofAuthentication() {
    throw new Error('A history of the seed has no authentications.');
  },
};
