/** Makes what the payer's pages show (`src/views`) from the checkout's status. */

import type { GatewayCode } from '../contract/gateway-codes.ts';
import { minorUnits } from '../contract/money.ts';
import { providerName } from '../contract/providers/index.ts';
import type { RequestFields } from '../contract/request-fields.ts';
import { failureReason } from '../gateway/browser-payments/index.ts';
import { type Merchant, type Movement, storedCurrency } from '../gateway/index.ts';
import type { InstrumentView, StoredTransaction } from '../gateway/ports/index.ts';
import type {
  DeclineAdvice,
  DonePage,
  EndedPage,
  MoneyAtProvider,
  OrderSummary,
  PaymentMethod,
  PayNotice,
  PayPage,
  Shop,
} from '../views/index.ts';
import { amountOf, storedAmount } from './amount.ts';
import { orderSummary } from './order-summary.ts';
import { cancelAddress, payAddress } from './page-addresses.ts';
import { referencesOf, shownInstrument } from './receipt-references.ts';
import { cancelUrlOf } from './return-url.ts';
import type { FormState } from './session.ts';
import type { CheckoutSession, CheckoutState } from './state.ts';

export interface PageContext {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly locale: string;
  readonly sandbox: boolean;
  /** As of `CheckoutStatus`. */
  readonly isReserved?: boolean;
  readonly isWithoutBank?: boolean;
  readonly money?: MoneyAtProvider;
}

export function payPage(
  { session, ...context }: PageContext,
  state: CheckoutState & { kind: 'pay' },
  hidden: PayPage['hidden'],
  providers: PayPage['providers'] = [],
): Omit<PayPage, 'endsIn'> {
  const { form, checkout } = session;
  const methods: PaymentMethod[] =
    checkout.operation === 'AUTHORIZE' || checkout.operation === 'PURCHASE' ? ['card', 'giftCard'] : ['card'];
  const notice = noticeOf(session, state);
  return {
    ...pageBase({ session, ...context }),
    kind: 'pay',
    operation: checkout.operation,
    summary: orderSummary(session),
    action: payAddress(session.id),
    ...(cancelUrlOf(session) && { cancelAction: cancelAddress(session.id) }),
    hidden,
    methods,
    providers,
    method: form !== null && methods.includes(form.method) ? form.method : 'card',
    kept: form?.kept ?? {},
    errors: (form?.errors ?? {}) as PayPage['errors'],
    ...(notice && { notice }),
  };
}

export function donePage(
  context: PageContext,
  kind: DonePage['kind'],
  paid: { readonly instrument?: InstrumentView; readonly transaction?: StoredTransaction },
  wayBack: string | undefined,
): DonePage {
  const { session } = context;
  const { instrument, transaction } = paid;
  return {
    ...pageBase(context),
    kind,
    operation: session.checkout.operation,
    summary: paidSummary(orderSummary(session), transaction),
    paidAt: new Date(transaction?.updatedAt ?? session.checkout.storedAt ?? session.updatedAt).toISOString(),
    instrument: shownInstrument(instrument),
    ...(transaction && referencesOf(transaction)),
    ...(wayBack !== undefined && { wayBack: { href: wayBack, ...(kind === 'paid' && { isFollowed: true }) } }),
  };
}

/** The shop may have updated the session since; show what was paid. */
function paidSummary(summary: OrderSummary, transaction: StoredTransaction | undefined): OrderSummary {
  const { total } = summary;
  if (total === undefined || transaction === undefined) {
    return summary;
  }
  const { request } = transaction;
  const currency = storedCurrency(request.currency);
  if (currency.code === total.currency && minorUnits(total.value, currency) === request.amount) {
    return summary;
  }
  const { discountIncluded: _discount, ...order } = summary;
  return { ...order, lines: [], subtotals: [], total: storedAmount(request) };
}

/** What an ended page shows beside its kind. */
export type EndedDetails = Pick<EndedPage, 'poll' | 'provider' | 'reason' | 'renewAction' | 'status'>;

export function endedPage(
  context: PageContext,
  kind: EndedPage['kind'],
  wayBack: string | undefined,
  details: EndedDetails = {},
): EndedPage {
  const { session } = context;
  return {
    ...pageBase(context),
    kind,
    operation: session.checkout.operation,
    summary: orderSummary(session),
    ...details,
    ...(wayBack !== undefined && { wayBack: { href: wayBack } }),
  };
}

export function pageBase({ session, merchant, locale, sandbox, isReserved, isWithoutBank, money }: PageContext) {
  return {
    locale,
    sandbox,
    shop: shopOf(merchant, session.fields),
    ...(isReserved && { isReserved, ...(isWithoutBank && { isWithoutBank }) }),
    ...(money && { money }),
  };
}

const ADDRESS_LINES = ['line1', 'line2', 'line3', 'line4'] as const;

/** @param fields of the checkout's session, when there is one */
export function shopOf({ profile }: Merchant, fields: RequestFields = {}): Shop {
  const email = fields.interaction?.merchant?.email;
  const phone = fields.interaction?.merchant?.phone;
  const { color, supportUrl } = profile.branding;
  return {
    name: fields.interaction?.merchant?.name ?? profile.name,
    addressLines: ADDRESS_LINES.map((line) => fields.interaction?.merchant?.address?.[line]).filter(
      (line) => line !== undefined,
    ),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    color,
    ...(supportUrl !== null && { supportUrl }),
  };
}

function noticeOf(session: CheckoutSession, state: CheckoutState & { kind: 'pay' }): PayNotice | undefined {
  const { form, fields } = session;
  if (form?.notice === 'again' || form?.notice === 'cancelled') {
    return { kind: form.notice };
  }
  if (form?.notice === 'changed') {
    return changedNotice(form, fields);
  }
  const isElsewhere = form?.notice === 'elsewhere';
  const isCorrected = Object.keys(form?.errors ?? {}).length > 0;
  if (state.isLeft && !isElsewhere && !isCorrected) {
    return { kind: 'cancelled' };
  }
  if (state.declined === undefined) {
    return isElsewhere ? { kind: 'again', isElsewhere: true } : undefined;
  }
  if (isCorrected) {
    return undefined;
  }
  const left = state.isFree ? undefined : state.attemptsLeft;
  return { ...declineNotice(state.declined, left), ...(isElsewhere && { isElsewhere: true }) };
}

/** @param attemptsLeft is left out where the payer was not refused */
export function declineNotice(declined: Movement, attemptsLeft?: number): Extract<PayNotice, { kind: DeclineKind }> {
  const { provider, gatewayCode, giftCard } = declined;
  const counted = attemptsLeft === undefined ? {} : { attemptsLeft };
  if (provider !== undefined) {
    return { kind: 'provider', provider: providerName(provider), reason: failureReason(gatewayCode), ...counted };
  }
  const method = giftCard ? 'giftCard' : 'card';
  return { kind: 'declined', method, advice: adviceFor(gatewayCode, method), ...counted };
}

type DeclineKind = 'declined' | 'provider';

function changedNotice({ before: shown }: FormState, fields: RequestFields): PayNotice {
  const before = amountOf(shown?.value, shown?.currency);
  const now = amountOf(fields.order?.amount, fields.order?.currency);
  const same = before?.value === now?.value && before?.currency === now?.currency;
  return same || before === undefined || now === undefined ? { kind: 'changed' } : { kind: 'changed', before, now };
}

/** What a payer can do. Do not reveal which detail was wrong: card testers would use it. */
const ADVICE: Partial<Record<GatewayCode, DeclineAdvice>> = {
  ACQUIRER_SYSTEM_ERROR: 'later',
  DECLINED_AVS: 'checkDetails',
  DECLINED_AVS_CSC: 'checkDetails',
  DECLINED_CSC: 'checkDetails',
  DUPLICATE_BATCH: 'later',
  EXPIRED_CARD: 'checkDetails',
  INVALID_CSC: 'checkDetails',
  REFERRED: 'askBank',
  DECLINED: 'askBank',
  SYSTEM_ERROR: 'later',
  TIMED_OUT: 'later',
  UNSPECIFIED_FAILURE: 'later',
};
const GIFT_CARD_ADVICE: Partial<Record<GatewayCode, DeclineAdvice>> = {
  ...ADVICE,
  DECLINED: 'giftCardPin',
  INSUFFICIENT_FUNDS: 'giftCardBalance',
};

function adviceFor(code: GatewayCode, method: PaymentMethod): DeclineAdvice {
  return (method === 'giftCard' ? GIFT_CARD_ADVICE : ADVICE)[code] ?? 'otherCard';
}
