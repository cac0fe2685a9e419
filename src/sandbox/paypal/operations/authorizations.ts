/** /v2/payments/authorizations/{id}: get, capture, reauthorize, void. */
import { DAY_MS } from '../../../contract/durations.ts';
import type { AuthorizationRow, OrderRow } from '../ledger/rows.ts';
import type { PayPalOperation, PayPalOperationContext, PayPalResponse } from '../operation.ts';
import type { CaptureRequest } from '../requests.ts';
import { orderRequestOf } from '../resources.ts';
import { captureLimit, checkCaptured, checkRenewed, checkVoided, moneyIn } from './authorization-rules.ts';
import { showCapture } from './captures.ts';
import { addAuthorization, addCapture } from './movements.ts';
import { notRefused } from './not-refused.ts';
import { ownAuthorization } from './own.ts';

const PATH = '/v2/payments/authorizations/:id';
/** How long PayPal remembers a request id of payments. */
const REPEATS_MS = 45 * DAY_MS;

export const getAuthorization: PayPalOperation = {
  name: 'authorizations.get',
  method: 'GET',
  path: PATH,
  act: (context) => ownAuthorization(context, context.id).id,
  show: (context, id) => showAuthorization(context, id, 200, true),
};

export const captureAuthorization: PayPalOperation = {
  name: 'authorizations.capture',
  method: 'POST',
  path: `${PATH}/capture`,
  repeatsMs: REPEATS_MS,
  act(context) {
    const { ledger, now, body, outcome: chosen } = context;
    const authorization = ownAuthorization(context, context.id);
    const order = orderOf(context, authorization);
    const request = body as CaptureRequest;
    const unit = orderRequestOf(order).purchase_units[authorization.unit];
    const money = moneyIn(request.amount, authorization, 'AUTH_CAPTURE_CURRENCY_MISMATCH');
    const outcome = notRefused(chosen([request.invoice_id, request.note_to_payer]));
    checkCaptured(context, authorization, { units: money.units, invoice: request.invoice_id });
    const captured = captureLimit(context, authorization).captured + money.units;
    const isFinal = request.final_capture ?? false;
    const capture = addCapture(context, {
      ...{ order, unit: authorization.unit, money, outcome, authorization, isFinal },
      invoice_id: request.invoice_id ?? unit?.invoice_id,
      custom_id: unit?.custom_id,
    });
    const isAll = isFinal || captured >= BigInt(authorization.amount);
    ledger.authorizations.change(authorization, {
      status: isAll ? 'CAPTURED' : 'PARTIALLY_CAPTURED',
      updated_at: now,
    });
    return capture.id;
  },
  show: (context, id) => showCapture(context, id, 201),
};

export const reauthorize: PayPalOperation = {
  name: 'authorizations.reauthorize',
  method: 'POST',
  path: `${PATH}/reauthorize`,
  repeatsMs: REPEATS_MS,
  act(context) {
    const { ledger, now } = context;
    const authorization = ownAuthorization(context, context.id);
    const order = orderOf(context, authorization);
    const money = moneyIn((context.body as CaptureRequest).amount, authorization, 'AUTH_CURRENCY_MISMATCH');
    const outcome = notRefused(context.outcome());
    checkRenewed(context, authorization, money.units);
    ledger.authorizations.change(authorization, { status: 'VOIDED', updated_at: now });
    return addAuthorization(context, { order, unit: authorization.unit, money, outcome, renews: authorization }).id;
  },
  show: (context, id) => showAuthorization(context, id, 201),
};

export const voidAuthorization: PayPalOperation = {
  name: 'authorizations.void',
  method: 'POST',
  path: `${PATH}/void`,
  act(context) {
    const { ledger, now, resources, emit } = context;
    const authorization = ownAuthorization(context, context.id);
    const order = orderOf(context, authorization);
    notRefused(context.outcome());
    checkVoided(authorization);
    const changes = { status: 'VOIDED', reason: null, settles_at: null, settles_as: null, updated_at: now } as const;
    const voided = ledger.authorizations.change(authorization, changes);
    const others = ledger.authorizations.all({ order_id: order.id });
    if (
      others.every(({ status }) => status === 'VOIDED') &&
      ledger.captures.find({ order_id: order.id }) === undefined
    ) {
      ledger.orders.change(order, { status: 'VOIDED', updated_at: now });
    }
    emit(order.merchant, 'PAYMENT.AUTHORIZATION.VOIDED', resources.wholeAuthorization(voided));
    return voided.id;
  },
  show: (context, id) => (context.isWhole ? showAuthorization(context, id, 200) : { status: 204 }),
};

function showAuthorization(
  context: PayPalOperationContext,
  id: string,
  status: number,
  isWhole = context.isWhole,
): PayPalResponse {
  const row = ownAuthorization(context, id);
  const { resources } = context;
  return { status, body: isWhole ? resources.wholeAuthorization(row) : resources.authorization(row, false) };
}

function orderOf({ ledger }: PayPalOperationContext, { order_id: id }: AuthorizationRow): OrderRow {
  return ledger.orders.find({ id }) as OrderRow;
}
