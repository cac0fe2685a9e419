/** Requests of merchants' servers that several files of habits send. */
import { newOrderId, type Reply, type Rig } from '../api/rest/rig.ts';

/** @returns the first payment of an order, as its body has it */
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
