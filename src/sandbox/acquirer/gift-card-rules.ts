/** The amount that a movement draws from a gift card, and the card's refusals. Other cards have no such rules. */
import type { DecisionInputs, Original } from './decision-facts.ts';
import { GIFT_CARD_PIN, isGiftCard } from './gift-cards.ts';
import type { MovementCard, MovementKind, RequestedMovement } from './movement.ts';
import { REFUSAL, RESPONSE_OF_OUTCOME } from './outcomes.ts';

/**
 * Minor units that the movement adds to the amount drawn from the card. An authorization draws its whole amount at
 * once, so a capture draws only what exceeds it. A refund draws nothing, and is available at once.
 */
const DRAW: Readonly<Record<MovementKind, (movement: RequestedMovement, original: Original | undefined) => bigint>> = {
  AUTHORIZATION: ({ amount }) => amount,
  PAYMENT: ({ amount }) => amount,
  VERIFICATION: () => 0n,
  REFUND: () => 0n,
  CAPTURE: ({ amount }, original) =>
    original === undefined
      ? amount
      : heldAmount(original.authorized, original.captured + amount) -
        heldAmount(original.authorized, original.captured),
  UPDATE: ({ amount }, original) =>
    original === undefined
      ? 0n
      : heldAmount(amount, original.captured) - heldAmount(original.authorized, original.captured),
  VOID: ({ amount }, original) => (original?.kind === 'REFUND' ? amount : 0n),
};

function heldAmount(authorized: bigint, captured: bigint): bigint {
  return authorized > captured ? authorized : captured;
}

/** Field 39 of the refusal. Undefined without a gift card, or if the card accepts. */
export function giftCardRefusal(
  movement: RequestedMovement,
  { giftCard, original }: DecisionInputs,
): string | undefined {
  const { card } = movement;
  if (card !== undefined && isGift(card)) {
    const refusal = cardRefusal(movement, card);
    if (refusal !== undefined) {
      return refusal;
    }
  }
  if (giftCard === undefined) {
    return undefined;
  }
  const draw = DRAW[movement.kind](movement, original);
  return draw > 0n && draw > giftCard.left ? RESPONSE_OF_OUTCOME.INSUFFICIENT_FUNDS : undefined;
}

export function isGift(card: MovementCard): boolean {
  return card.isGiftCardAccount || isGiftCard(card.number.reveal());
}

/** A refund, or a movement with an authorization code, has no PIN, because PINs are not stored. */
function cardRefusal({ kind, original, authorizationCode }: RequestedMovement, card: MovementCard): string | undefined {
  if (!isGiftCard(card.number.reveal())) {
    return REFUSAL.invalidCardNumber;
  }
  if (kind === 'REFUND') {
    return original === undefined ? REFUSAL.notPermitted : undefined;
  }
  const isKnown = authorizationCode !== undefined || card.giftPin?.reveal() === GIFT_CARD_PIN;
  return isKnown ? undefined : REFUSAL.wrongPin;
}
