/**
 * A confirmation link: for a merchant-initiated payment that the issuer declined because it requires authentication. It
 * is a payment link of the same order whose card is known: its payer only confirms at the bank.
 */
import { majorText } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { type Merchant, storedCurrency } from '../../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import { checkoutFrom } from '../session/checkout.ts';
import { payAddress } from '../session/page-addresses.ts';
import type { SessionService } from '../session/session-service.ts';
import { isPaidOrMayBe } from '../status/state.ts';
import { findStoredCard, isCardExpired, type StoredCard, type StoredCardSources } from '../status/stored-card.ts';
import { operationOf, softlyDeclined } from './declined-payment.ts';

export interface ConfirmationLinkDependencies extends StoredCardSources {
  readonly sessionService: SessionService;
  /** As for `isCardExpired`. */
  readonly thisMonth: string | undefined;
  /** Whether payers with a card of this scheme can be authenticated. */
  readonly hasDirectoryServer: (scheme: string) => boolean;
}

/** The reason why there is no link. */
export type NoConfirmationLink =
  | 'CARD_EXPIRED'
  | 'NO_AUTHENTICATION'
  | 'NO_CARD'
  | 'NO_DIRECTORY_SERVER'
  | 'NO_ORDER'
  | 'NOT_DECLINED_SOFTLY'
  | 'PAID'
  | 'UNDER_WAY';

export type ConfirmationLink =
  | {
      readonly kind: 'MADE';
      /** Path of the page. */
      readonly address: string;
      /** Decimal text in major units, and ISO 4217. */
      readonly amount: string;
      readonly currency: string;
      /** The card's last four digits. */
      readonly lastFour: string;
      /** `agreement.id`. */
      readonly agreement: string;
    }
  | { readonly kind: 'NONE'; readonly why: NoConfirmationLink };

/** For a payer who cancels at the bank, mistypes or is interrupted, and one who comes back another day. */
const ATTEMPTS_MAX = '5';

/** @param endsAt when the link ends, milliseconds since 1970 */
export async function makeConfirmationLink(
  dependencies: ConfirmationLinkDependencies,
  merchant: Merchant,
  orderId: string,
  endsAt: number,
): Promise<ConfirmationLink> {
  const order = await dependencies.orders.find(merchant.key, orderId);
  if (order === undefined) {
    return none('NO_ORDER');
  }
  if (order.lockedBy !== null) {
    return none('UNDER_WAY');
  }
  if (isPaidOrMayBe(order)) {
    return none('PAID');
  }
  const declined = softlyDeclined(await dependencies.orders.transactions(order.key));
  const agreement = declined?.request.details.agreement?.id;
  if (declined === undefined || agreement === undefined) {
    return none('NOT_DECLINED_SOFTLY');
  }
  const why = authenticationObstacle(dependencies, merchant, declined);
  if (why !== undefined) {
    return none(why);
  }
  const kept = await findStoredCard(dependencies, merchant.key, declined);
  if (kept === undefined || isCardExpired(kept, dependencies.thisMonth)) {
    return none(kept === undefined ? 'NO_CARD' : 'CARD_EXPIRED');
  }
  const values = valuesOf(order, declined, endsAt);
  const checkout = {
    ...checkoutFrom(values, merchant, declined.request.version),
    // The card is known, so card testing is impossible here: the profile's limit is for cards that payers type.
    attemptsMax: Number(ATTEMPTS_MAX),
    confirms: { transactionId: declined.transactionId },
  };
  // The link is public to the payer, so its session id must not authenticate changes (limit 0).
  const session = await dependencies.sessionService.create(merchant.key, { values, checkout, authenticationLimit: 0 });
  const { amount = '', currency = '' } = values.order ?? {};
  return { kind: 'MADE', address: payAddress(session.id), amount, currency, lastFour: lastFourOf(kept), agreement };
}

function lastFourOf({ opened }: StoredCard): string {
  return opened.provided?.card?.number?.reveal().slice(-4) ?? '';
}

const none = (why: NoConfirmationLink): ConfirmationLink => ({ kind: 'NONE', why });

function authenticationObstacle(
  { hasDirectoryServer }: ConfirmationLinkDependencies,
  { profile }: Merchant,
  { request: { instrument } }: StoredTransaction,
): NoConfirmationLink | undefined {
  if (profile.payerAuthentication === null) {
    return 'NO_AUTHENTICATION';
  }
  return instrument.type === 'CARD' && !hasDirectoryServer(instrument.scheme) ? 'NO_DIRECTORY_SERVER' : undefined;
}

/** The fields that a payment has about its purchase and payer; without its initiator, terminal and authentication. */
const PURCHASE_FIELDS = [
  'accountFunding',
  'agreement',
  'airline',
  'billing',
  'customer',
  'partnerSolutionId',
  'shipping',
] as const satisfies readonly (keyof RequestFields)[];

/** The declined payment's fields as a checkout's session has them. */
function valuesOf({ orderId, state }: StoredOrder, declined: StoredTransaction, endsAt: number): RequestFields {
  const { details } = declined.request;
  const repeated = Object.fromEntries(
    PURCHASE_FIELDS.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
  );
  const { currency } = state;
  return {
    ...repeated,
    checkoutMode: 'PAYMENT_LINK',
    interaction: { operation: operationOf(declined) },
    order: { ...details.order, id: orderId, amount: majorText(state.amount, storedCurrency(currency)), currency },
    paymentLink: { expiryDateTime: new Date(endsAt).toISOString(), numberOfAllowedAttempts: ATTEMPTS_MAX },
  };
}
