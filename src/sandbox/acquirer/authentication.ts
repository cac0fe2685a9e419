/**
 * What an authentication that comes with a payment is worth. The issuer is asked, which in the sandbox is its own ACS:
 * its ledger tells what it gave. One that it knows nothing of was made elsewhere, and nobody can judge it here.
 */
import type { RequestedMovement } from './movement.ts';

/**
 * FORGED: of another card, amount or currency, or with a value that the ACS did not give. RECOGNISED: genuine, without
 * a challenge.
 */
export type AuthenticationFact = 'CHALLENGED' | 'FORGED' | 'RECOGNISED';

/** What the ACS says of one that it has made; undefined: it has not. */
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
      /** Minor units, and ISO 4217's number; null where nothing was to be paid. */
      readonly purchaseAmount: string | null;
      readonly purchaseCurrency: string | null;
    }
  | undefined;

/** @returns undefined where there is none, or the ACS knows nothing of it */
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
