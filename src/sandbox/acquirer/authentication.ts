/**
 * Verifies the payer authentication of a payment. The sandbox's ACS acts for the issuer: its ledger has the
 * authentication values that it issued. An authentication that it does not know comes from elsewhere and cannot be
 * verified.
 */
import type { RequestedMovement } from './movement.ts';

/**
 * FORGED: of another card, amount or currency, or with a value that the ACS did not issue. RECOGNISED: genuine, without
 * a challenge.
 */
export type AuthenticationFact = 'CHALLENGED' | 'FORGED' | 'RECOGNISED';

/** The ACS's record of an authentication. Undefined: it made no such authentication. */
export type VerifyAuthentication = (proof: {
  readonly acctNumber: string;
  readonly dsTransID: string;
  /** Base64. */
  readonly authenticationValue: string;
  readonly eci: string;
}) =>
  | {
      readonly isGenuine: boolean;
      readonly isChallenged: boolean;
      /** Minor units, and the ISO 4217 numeric code. Null for an authentication without a purchase. */
      readonly purchaseAmount: string | null;
      readonly purchaseCurrency: string | null;
    }
  | undefined;

/** @returns undefined without an authentication, or if the ACS does not know it */
export function authenticationFact(
  movement: RequestedMovement,
  verify: VerifyAuthentication,
): AuthenticationFact | undefined {
  const { proof, card, amount, currency } = movement;
  if (proof === undefined || card === undefined) {
    return undefined;
  }
  const { dsTransID, token, eci } = proof;
  const known = verify({ acctNumber: card.number.reveal(), dsTransID, authenticationValue: token.reveal(), eci });
  if (known === undefined) {
    return undefined;
  }
  const { purchaseAmount, purchaseCurrency } = known;
  const isSameMoney =
    purchaseAmount === null
      ? amount === 0n
      : BigInt(purchaseAmount) === amount && purchaseCurrency === currency.numeric;
  if (!known.isGenuine || !isSameMoney) {
    return 'FORGED';
  }
  return known.isChallenged ? 'CHALLENGED' : 'RECOGNISED';
}
