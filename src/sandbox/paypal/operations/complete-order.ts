/** POST /v2/checkout/orders/{id}/capture and …/authorize: captures or authorizes an approved order. */
import { HOUR_MS } from '../../../contract/durations.ts';
import type { OrderRow } from '../ledger/rows.ts';
import type { PayPalOperation, PayPalOperationContext } from '../operation.ts';
import type { PayPalOutcome } from '../outcomes.ts';
import { INSTRUMENTS, type PayPalInstrument } from '../payer.ts';
import { PayPalRefusal, unprocessable } from '../refusal.ts';
import { experienceOf, type OrderRequest } from '../requests.ts';
import { orderRequestOf } from '../resources.ts';
import { namesIn } from '../scripts.ts';
import { addAuthorization, addCapture } from './movements.ts';
import { unitsIn } from './order-rules.ts';
import { ownOrder } from './own.ts';
import { showOrder } from './show-order.ts';

/** Issues after which the payer may return to PayPal and choose another instrument. */
const CHOOSE_AGAIN = ['INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'PAYER_ACTION_REQUIRED'];

export const captureOrder: PayPalOperation = completion('CAPTURE', 'capture');
export const authorizeOrder: PayPalOperation = completion('AUTHORIZE', 'authorize');

function completion(intent: OrderRow['intent'], verb: 'authorize' | 'capture'): PayPalOperation {
  return {
    name: `orders.${verb}`,
    method: 'POST',
    path: `/v2/checkout/orders/:id/${verb}`,
    repeatsMs: 6 * HOUR_MS,
    act(context) {
      const order = ownOrder(context, context.id);
      checkState(order, intent);
      const request = orderRequestOf(order);
      checkInvoices(context, order, request);
      const outcome = outcomeOf(context, order, request);
      if (outcome.issue !== undefined) {
        const isAgain = CHOOSE_AGAIN.includes(outcome.issue);
        const href = context.resources.approvalUrl(order.id);
        throw new PayPalRefusal(
          422,
          [{ issue: outcome.issue }],
          isAgain ? [{ href, rel: 'redirect', method: 'GET' }] : [],
        );
      }
      for (const [unit, { amount, invoice_id, custom_id }] of request.purchase_units.entries()) {
        const money = { units: unitsIn(amount, '/amount'), currency: amount.currency_code };
        if (intent === 'CAPTURE') {
          addCapture(context, { order, unit, money, outcome, isFinal: true, invoice_id, custom_id });
        } else {
          addAuthorization(context, { order, unit, money, outcome, renews: null });
        }
      }
      const completed = context.ledger.orders.change(order, { status: 'COMPLETED', updated_at: context.now });
      context.emit(order.merchant, 'CHECKOUT.ORDER.COMPLETED', context.resources.order(completed, true));
      return order.id;
    },
    show: (context, id, isRepeat) => showOrder(context, id, isRepeat ? 200 : 201),
  };
}

function checkState(order: OrderRow, intent: OrderRow['intent']): void {
  if (order.intent !== intent) {
    throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT');
  }
  if (order.status === 'COMPLETED') {
    throw unprocessable(intent === 'CAPTURE' ? 'ORDER_ALREADY_CAPTURED' : 'ORDER_ALREADY_AUTHORIZED');
  }
  if (order.status === 'VOIDED') {
    throw unprocessable('ORDER_COMPLETED_OR_VOIDED');
  }
  if (order.status !== 'APPROVED') {
    throw unprocessable('ORDER_NOT_APPROVED');
  }
}

/** An invoice can be paid once, by PayPal's default account setting. */
function checkInvoices(
  { ledger }: PayPalOperationContext,
  { id, merchant }: OrderRow,
  { purchase_units }: OrderRequest,
): void {
  const used = ledger.orders
    .all({ merchant, status: 'COMPLETED' })
    .filter((other) => other.id !== id)
    .flatMap((other) => orderRequestOf(other).purchase_units.map(({ invoice_id }) => invoice_id));
  if (purchase_units.some(({ invoice_id }) => invoice_id !== undefined && used.includes(invoice_id))) {
    throw unprocessable('DUPLICATE_INVOICE_ID');
  }
}

/** The tester's chosen outcome, else that of the payer's instrument. */
function outcomeOf(context: PayPalOperationContext, order: OrderRow, request: OrderRequest): PayPalOutcome {
  const instrument: PayPalInstrument = INSTRUMENTS[order.instrument ?? 'BALANCE'];
  const chosen = context.outcome(namesIn(request));
  if (chosen.issue !== undefined || chosen.pending !== undefined) {
    return chosen;
  }
  if (instrument.issue !== undefined) {
    return { issue: instrument.issue };
  }
  if (instrument.pending === undefined) {
    return {};
  }
  const wantsAtOnce = experienceOf(request).payment_method_preference === 'IMMEDIATE_PAYMENT_REQUIRED';
  return wantsAtOnce ? { issue: 'INSTRUMENT_DECLINED' } : { pending: instrument.pending, settlesAs: 'COMPLETED' };
}
