/** From a movement to its outcome. Pure: the clock and the gift card's history come in. */
import { GATEWAY_CODES, type GatewayCode } from '../../contract/gateway-codes.ts';
import { forcedOutcome } from './forced-outcome.ts';
import { GIFT_CARD_PIN, giftCardBalance, isGiftCard } from './gift-cards.ts';
import type { Movement } from './movement.ts';
import {
  avsCode,
  OUTCOME_OF_EXPIRY,
  PENDING_MS,
  REFUSAL,
  RESPONSE_OF_OUTCOME,
  securityCodeResult,
} from './outcomes.ts';

/**
 * The ledger's word on a movement. APPROVED stands for a movement whose money is held, a pending one included: the
 * hold is there from the first moment, and only its confirmation is late. Everything else is DECLINED.
 */
export type MovementState = 'APPROVED' | 'DECLINED' | 'REVERSED';

export interface Decision {
  readonly state: 'APPROVED' | 'DECLINED';
  /** Field 39. */
  readonly responseCode: string;
  /** Field 44. */
  readonly additionalResponse: string | undefined;
  /** The movement is made and no answer is sent. */
  readonly isSilent: boolean;
  /** Real time at speed 1 after which the response becomes an approval; undefined where it never changes. */
  readonly settlesAfterMs: number | undefined;
}

export interface DecisionContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Minor units of `currency` that standing movements hold of the gift card. */
  spentOf(number: string, currencyCode: string): number;
}

export function decide(movement: Movement, context: DecisionContext): Decision {
  const number = movement.number.reveal();
  const isGift = movement.isGiftCardAccount || isGiftCard(number);
  const additionalResponse = isGift
    ? undefined
    : avsCode(movement.billingStreet) + securityCodeResult(movement.securityCode?.reveal());
  const forced = forcedOutcome(movement.merchantReference);
  if (forced !== undefined) {
    return { ...decisionOf(forced), additionalResponse };
  }
  if (isGift) {
    return giftCardDecision(movement, number, context);
  }
  const outcome = outcomeOfExpiry(movement.expiry, context.now);
  const settlesAfterMs = outcome === 'PENDING' ? PENDING_MS : undefined;
  return { ...decisionOf(outcome), additionalResponse, settlesAfterMs };
}

function giftCardDecision(movement: Movement, number: string, context: DecisionContext): Decision {
  if (!isGiftCard(number)) {
    return refusal(REFUSAL.invalidCardNumber);
  }
  if (movement.giftPin?.reveal() !== GIFT_CARD_PIN) {
    return refusal(REFUSAL.wrongPin);
  }
  const { code, exponent } = movement.currency;
  const left = giftCardBalance(number, exponent) - context.spentOf(number, code);
  return decisionOf(movement.amount <= left ? 'APPROVED' : 'INSUFFICIENT_FUNDS');
}

function outcomeOfExpiry(expiry: string | undefined, now: number): GatewayCode {
  if (expiry === undefined) {
    return 'APPROVED';
  }
  const chosen = OUTCOME_OF_EXPIRY[expiry];
  if (chosen !== undefined) {
    return chosen;
  }
  // A card is good through the last day of its month; month 12 rolls into the next year by itself.
  const endsAt = Date.UTC(2000 + Number(expiry.slice(2)), Number(expiry.slice(0, 2)), 1);
  return now < endsAt ? 'APPROVED' : 'EXPIRED_CARD';
}

function decisionOf(outcome: GatewayCode): Decision {
  const isSilent = outcome === 'TIMED_OUT';
  const result = GATEWAY_CODES[outcome];
  const holdsMoney = isSilent || result === 'SUCCESS' || result === 'PENDING';
  return {
    state: holdsMoney ? 'APPROVED' : 'DECLINED',
    responseCode: RESPONSE_OF_OUTCOME[outcome],
    additionalResponse: undefined,
    isSilent,
    settlesAfterMs: undefined,
  };
}

export function refusal(responseCode: string): Decision {
  return {
    state: 'DECLINED',
    responseCode,
    additionalResponse: undefined,
    isSilent: false,
    settlesAfterMs: undefined,
  };
}
