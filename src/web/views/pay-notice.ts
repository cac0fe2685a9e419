/** The notice above the hosted page's form: the result of the payer's last action. */
import type { CardRefusal } from '../../contract/card-names.ts';
import type { Amount } from './amount.ts';
import type { PaymentMethod } from './payment-method.ts';

/** Advice to the payer after a decline. */
export type DeclineAdvice = 'checkDetails' | 'otherCard' | 'askBank' | 'later' | 'giftCardBalance' | 'giftCardPin';

export type PayNotice =
  | {
      readonly kind: 'declined';
      readonly method: PaymentMethod;
      readonly advice: DeclineAdvice;
      /** Set if a rule of the shop refused the card, and the shop tells the reason. */
      readonly refusal?: CardRefusal | undefined;
      /** Absent where the attempt does not count as a refusal. */
      readonly attemptsLeft?: number;
      /** Another form was sent meanwhile, and this one was not processed. */
      readonly isElsewhere?: true;
    }
  /** The merchant changed the session since the form was shown. Both absent where only other details changed. */
  | { readonly kind: 'changed'; readonly before?: Amount; readonly now?: Amount }
  /**
   * The payer must press Pay again: the form is too old, or the cookie did not arrive, or the payment was tried
   * elsewhere meanwhile.
   */
  | { readonly kind: 'again'; readonly isElsewhere?: true }
  /** The chosen card is no longer saved. */
  | { readonly kind: 'unsaved' }
  /** A gift card's balance. `rest`: the amount left to pay by card, where the balance is too low and may pay a part. */
  | {
      readonly kind: 'balance';
      readonly lastFour: string;
      readonly amount: Amount;
      readonly isEnough: boolean;
      readonly rest?: Amount;
    }
  /** The balance was requested, and is not available. */
  | { readonly kind: 'balanceUntold' }
  /** A gift card that was held for this order was released. */
  | { readonly kind: 'released'; readonly amount: Amount }
  /** A wallet's token was refused, without a charge. */
  | { readonly kind: 'wallet'; readonly wallet: string }
  /** The payer cancelled, and has come back. */
  | { readonly kind: 'cancelled' }
  /** The bank did not confirm the payment, so there was no charge. */
  | {
      readonly kind: 'unconfirmed';
      readonly reason: UnconfirmedReason;
      /** The bank's message, unchanged. */
      readonly cardholderInfo?: string;
      /** Absent where the attempt does not count as a refusal. */
      readonly attemptsLeft?: number;
      /** Another form was sent meanwhile, and this one was not processed. */
      readonly isElsewhere?: true;
    }
  /** A payment at a provider failed, without a charge. */
  | {
      readonly kind: 'provider';
      readonly provider: string;
      readonly reason: ProviderFailure;
      /** Absent where the attempt does not count as a refusal. */
      readonly attemptsLeft?: number;
      readonly isElsewhere?: true;
    };

/** Why the payer's bank did not confirm its customer; `unavailable`: it could not be reached. */
export type UnconfirmedReason = 'cancelled' | 'failed' | 'unavailable';

/**
 * Why a payment at a provider failed: the provider declined, the payer cancelled, the time limit passed, or the
 * provider was unreachable.
 */
export type ProviderFailure = 'declined' | 'cancelled' | 'expired' | 'unavailable';
