/** Decides a movement's outcome. Pure: the clock and the ledger's state are arguments. */
import { GATEWAY_CODES, type GatewayCode } from '../../contract/gateway-codes.ts';
import { forcedOutcome } from '../kit/forced-outcome.ts';
import type { DecisionInputs } from './decision-facts.ts';
import { giftCardRefusal, isGift } from './gift-card-rules.ts';
import type { MovementKind, RequestedMovement } from './movement.ts';
import { brokenRule } from './movement-rules.ts';
import {
  ADVICE_TIMED_OUT,
  avsCode,
  CHALLENGED_EXPIRY,
  OUTCOME_OF_EXPIRY,
  PENDING_MS,
  RESPONSE_OF_OUTCOME,
  securityCodeResult,
  softDecline,
} from './outcomes.ts';

/**
 * The state of a movement in the ledger. An APPROVED movement holds its money, also while it is pending: only its
 * confirmation is late. Every other outcome is DECLINED.
 */
export type MovementState = 'APPROVED' | 'DECLINED' | 'REVERSED';

export interface AcquirerDecision {
  readonly state: 'APPROVED' | 'DECLINED';
  /** Field 39. */
  readonly responseCode: string;
  /** Field 44. */
  readonly additionalResponse: string | undefined;
  /** Whether the movement is made without an answer. */
  readonly isSilent: boolean;
  /** Milliseconds at speed 1 after which the response becomes an approval. Undefined if it does not change. */
  readonly settlesAfterMs: number | undefined;
}

/** Movements for which the issuer compares the payer's address and security code with its own records. */
const VERIFYING: ReadonlySet<MovementKind> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION']);

/**
 * A forced refusal applies before the rules, because it moves no money. A forced approval applies after them, because
 * even a tester may not draw more from a card, or refund more of a purchase, than there is.
 */
export function decideMovement(movement: RequestedMovement, facts: DecisionInputs): AcquirerDecision {
  return { ...outcomeOf(movement, facts), additionalResponse: additionalResponse(movement) };
}

type Outcome = Omit<AcquirerDecision, 'additionalResponse'>;

function outcomeOf(movement: RequestedMovement, facts: DecisionInputs): Outcome {
  const forcedCode = forcedOutcome(movement.transactionReference);
  const forced = forcedCode && decisionOf(forcedCode, movement.isAdvice);
  if (forced?.state === 'DECLINED') {
    return forced;
  }
  const refused = brokenRule(movement, facts) ?? giftCardRefusal(movement, facts);
  if (refused !== undefined) {
    return refusal(refused);
  }
  if (VERIFYING.has(movement.kind) && facts.authentication === 'FORGED') {
    return refusal(RESPONSE_OF_OUTCOME.AUTHENTICATION_FAILED);
  }
  const { card } = movement;
  if (card?.expiry === CHALLENGED_EXPIRY && isDecidedByExpiry(movement) && !isGift(card)) {
    return facts.authentication === 'CHALLENGED'
      ? decisionOf('APPROVED', false)
      : refusal(softDecline(card.number.reveal()));
  }
  return forced ?? decisionOf(isDecidedByExpiry(movement) ? outcomeOfExpiry(movement, facts.now) : 'APPROVED', false);
}

/** Whether the expiry selects the outcome. It does not if an authorization code or the original movement decides. */
function isDecidedByExpiry({ kind, isAdvice, authorizationCode, original }: RequestedMovement): boolean {
  const givesBack = kind === 'REFUND' && original !== undefined;
  return !isAdvice && !givesBack && authorizationCode === undefined;
}

function outcomeOfExpiry({ card }: RequestedMovement, now: number): GatewayCode {
  const expiry = card?.expiry;
  if (card === undefined || expiry === undefined || isGift(card)) {
    return 'APPROVED';
  }
  const chosen = OUTCOME_OF_EXPIRY[expiry];
  if (chosen !== undefined) {
    return chosen;
  }
  // A card is valid through the last day of its month; month 12 rolls into the next year by itself.
  const endsAt = Date.UTC(2000 + Number(expiry.slice(2)), Number(expiry.slice(0, 2)), 1);
  return now < endsAt ? 'APPROVED' : 'EXPIRED_CARD';
}

function decisionOf(outcome: GatewayCode, isAdvice: boolean): Outcome {
  if (outcome === 'TIMED_OUT' && isAdvice) {
    return refusal(ADVICE_TIMED_OUT);
  }
  const isSilent = outcome === 'TIMED_OUT';
  const result = GATEWAY_CODES[outcome];
  const holdsMoney = isSilent || result === 'SUCCESS' || result === 'PENDING';
  return {
    state: holdsMoney ? 'APPROVED' : 'DECLINED',
    responseCode: RESPONSE_OF_OUTCOME[outcome],
    isSilent,
    settlesAfterMs: outcome === 'PENDING' ? PENDING_MS : undefined,
  };
}

function refusal(responseCode: string): Outcome {
  return { state: 'DECLINED', responseCode, isSilent: false, settlesAfterMs: undefined };
}

/** Field 44. */
function additionalResponse({ kind, card, billingStreet }: RequestedMovement): string | undefined {
  return card !== undefined && VERIFYING.has(kind) && !isGift(card)
    ? avsCode(billingStreet) + securityCodeResult(card.securityCode?.reveal())
    : undefined;
}
