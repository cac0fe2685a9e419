/**
 * The ledger's rules for movements that depend on an earlier one. The host does not know the merchant's agreement, so
 * it refuses only certain mistakes, and allows more than a gateway should. The first broken rule gives field 39.
 */
import { RESPONSE } from '../../adapters/acquirers/iso8583/message/index.ts';
import type { DecisionInputs, Original } from './decision-facts.ts';
import type { MovementKind, RequestedMovement } from './movement.ts';
import { REFUSAL } from './outcomes.ts';

/** A merchant may capture more than was authorized, for example a tip. More than twice the amount is a mistake. */
const CAPTURED_PER_AUTHORIZED_MAX = 2n;

/** Refunds to a card may exceed the purchase, for costs and goodwill. Refunds to a gift card may not. */
const REFUNDED_PER_CAPTURED_MAX = 2n;

/** The entry source of a merchant-initiated payment. */
const MERCHANT = 'MERCHANT';

interface MovementRule {
  readonly code: string;
  readonly breaks: (movement: RequestedMovement, original: Original, facts: DecisionInputs) => boolean;
}

const OTHER_CURRENCY: MovementRule = {
  code: REFUSAL.invalidTransaction,
  breaks: ({ currency }, original) => currency.code !== original.currency,
};

function onlyOf(...kinds: readonly MovementKind[]): MovementRule {
  return { code: REFUSAL.invalidTransaction, breaks: (_, { kind }) => !kinds.includes(kind) };
}

const RULES: Readonly<Partial<Record<MovementKind, readonly MovementRule[]>>> = {
  CAPTURE: [
    onlyOf('AUTHORIZATION'),
    OTHER_CURRENCY,
    {
      code: REFUSAL.overLimit,
      breaks: ({ amount }, { captured, authorized }) => captured + amount > CAPTURED_PER_AUTHORIZED_MAX * authorized,
    },
  ],
  UPDATE: [
    onlyOf('AUTHORIZATION'),
    OTHER_CURRENCY,
    { code: REFUSAL.invalidAmount, breaks: ({ amount }, { captured }) => amount < captured },
  ],
  REFUND: [
    onlyOf('CAPTURE', 'PAYMENT'),
    OTHER_CURRENCY,
    { code: REFUSAL.invalidCardNumber, breaks: (_, __, { isOriginalsCard }) => !isOriginalsCard },
    {
      code: REFUSAL.overLimit,
      breaks: ({ amount }, { captured, refunded }, { giftCard }) =>
        refunded + amount > (giftCard === undefined ? REFUNDED_PER_CAPTURED_MAX : 1n) * captured,
    },
  ],
  VOID: [
    onlyOf('AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND'),
    OTHER_CURRENCY,
    { code: REFUSAL.invalidAmount, breaks: ({ amount }, original) => amount !== amountInForce(original) },
    { code: RESPONSE.noActionTaken, breaks: (_, original) => hasDependents(original) },
  ],
};

/** The amount that a void undoes. For an updated authorization it is the current amount. */
function amountInForce({ kind, amount, authorized }: Original): bigint {
  return kind === 'AUTHORIZATION' ? authorized : amount;
}

/**
 * An authorization has dependents when it has captures. A capture or payment has them when the remaining captures would
 * not cover the refunds without it: a refund is a part of the whole purchase, whichever capture it names.
 */
function hasDependents({ kind, amount, captured, refunded }: Original): boolean {
  if (kind === 'AUTHORIZATION') {
    return captured > 0n;
  }
  return kind !== 'REFUND' && refunded > captured - amount;
}

/** Whether a merchant-initiated payment with a card on file lacks the payment in which the payer agreed to it. */
function isWithoutAgreement(movement: RequestedMovement, { isAgreed }: DecisionInputs): boolean {
  const { posEnvironment, entrySource, originalIdentifier } = movement;
  const needsOne = posEnvironment !== undefined && entrySource === MERCHANT;
  return (needsOne || originalIdentifier !== undefined) && !isAgreed;
}

/** Field 39 of the refusal. Undefined if the movement breaks no rule. */
export function brokenRule(movement: RequestedMovement, facts: DecisionInputs): string | undefined {
  const { original } = facts;
  if (isWithoutAgreement(movement, facts)) {
    return REFUSAL.notPermitted;
  }
  if (original === undefined) {
    return movement.original === undefined ? undefined : REFUSAL.noStandingOriginal;
  }
  return RULES[movement.kind]?.find(({ breaks }) => breaks(movement, original, facts))?.code;
}
