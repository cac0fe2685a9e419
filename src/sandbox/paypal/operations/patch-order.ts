/**
 * PATCH /v2/checkout/orders/{id}: JSON Patch (RFC 6902) on the members that PayPal allows. Either all changes are
 * applied, or none and the answer is an error.
 */
import type { PayPalOperation } from '../operation.ts';
import { PayPalRefusal, unprocessable } from '../refusal.ts';
import type { OrderRequest, PurchaseUnit } from '../requests.ts';
import { orderRequestOf } from '../resources.ts';
import { checkOrder, unitReferenceOf } from './order-rules.ts';
import { ownOrder } from './own.ts';

type Op = 'add' | 'replace' | 'remove';

/** Members of a purchase unit, with their allowed operations. */
const UNIT_MEMBERS: Readonly<Record<string, readonly Op[]>> = {
  amount: ['replace'],
  custom_id: ['replace', 'add', 'remove'],
  description: ['replace', 'add', 'remove'],
  invoice_id: ['replace', 'add', 'remove'],
  items: ['replace', 'add', 'remove'],
  'shipping/address': ['replace', 'add'],
  'shipping/name': ['replace', 'add'],
  'shipping/type': ['replace', 'add'],
  soft_descriptor: ['replace', 'remove'],
};

const WHOLE_UNIT: readonly Op[] = ['replace', 'add'];

/** `/purchase_units/@reference_id=='default'/amount` */
const UNIT_PATH = /^\/purchase_units\/@reference_id=='([^']+)'(?:\/(.+))?$/;

interface Patch {
  readonly op: string;
  readonly path?: string;
  readonly value?: unknown;
}

export const patchOrder: PayPalOperation = {
  name: 'orders.patch',
  method: 'PATCH',
  path: '/v2/checkout/orders/:id',
  act(context) {
    const order = ownOrder(context, context.id);
    if (order.status === 'COMPLETED' || order.status === 'VOIDED') {
      throw unprocessable('ORDER_ALREADY_COMPLETED');
    }
    const patched = (context.body as Patch[]).reduce(patch, orderRequestOf(order));
    context.checkType('orders/order_request', patched);
    checkOrder(patched, order.merchant);
    const { issue } = context.outcome();
    if (issue !== undefined) {
      throw unprocessable(issue);
    }
    const changes = { request: JSON.stringify(patched), intent: patched.intent, updated_at: context.now };
    return context.ledger.orders.change(order, changes).id;
  },
  show: () => ({ status: 204 }),
};

function patch(request: OrderRequest, { op, path, value }: Patch): OrderRequest {
  if (path === undefined) {
    throw unprocessable('PATCH_PATH_REQUIRED');
  }
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw new PayPalRefusal(400, [{ issue: 'INVALID_PATCH_OPERATION', field: '/op', location: 'body' }]);
  }
  if (value === undefined && op !== 'remove') {
    throw unprocessable('PATCH_VALUE_REQUIRED');
  }
  if (!path.startsWith('/')) {
    throw unprocessable('INVALID_JSON_POINTER_FORMAT');
  }
  if (path === '/intent' && op === 'replace') {
    return withIntent(request, value);
  }
  const [, reference, member] = UNIT_PATH.exec(path) ?? [];
  const allowed = member === undefined ? WHOLE_UNIT : UNIT_MEMBERS[member];
  if (reference === undefined || !(allowed ?? []).includes(op)) {
    throw unprocessable('NOT_PATCHABLE');
  }
  const index = request.purchase_units.findIndex((unit) => unitReferenceOf(unit) === reference);
  const unit = request.purchase_units[index];
  if (unit === undefined) {
    throw unprocessable('REFERENCE_ID_NOT_FOUND');
  }
  const changed =
    member === undefined ? { ...(value as PurchaseUnit), reference_id: reference } : changedIn(unit, member, value);
  return { ...request, purchase_units: request.purchase_units.with(index, changed as PurchaseUnit) };
}

function withIntent(request: OrderRequest, value: unknown): OrderRequest {
  if (value !== 'CAPTURE' && value !== 'AUTHORIZE') {
    throw unprocessable('UNSUPPORTED_INTENT');
  }
  return { ...request, intent: value };
}

/** @param value undefined removes the member */
function changedIn(target: object, path: string, value: unknown): object {
  const [first = '', ...rest] = path.split('/');
  const { [first]: before, ...others } = target as Record<string, unknown>;
  const after = rest.length === 0 ? value : changedIn((before as object | undefined) ?? {}, rest.join('/'), value);
  return after === undefined ? others : { ...others, [first]: after };
}
