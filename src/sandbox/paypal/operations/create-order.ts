/** POST /v2/checkout/orders */
import { newResourceId } from '../ids.ts';
import type { Operation } from '../operation.ts';
import { Refusal, unprocessable } from '../refusal.ts';
import { experienceOf, type OrderRequest } from '../requests.ts';
import { checkOrder, referenceOf } from './order-rules.ts';
import { showOrder } from './show-order.ts';

const HOUR_MS = 3_600_000;

/** The payer's time to approve; PayPal's standard. */
const APPROVAL_MS = 3 * HOUR_MS;

export const createOrder: Operation = {
  method: 'POST',
  path: '/v2/checkout/orders',
  repeatsMs: 6 * HOUR_MS,
  act({ ledger, account, body, now, outcome }) {
    const request = body as OrderRequest;
    checkOrder(request, account.merchantId);
    const { issue } = outcome(['']);
    if (issue !== undefined) {
      throw unprocessable(issue);
    }
    const { return_url: returnUrl, cancel_url: cancelUrl } = experienceOf(request);
    if (request.payment_source !== undefined && (returnUrl === undefined || cancelUrl === undefined)) {
      const field = `/payment_source/paypal/experience_context/${returnUrl === undefined ? 'return_url' : 'cancel_url'}`;
      throw new Refusal(400, [{ issue: 'MISSING_REQUIRED_PARAMETER', field, location: 'body' }]);
    }
    const units = request.purchase_units.map((unit) => ({ ...unit, reference_id: referenceOf(unit) }));
    return ledger.orders.add({
      id: newResourceId(),
      merchant: account.merchantId,
      intent: request.intent,
      status: request.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
      request: JSON.stringify({ ...request, purchase_units: units }),
      approval: null,
      expires_at: now + APPROVAL_MS,
      created_at: now,
      updated_at: now,
    }).id;
  },
  show: (context, id, isRepeat) => showOrder(context, id, isRepeat ? 200 : 201),
};
