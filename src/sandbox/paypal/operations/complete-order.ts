/** POST /v2/checkout/orders/{id}/capture and …/authorize: what the payer approved is taken or reserved. */
import { newResourceId } from '../ids.ts';
import type { OrderRow } from '../ledger/rows.ts';
import type { Operation, OperationContext } from '../operation.ts';
import { PENDING_MS } from '../outcomes.ts';
import { INSTRUMENTS, type Instrument } from '../payer.ts';
import { Refusal, unprocessable } from '../refusal.ts';
import { experienceOf, type PurchaseUnit } from '../requests.ts';
import { approvalOf, approvalUrl, Resources, requestOf } from '../resources.ts';
import { authorizationTimes } from './authorization-times.ts';
import { unitsIn } from './order-rules.ts';
import { ownOrder, showOrder } from './show-order.ts';

const HOUR_MS = 3_600_000;

/** With these the payer may go back and choose another instrument. */
const CHOOSE_AGAIN = ['INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'PAYER_ACTION_REQUIRED'];

export const captureOrder: Operation = completion('CAPTURE', 'capture');
export const authorizeOrder: Operation = completion('AUTHORIZE', 'authorize');

function completion(intent: OrderRow['intent'], verb: string): Operation {
  return {
    method: 'POST',
    path: `/v2/checkout/orders/:id/${verb}`,
    repeatsMs: 6 * HOUR_MS,
    act(context) {
      const order = ownOrder(context, context.id);
      checkState(order, intent, context.now);
      const request = requestOf(order);
      const instrument: Instrument = INSTRUMENTS[approvalOf(order)?.instrument ?? 'BALANCE'];
      const chosen = context.outcome(
        request.purchase_units.flatMap(({ custom_id, invoice_id, reference_id }) => [
          custom_id,
          invoice_id,
          reference_id,
        ]),
      );
      const issue = chosen.issue ?? instrument.issue;
      if (issue !== undefined) {
        throw refusalOf(issue, order, context.base);
      }
      const pending = chosen.pending ?? instrument.pending;
      if (pending !== undefined && experienceOf(request).payment_method_preference === 'IMMEDIATE_PAYMENT_REQUIRED') {
        throw refusalOf('INSTRUMENT_DECLINED', order, context.base);
      }
      const settlesAs = chosen.pending === undefined ? 'COMPLETED' : chosen.settlesAs;
      for (const [index, unit] of request.purchase_units.entries()) {
        const add = intent === 'CAPTURE' ? capture : authorize;
        add(context, { order, unit, index, pending, settlesAs });
      }
      context.ledger.orders.change(order, { status: 'COMPLETED', updated_at: context.now });
      return order.id;
    },
    show: (context, id, isRepeat) => showOrder(context, id, isRepeat ? 200 : 201),
  };
}

function checkState(order: OrderRow, intent: OrderRow['intent'], now: number): void {
  if (order.intent !== intent) {
    throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT');
  }
  if (order.status === 'COMPLETED') {
    throw unprocessable(intent === 'CAPTURE' ? 'ORDER_ALREADY_CAPTURED' : 'ORDER_ALREADY_AUTHORIZED');
  }
  if (order.status === 'VOIDED') {
    throw unprocessable('ORDER_COMPLETED_OR_VOIDED');
  }
  if (order.expires_at <= now) {
    throw unprocessable('ORDER_EXPIRED');
  }
  if (order.status !== 'APPROVED') {
    throw unprocessable('ORDER_NOT_APPROVED');
  }
}

/** The page's address, where another instrument may do. */
function refusalOf(issue: string, { id }: OrderRow, base: string): Refusal {
  const links = CHOOSE_AGAIN.includes(issue)
    ? ([{ href: approvalUrl(base, id), rel: 'redirect', method: 'GET' }] as const)
    : [];
  return new Refusal(422, [{ issue }], links);
}

interface Taken {
  readonly order: OrderRow;
  readonly unit: PurchaseUnit;
  readonly index: number;
  readonly pending: string | undefined;
  readonly settlesAs: 'COMPLETED' | 'DECLINED' | 'FAILED' | undefined;
}

function capture(
  { ledger, now, base, speed, events }: OperationContext,
  { order, unit, index, pending, settlesAs }: Taken,
): void {
  const isPending = pending !== undefined;
  const row = ledger.captures.add({
    id: newResourceId(),
    order_id: order.id,
    unit: index,
    authorization_id: null,
    amount: String(unitsIn(unit.amount, '/amount')),
    currency: unit.amount.currency_code,
    status: isPending ? 'PENDING' : 'COMPLETED',
    reason: pending ?? null,
    is_final: 1,
    invoice_id: unit.invoice_id ?? null,
    custom_id: unit.custom_id ?? null,
    settles_at: isPending && settlesAs !== undefined ? now + Math.round(PENDING_MS / speed) : null,
    settles_as: isPending ? (settlesAs ?? null) : null,
    created_at: now,
    updated_at: now,
  });
  const resource = { ...new Resources(ledger, base).capture(row), ...new Resources(ledger, base).related(row) };
  const type = isPending ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED';
  events.add({ merchant: order.merchant, type, resource, now, base });
}

function authorize({ ledger, now, base, events }: OperationContext, { order, unit, index, pending }: Taken): void {
  const row = ledger.authorizations.add({
    id: newResourceId(),
    order_id: order.id,
    unit: index,
    amount: String(unitsIn(unit.amount, '/amount')),
    currency: unit.amount.currency_code,
    status: pending === undefined ? 'CREATED' : 'PENDING',
    reason: pending === undefined ? null : 'PENDING_REVIEW',
    renews: null,
    ...authorizationTimes(now),
    created_at: now,
    updated_at: now,
  });
  const resource = { ...new Resources(ledger, base).authorization(row), ...new Resources(ledger, base).related(row) };
  events.add({ merchant: order.merchant, type: 'PAYMENT.AUTHORIZATION.CREATED', resource, now, base });
}
