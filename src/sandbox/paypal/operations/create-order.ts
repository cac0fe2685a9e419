/** POST /v2/checkout/orders */
import { HOUR_MS } from '../../../contract/durations.ts';
import { newResourceId } from '../ids.ts';
import type { PayPalOperation } from '../operation.ts';
import { PayPalRefusal, unprocessable } from '../refusal.ts';
import { experienceOf, type OrderRequest } from '../requests.ts';
import { scriptIn } from '../scripts.ts';
import { checkOrder, unitReferenceOf } from './order-rules.ts';
import { showOrder } from './show-order.ts';

/** PayPal's default time for the payer's approval and the merchant's completion. */
const APPROVAL_MS = 3 * HOUR_MS;

/** The simulator supports only the wallet. */
const SOURCES = ['paypal'];

export const createOrder: PayPalOperation = {
  name: 'orders.create',
  method: 'POST',
  path: '/v2/checkout/orders',
  repeatsMs: 6 * HOUR_MS,
  act({ ledger, account, body, now, speed, outcome, requestId }) {
    const request = body as OrderRequest;
    checkSource(request);
    if (request.payment_source !== undefined && requestId === undefined) {
      throw new PayPalRefusal(400, [{ issue: 'PAYPAL_REQUEST_ID_REQUIRED' }]);
    }
    checkOrder(request, account.merchantId);
    const script = scriptIn(request);
    const issue = outcome().issue ?? script?.refusal;
    if (issue !== undefined) {
      throw unprocessable(issue);
    }
    const units = request.purchase_units.map((unit) => ({ ...unit, reference_id: unitReferenceOf(unit) }));
    const order = ledger.orders.add({
      id: newResourceId(),
      merchant: account.merchantId,
      intent: request.intent,
      status: request.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
      request: JSON.stringify({ ...request, purchase_units: units }),
      instrument: null,
      silent_until: null,
      expires_at: now + APPROVAL_MS,
      created_at: now,
      updated_at: now,
    });
    for (const { instrument, afterMs } of script?.steps ?? []) {
      const due = now + Math.round(afterMs / speed);
      ledger.steps.add({ id: newResourceId(), order_id: order.id, instrument, due_at: due });
    }
    return order.id;
  },
  show: (context, id, isRepeat) => showOrder(context, id, isRepeat ? 200 : 201),
};

/** A payment with the wallet needs return addresses. */
function checkSource(request: OrderRequest): void {
  if (request.payment_source === undefined) {
    return;
  }
  const other = Object.keys(request.payment_source).find((name) => !SOURCES.includes(name));
  if (other !== undefined) {
    throw new PayPalRefusal(400, [{ issue: 'NOT_SUPPORTED', field: `/payment_source/${other}`, location: 'body' }]);
  }
  const experience = experienceOf(request);
  for (const name of ['return_url', 'cancel_url'] as const) {
    if (experience[name] === undefined) {
      const field = `/payment_source/paypal/experience_context/${name}`;
      throw new PayPalRefusal(400, [{ issue: 'MISSING_REQUIRED_PARAMETER', field, location: 'body' }]);
    }
  }
}
