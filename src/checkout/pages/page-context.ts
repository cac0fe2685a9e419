import type { CardRefusal } from '../../contract/card-names.ts';
import type { TestMode } from '../../contract/test-mode.ts';
import type { Merchant } from '../../core/index.ts';
import { supportCode } from '../../core/ports/index.ts';
import type { MoneyAtProvider, UnconfirmedReason } from '../../web/views/index.ts';
import { type PayerLanguages, payerCountry, payerLocale } from '../payer/payer-languages.ts';
import { shopOf, testModeOf } from '../receipt/shop.ts';
import type { CheckoutSession } from '../session/session.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';

export interface PageContext {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly locale: string;
  readonly testMode: TestMode | undefined;
  /** Two letters of ISO 3166-1, from the browser's language tag. */
  readonly country?: string;
  /** See `CheckoutStatus`. */
  readonly isReserved?: boolean;
  readonly isWithoutBank?: boolean;
  readonly money?: MoneyAtProvider;
  /** See `PageBase`. */
  readonly supportCode?: string | undefined;
  /** The bank's result for the last attempt, where it did not confirm the payment. */
  readonly unconfirmed?: AuthenticationDecline;
  /** The reason for which a rule of the shop refused the card of the last attempt, where payers are told. */
  readonly refusal?: CardRefusal | undefined;
}

/** The reason why the bank did not confirm a payment, and its message. */
export interface AuthenticationDecline {
  readonly reason: UnconfirmedReason;
  readonly cardholderInfo?: string;
}

export function pageContext(
  dependencies: PayerDependencies,
  { session, merchant, order, isReserved, isWithoutBank, money }: CheckoutStatus,
  languages: PayerLanguages,
): PageContext {
  const locale = payerLocale(dependencies, languages, session.fields.interaction?.locale);
  return {
    session,
    merchant,
    locale,
    country: payerCountry(languages),
    testMode: testModeOf(dependencies),
    isReserved,
    isWithoutBank,
    money,
    supportCode: order && supportCode(dependencies.gateway.sealer, order.key),
  };
}

export function pageBase(context: PageContext) {
  const { session, merchant, locale, testMode, isReserved, isWithoutBank, money } = context;
  return {
    locale,
    testMode,
    shop: shopOf(merchant, session.fields),
    isReserved: isReserved ? true : undefined,
    isWithoutBank: isReserved && isWithoutBank ? true : undefined,
    money,
    supportCode: context.supportCode,
  };
}
