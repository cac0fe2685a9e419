/** Requests of merchants' servers that several files send. */
import { newOrderId, type Reply, type Rig } from '../api/rest/rig.ts';

/** @returns a function that makes the first payment of an order, with the given body */
export const payWith =
  (rig: () => Rig) =>
  (order: string, body: object | string, options = {}) =>
    rig().api('PUT', `/order/${order}/transaction/1`, body, options);

/** Each problem's field and kind. */
export const problemsOf = (reply: Reply): string[] =>
  (reply.json.error?.details ?? []).map(
    (one: { field: string; validationType: string }) => `${one.field} ${one.validationType}`,
  );

export const checkout = (more: { order?: object; interaction?: object; [name: string]: unknown } = {}) => ({
  apiOperation: 'CREATE_CHECKOUT_SESSION',
  ...more,
  interaction: { operation: 'PURCHASE', ...more.interaction },
  order: { id: newOrderId(), amount: '10.00', currency: 'EUR', ...more.order },
});
