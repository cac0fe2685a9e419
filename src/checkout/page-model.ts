/** Makes the model of the payer's page (`checkout-page.ts`) from the checkout's status. */

import { failureReason } from '../browser-payments/payment-result.ts';
import { statusAddress } from '../browser-payments/redirect-addresses.ts';
import { decimal, decimalText, multiply } from '../contract/decimal.ts';
import { providerName } from '../contract/fields/browser-payment-fields.ts';
import type { GatewayCode } from '../contract/gateway-codes.ts';
import { minorUnits } from '../contract/money.ts';
import type { Values } from '../contract/read.ts';
import { textAt, valueAt } from '../contract/values.ts';
import type { BrowserPayment } from '../gateway/browser/browser-payment-records.ts';
import type { Merchant } from '../gateway/merchant.ts';
import { storedCurrency } from '../gateway/operations/order-context.ts';
import type { InstrumentView, StoredTransaction } from '../gateway/order-records.ts';
import { traceOf } from '../gateway/trace.ts';
import { amountOf, storedAmount } from './amount.ts';
import type {
  DeclineAdvice,
  DonePage,
  EndedPage,
  OrderSummary,
  PaymentMethod,
  PayNotice,
  PayPage,
  Shop,
} from './checkout-page.ts';
import { cancelAddress, payAddress } from './page-addresses.ts';
import { cancelUrlOf } from './return-url.ts';
import type { FormState } from './session.ts';
import type { CheckoutSession, CheckoutState } from './state.ts';

export interface PageContext {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly locale: string;
  readonly sandbox: boolean;
}

export function payPage(
  { session, ...context }: PageContext,
  state: CheckoutState & { kind: 'pay' },
  hidden: PayPage['hidden'],
  providers: PayPage['providers'] = [],
): PayPage {
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
    ...(transaction && { receiptNumber: traceOf(transaction.key, transaction.createdAt).receipt }),
    ...(wayBack !== undefined && { wayBack: { href: wayBack } }),
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
  return { ...summary, lines: [], subtotals: [], total: storedAmount(request) };
}

function shownInstrument(instrument: InstrumentView | undefined): DonePage['instrument'] {
  switch (instrument?.type) {
    case 'BROWSER_PAYMENT':
      return { brand: providerName(instrument.provider), lastFour: '' };
    case 'GIFT_CARD':
      return { brand: 'GIFT_CARD', lastFour: instrument.lastFour ?? '' };
    case 'CARD':
      return { brand: instrument.brand, lastFour: instrument.lastFour ?? '' };
    default:
      return { brand: 'UNKNOWN', lastFour: '' };
  }
}

/** @param payment at the provider whose answer is awaited */
export function endedPage(
  context: PageContext,
  kind: EndedPage['kind'],
  wayBack: string | undefined,
  payment?: BrowserPayment,
): EndedPage {
  return {
    ...pageBase(context),
    kind,
    summary: orderSummary(context.session),
    ...(payment && {
      provider: { name: providerName(payment.provider), statusHref: statusAddress(payment.handle) },
    }),
    ...(wayBack !== undefined && { wayBack: { href: wayBack } }),
  };
}

export function pageBase({ session, merchant, locale, sandbox }: PageContext) {
  return { locale, sandbox, shop: shopOf(merchant, session.fields) };
}

/** @param fields of the checkout's session, when there is one */
export function shopOf({ profile }: Merchant, fields: Values = {}): Shop {
  const email = textAt(fields, 'interaction.merchant.email');
  const phone = textAt(fields, 'interaction.merchant.phone');
  const { color, supportUrl } = profile.branding;
  return {
    name: textAt(fields, 'interaction.merchant.name') ?? profile.name,
    addressLines: ['line1', 'line2', 'line3', 'line4']
      .map((line) => textAt(fields, `interaction.merchant.address.${line}`))
      .filter((line) => line !== undefined),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    color,
    ...(supportUrl !== null && { supportUrl }),
  };
}

const SUBTOTALS = [
  ['items', 'itemAmount'],
  ['discount', 'discount.amount'],
  ['shipping', 'shippingAndHandlingAmount'],
  ['tax', 'taxAmount'],
] as const;

export function orderSummary({ fields, checkout }: CheckoutSession): OrderSummary {
  const charging = checkout.operation === 'AUTHORIZE' || checkout.operation === 'PURCHASE';
  const code = textAt(fields, 'order.currency');
  const items = valueAt(fields, 'order.item');
  const reference = textAt(fields, 'order.reference');
  const description = textAt(fields, 'order.description');
  const total = charging ? amountOf(textAt(fields, 'order.amount'), code) : undefined;
  return {
    orderId: textAt(fields, 'order.id') ?? '',
    ...(reference !== undefined && { reference }),
    ...(description !== undefined && { description }),
    lines: Array.isArray(items) ? items.map((item) => summaryLine(item, code)) : [],
    subtotals: SUBTOTALS.flatMap(([kind, name]) => {
      const amount = amountOf(textAt(fields, `order.${name}`), code);
      return amount === undefined ? [] : [{ kind, amount }];
    }),
    ...(total && { total }),
  };
}

function summaryLine(item: Values, code: string | undefined): OrderSummary['lines'][number] {
  const quantity = textAt(item, 'quantity') ?? '1';
  const description = textAt(item, 'description');
  const total = decimalText(multiply(decimal(textAt(item, 'unitPrice') ?? '0')!, decimal(quantity)!));
  return {
    name: textAt(item, 'name') ?? '',
    ...(description !== undefined && { description }),
    quantity,
    total: amountOf(total, code) ?? { value: total, currency: code ?? '', exponent: 2 },
  };
}

function noticeOf(session: CheckoutSession, state: CheckoutState & { kind: 'pay' }): PayNotice | undefined {
  const { form, fields } = session;
  if (form?.notice === 'again') {
    return { kind: 'again' };
  }
  if (form?.notice === 'changed') {
    return changedNotice(form, fields);
  }
  if (Object.keys(form?.errors ?? {}).length > 0 || state.declined === undefined) {
    return undefined;
  }
  const { provider, gatewayCode } = state.declined;
  if (provider !== undefined) {
    const reason = failureReason(gatewayCode);
    return { kind: 'provider', provider: providerName(provider), reason, attemptsLeft: state.attemptsLeft };
  }
  const method = form?.method ?? 'card';
  return {
    kind: 'declined',
    method,
    advice: adviceFor(state.declined.gatewayCode, method),
    attemptsLeft: state.attemptsLeft,
  };
}

function changedNotice({ before: shown }: FormState, fields: Values): PayNotice {
  const before = amountOf(shown?.value, shown?.currency);
  const now = amountOf(textAt(fields, 'order.amount'), textAt(fields, 'order.currency'));
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
