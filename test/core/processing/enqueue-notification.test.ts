/**
 * A notification is stored with its outcome: numbered within its order, and passed to the sender only once it is
 * durable.
 */
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../src/core/gateway.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import type { TransactionCall } from '../../../src/core/operations/plan.ts';
import type {
  AcquirerReply,
  NotificationDependencies,
  NotificationSubject,
  StoredOrder,
} from '../../../src/core/ports/index.ts';
import { receiverOf } from '../../../src/core/processing/enqueue-notification.ts';
import { answered, cardBody, payment, world } from '../world.ts';

const URL = 'https://shop.example/hook';

/** A gateway with a sender that records its notifications. @param room whether the sender has capacity */
function queueWith(room = true) {
  const on = world();
  // A decline, so that the order takes another attempt.
  on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
  const heard: string[] = [];
  const bodies: NotificationSubject[] = [];
  const notifications: NotificationDependencies = {
    body: async (subject) => {
      bodies.push(subject);
      return `${subject.sequence}`;
    },
    reserve: (receiver) => {
      heard.push(`reserve ${receiver}`);
      return room ? 1 : undefined;
    },
    stored: ({ body, claimedUntil }) => heard.push(`stored ${body}${claimedUntil === undefined ? '' : ' taken'}`),
    dropped: ({ body }) => heard.push(`dropped ${body}`),
    dispatch: () => undefined,
    payerReturned: () => undefined,
  };
  const gateway = createGateway({ ...on.gateway, notifications });
  const body = { ...cardBody(), order: { ...cardBody().order, notificationUrl: URL } };
  const order = () => [...on.orders.orders.values()][0] as StoredOrder;
  return { ...on, gateway, heard, bodies, body, order };
}

describe('an outcome with a notification', () => {
  it('is queued once it is stored, and requests capacity only for the first of an order', async () => {
    const { gateway, heard, body, order } = queueWith();
    await execute(gateway, payment(body));
    await execute(gateway, payment(body, { transactionId: '2' }));
    expect(heard).toEqual(['reserve 1 https://shop.example', 'stored 1 taken', 'stored 2']);
    expect(order().state.notifications).toEqual({ version: 100, count: 2, url: URL });
  });

  it('waits in the store where there is no capacity', async () => {
    const { gateway, heard, body } = queueWith(false);
    await execute(gateway, payment(body));
    expect(heard).toEqual(['reserve 1 https://shop.example', 'stored 1']);
  });

  it('releases its capacity at each failed try to store it', async () => {
    const { gateway, heard, body, orders } = queueWith();
    orders.failures = 1;
    await execute({ ...gateway, pause: async () => undefined }, payment(body));
    const reserve = 'reserve 1 https://shop.example';
    expect(heard).toEqual([reserve, 'dropped 1', reserve, 'stored 1 taken']);
  });

  it('is sent in the version that made the order, with the totals of its moment', async () => {
    const { gateway, bodies, body } = queueWith();
    await execute(gateway, payment(body, { version: 50 }));
    await execute(gateway, payment(cardBody(), { transactionId: '2', version: 100 }));
    expect(bodies.map(({ version, sequence, orderId }) => [version, sequence, orderId])).toEqual([
      [50, 1, 'order-1'],
      [50, 2, 'order-1'],
    ]);
    expect(bodies[0]?.transaction.outcome?.order).not.toHaveProperty('notifications');
  });
});

describe('the hold of a notification', () => {
  const heldFor = async (call: Partial<TransactionCall>, reply: Partial<AcquirerReply>) => {
    const { gateway, heard, body, orders, acquirer } = queueWith();
    acquirer.says = () => answered(reply);
    const held: (number | undefined)[] = [];
    const complete = orders.complete.bind(orders);
    orders.complete = (one) => {
      held.push(one.notification?.heldUntil && one.notification.heldUntil - one.transaction.updatedAt);
      return complete(one);
    };
    await execute(gateway, payment(body, call));
    return { held, isReserved: heard.some((line) => line.startsWith('reserve')) };
  };

  it('lasts two seconds for a payment on the hosted page, which reserves no capacity', async () => {
    const hosted = { entryPoint: 'HOSTED_PAGE' } as const;
    expect(await heldFor(hosted, { gatewayCode: 'APPROVED' })).toEqual({ held: [2_000], isReserved: false });
  });

  it('is none for a decline there, whose payer stays on the page, and none for a payment by REST', async () => {
    const none = { held: [undefined], isReserved: true };
    expect(await heldFor({ entryPoint: 'HOSTED_PAGE' }, { gatewayCode: 'DECLINED' })).toEqual(none);
    expect(await heldFor({}, { gatewayCode: 'APPROVED' })).toEqual(none);
  });
});

it.each([
  ['https://Shop.Example/hook?a=1', '7 https://shop.example'],
  ['https://shop.example?a=/1', '7 https://shop.example'],
  ['https://shop.example#a/b', '7 https://shop.example'],
  ['https://shop.example:8443', '7 https://shop.example:8443'],
  ['http://[::1]:80/a', '7 http://[::1]:80'],
])('%s is received by %s', (url, receiver) => {
  expect(receiverOf(7, url)).toBe(receiver);
});
