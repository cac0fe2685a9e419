/** The receipt of a paid checkout. At the address after Pay, it leads to the return URL. */
import { minorUnits } from '../../../contract/money.ts';
import { describeInstrument, instrumentOf, storedCurrency } from '../../../core/index.ts';
import type { InstrumentView, StoredOrder, StoredTransaction } from '../../../core/ports/index.ts';
import type { DonePage, OrderSummary, PageView } from '../../../web/views/index.ts';
import { storedAmount } from '../../receipt/amount.ts';
import { mailedReceipt } from '../../receipt/mailed-receipt.ts';
import { orderSummary } from '../../receipt/order-summary.ts';
import { paidParts } from '../../receipt/paid-parts.ts';
import { madePayment } from '../../receipt/payment-money.ts';
import { referencesOf, shownInstrument } from '../../receipt/receipt-references.ts';
import { cardHandle, statusAddress, statusEnd } from '../../return/index.ts';
import { type CheckoutStatus, type PayerDependencies, shopUrlOf } from '../../status/checkout-status.ts';
import { pageBase } from '../page-context.ts';
import { onPayerReturn } from '../payer-return.ts';
import type { Visit } from '../visit.ts';

export async function paidPage(visit: Visit<'paid'>): Promise<PageView<DonePage>> {
  const { dependencies, found, address } = visit;
  const receipt = await receiptOf(visit);
  const shopUrl = shopUrlOf(dependencies, found);
  if (address === 'pay') {
    return { page: { ...receipt, kind: 'receipt', returnLink: shopUrl === undefined ? undefined : { href: shopUrl } } };
  }
  if (shopUrl === undefined) {
    return { page: { ...receipt, kind: 'paid' } };
  }
  if (found.session.fields.interaction?.displayControl?.paymentConfirmation !== 'HIDE') {
    return { page: { ...receipt, kind: 'paid', returnLink: { href: shopUrl, isFollowed: true } } };
  }
  // Most requests follow their form's POST, and the page's policy (`form-action`) allows redirects only to this site: a
  // page redirects instead.
  return {
    page: { ...receipt, kind: 'paid', returnLink: { href: shopUrl, isAtOnce: true } },
    refreshTo: shopUrl,
    onSent: onPayerReturn(dependencies, found),
  };
}

async function receiptOf({
  dependencies,
  found,
  state,
  context,
}: Visit<'paid'>): Promise<Omit<DonePage, 'kind' | 'returnLink'>> {
  const { orders } = dependencies.gateway;
  const { order, session } = found;
  const id = state.movement?.transactionId;
  const transaction = order && id !== undefined ? await orders.transaction(order.key, id) : undefined;
  const instrument = transaction?.request.instrument ?? storedInstrument(dependencies, found);
  const parts = order && (await paidParts(orders, order));
  const charge = order && transaction && (await chargeOf(dependencies, found, order, transaction));
  const references = transaction && referencesOf(transaction);
  const total = transaction && {
    currency: transaction.request.currency,
    amount: parts?.total ?? transaction.request.amount,
  };
  return {
    ...pageBase(context),
    operation: session.checkout.operation,
    summary: paidSummary(orderSummary(session), total),
    made: charge?.made,
    statusHref: charge?.statusHref,
    paidAt: new Date(transaction?.updatedAt ?? session.checkout.storedAt ?? session.updatedAt).toISOString(),
    instrument: shownInstrument(instrument),
    parts: parts?.shown,
    receiptNumber: references?.receiptNumber,
    authorizationCode: references?.authorizationCode,
    mailed: transaction && (await mailedReceipt(dependencies.receipts, transaction, dependencies.gateway.clock.now())),
    statement: references?.statement,
  };
}

/** The payment's outcome and the address of its status page; undefined for a verification, which moves no money. */
async function chargeOf(
  { gateway }: PayerDependencies,
  { merchant }: CheckoutStatus,
  order: StoredOrder,
  transaction: StoredTransaction,
): Promise<Pick<DonePage, 'made' | 'statusHref'> | undefined> {
  if (transaction.request.type === 'VERIFICATION') {
    return undefined;
  }
  const atProvider = await gateway.browser.payments.find(transaction.key);
  const handle = atProvider?.payment.handle ?? cardHandle(gateway.sealer, transaction);
  const isShown = gateway.clock.now() < statusEnd(transaction, atProvider === undefined);
  return {
    made: await madePayment(gateway, merchant, order, transaction),
    statusHref: handle !== undefined && isShown ? statusAddress(handle) : undefined,
  };
}

/** For operation NONE: the card that the payer stored in the session, while the session has it. */
function storedInstrument(
  { sessionService, gateway }: PayerDependencies,
  { owner, merchant }: CheckoutStatus,
): InstrumentView | undefined {
  const values = sessionService.values(owner);
  if (values.sourceOfFunds?.provided?.card?.number === undefined) {
    return undefined;
  }
  const { cardFacts } = gateway;
  return describeInstrument({ instrument: instrumentOf(values), values, profile: merchant.profile, cardFacts });
}

/** The shop may have updated the session since; the page shows the amount that was paid. */
function paidSummary(
  summary: OrderSummary,
  paid: { readonly currency: string; readonly amount: bigint } | undefined,
): OrderSummary {
  const { total } = summary;
  if (total === undefined || paid === undefined) {
    return summary;
  }
  const currency = storedCurrency(paid.currency);
  if (currency.code === total.currency && minorUnits(total.value, currency) === paid.amount) {
    return summary;
  }
  const { discountIncluded: _discount, ...order } = summary;
  return { ...order, lines: [], subtotals: [], total: storedAmount(paid) };
}
