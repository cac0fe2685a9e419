/**
 * The notifications that a merchant's own server receives, over the whole gateway, and the merchant's requests about
 * them.
 */

import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { NO_ADDRESS } from '../../../src/adapters/notifications/delivery-failures.ts';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { freePorts } from '../../support/ports.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { amount, cardPayment, restOrder } from './operations/order.ts';
import { newOrderId, type Rig, startRig, withCard } from './rig.ts';

/** The sandbox's bank takes half a minute to settle a pending result; here half a second. */
const BANK_SPEED = 60;

let rig: Rig;
let receiver: Receiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([startRig({}, BANK_SPEED), startReceiver()]);
});
afterEach(async () => {
  await rig.close();
  await receiver.close();
});

/** EUR 12.00, with notifications to this path of the receiver. */
const notified = (path = '/hook', more: object = {}) =>
  cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl: receiver.origin + path }, ...more });
const bodies = () => receiver.notified.map(({ rawBody }) => JSON.parse(rawBody));
const arrived = (count: number) => expect.poll(() => receiver.notified.length, { timeout: 30_000 }).toBe(count);
const list = async (order: string) => (await rig.api('GET', `/order/${order}/notification`)).json.notification;

it('a notification is written in the version that made the order', async () => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', notified(), { version: 50 });
  await order.done('CAPTURE', '2', amount('5.00'), { version: 100 });
  await arrived(2);
  expect(bodies().map(({ version }) => version)).toEqual(['50', '50']);
});

it('a sent notification stays unchanged when the pending result is known', async () => {
  const order = restOrder(rig);
  receiver.answer = (_, response) => void response.writeHead(500).end('not yet');
  const reply = await order.put('PAY', '1', notified('/hook', withCard({ expiry: { month: '11', year: '39' } })));
  expect(reply.json.result).toBe('PENDING');
  await arrived(1);
  await expect.poll(async () => (await list(order.id)).length, { timeout: 50_000 }).toBe(2);
  receiver.answer = (_, response) => void response.end();
  rig.later(2 * MINUTE_MS);
  await arrived(3);
  const [first, again, second] = bodies();
  expect(again).toEqual(first);
  expect([first.result, second.result, second.sequence]).toEqual(['PENDING', 'SUCCESS', 2]);
});

it('an outage outlives the process: an undelivered notification is sent by the next one, under the same id', async () => {
  const order = restOrder(rig);
  receiver.answer = (_, response) => void response.writeHead(503).end();
  await order.done('PAY', '1', notified());
  await arrived(1);
  await rig.restart();
  receiver.answer = (_, response) => void response.end();
  rig.later(2 * MINUTE_MS);
  await arrived(2);
  expect(new Set(receiver.notified.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.notified.map(({ headers }) => headers['x-notification-attempt'])).toEqual(['1', '2']);
});

it('the merchant sees each try with its answer, and may request it again', async () => {
  const order = restOrder(rig);
  receiver.answer = (_, response) => void response.end('x'.repeat(5_000));
  await order.done('PAY', '1', notified());
  await arrived(1);
  await expect.poll(async () => (await list(order.id))[0].state).toBe('DELIVERED');
  const [one] = await list(order.id);
  expect(one).toMatchObject({
    sequence: 1,
    url: `${receiver.origin}/hook`,
    transaction: { id: '1' },
    attempt: [{ number: 1, httpStatus: 200, answer: 'x'.repeat(1_024) }],
  });
  const again = { apiOperation: 'RESEND_NOTIFICATION' };
  const asked = await rig.api('PUT', `/order/${order.id}/notification/${one.id}`, again);
  expect(asked.json).toMatchObject({ result: 'SUCCESS', notification: { id: one.id, state: 'WAITING' } });
  // A shop gets one body at most once within a minute.
  expect(receiver.notified).toHaveLength(1);
  rig.later(MINUTE_MS);
  await arrived(2);
  await expect.poll(async () => (await list(order.id))[0].attempt.length).toBe(2);
});

it('a resend echoes its correlation id, and names ignored fields', async () => {
  const order = restOrder(rig);
  await order.done('PAY', '1', notified());
  await arrived(1);
  const [{ id }] = await list(order.id);
  const again = { apiOperation: 'RESEND_NOTIFICATION', correlationId: 'c-1', url: 'https://elsewhere.example/' };
  const reply = await rig.api('PUT', `/order/${order.id}/notification/${id}`, again);
  expect(reply.json.correlationId).toBe('c-1');
  expect(reply.headers['x-ignored-fields']).toBe('url');
});

it('no merchant sees or resends another’s, and an unknown one is named', async () => {
  await rig.merchant({ id: 'OTHER', name: 'Other' });
  const order = restOrder(rig);
  await order.done('PAY', '1', notified());
  await arrived(1);
  const [{ id }] = await list(order.id);
  const again = { apiOperation: 'RESEND_NOTIFICATION' };
  const asOther = { merchant: 'OTHER' };
  for (const [reply, explanation] of [
    [
      await rig.api('GET', `/order/${order.id}/notification`, undefined, asOther),
      `Unable to find order '${order.id}'.`,
    ],
    [
      await rig.api('PUT', `/order/${order.id}/notification/${id}`, again, asOther),
      `Unable to find order '${order.id}'.`,
    ],
    [
      await rig.api('PUT', `/order/${order.id}/notification/ntf_1`, again),
      `Unable to find notification 'ntf_1' of order '${order.id}'.`,
    ],
  ] as const) {
    expect(reply.status).toBe(400);
    expect(reply.json.error.explanation).toBe(explanation);
  }
  const wrong = await rig.api('PUT', `/order/${order.id}/notification/${id}`, {});
  expect(wrong.json.error).toMatchObject({ field: 'apiOperation', validationType: 'MISSING' });
  expect(await list(newOrderId()).catch(() => 'none')).toBeUndefined();
});

it('no port of this machine is reached that the operator has not allowed, and its state is not revealed', async () => {
  const strict = await startRig({ NOTIFICATION_LOOPBACK_PORTS: '' });
  onTestFinished(() => strict.close());
  receiver.answer = (_, response) => void response.end('INTERNAL-SERVICE-SECRET-BODY');
  const [closedPort] = await freePorts(1);
  const tries: unknown[] = [];
  for (const notificationUrl of [`${receiver.origin}/hook`, `http://127.0.0.1:${closedPort}/`]) {
    const order = restOrder(strict);
    const paid = cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl } });
    await order.done('PAY', '1', paid);
    const attempts = async () =>
      (await strict.api('GET', `/order/${order.id}/notification`)).json.notification[0].attempt;
    await expect.poll(async () => (await attempts()).length, { timeout: 30_000 }).toBe(1);
    const [{ durationMilliseconds: _, time: __, ...rest }] = await attempts();
    tries.push(rest);
  }
  // The same for an open port as for a closed one.
  const failure = NO_ADDRESS;
  expect(tries).toEqual(Array(2).fill({ answer: '', failure, number: 1 }));
  expect(receiver.notified).toEqual([]);
});
