/** The notice above the hosted page's form: what happened since the payer last pressed a button. */
import type { Amount } from './amount.ts';
import type { PaymentMethod } from './pay-page.ts';

/** What a payer can do after a decline. */
export type DeclineAdvice = 'checkDetails' | 'otherCard' | 'askBank' | 'later' | 'giftCardBalance' | 'giftCardPin';

export type PayNotice =
  | {
      readonly kind: 'declined';
      readonly method: PaymentMethod;
      readonly advice: DeclineAdvice;
      /** Absent where the payer was not refused. */
      readonly attemptsLeft?: number;
      /** Another form was sent meanwhile, and this one was not. */
      readonly isElsewhere?: true;
    }
  /** The merchant changed the session since the form was shown. Both absent where only other details changed. */
  | { readonly kind: 'changed'; readonly before?: Amount; readonly now?: Amount }
  /**
   * The payer must press Pay again: the form is too old, or the cookie did not arrive, or the payment was tried
   * elsewhere meanwhile.
   */
  | { readonly kind: 'again'; readonly isElsewhere?: true }
  /** What is on a gift card. `rest`: what is left to pay by card, where it has too little and may pay a part. */
  | {
      readonly kind: 'balance';
      readonly lastFour: string;
      readonly amount: Amount;
      readonly isEnough: boolean;
      readonly rest?: Amount;
    }
  /** It was asked for, and cannot be told. */
  | { readonly kind: 'balanceUntold' }
  /** A gift card that was held for this order pays nothing for it. */
  | { readonly kind: 'released'; readonly amount: Amount }
  /** The payer cancelled, and is here again. */
  | { readonly kind: 'cancelled' }
  /** The bank did not confirm it, so nothing was charged. */
  | {
      readonly kind: 'unconfirmed';
      readonly reason: Unconfirmed;
      /** What the bank has to say, as it came. */
      readonly fromBank?: string;
      /** Absent where the payer was not refused. */
      readonly attemptsLeft?: number;
      /** Another form was sent meanwhile, and this one was not. */
      readonly isElsewhere?: true;
    }
  /** A payment at a provider failed. Nothing was charged. */
  | {
      readonly kind: 'provider';
      readonly provider: string;
      readonly reason: ProviderFailure;
      /** Absent where the payer was not refused. */
      readonly attemptsLeft?: number;
      readonly isElsewhere?: true;
    };

/** How the payer's bank did not confirm that this is its customer; `unavailable`: it could not be asked. */
export type Unconfirmed = 'cancelled' | 'failed' | 'unavailable';

/**
 * Why a payment at a provider failed: the provider declined, the payer cancelled, the time limit passed, or the
 * provider was unreachable.
 */
export type ProviderFailure = 'declined' | 'cancelled' | 'expired' | 'unavailable';
