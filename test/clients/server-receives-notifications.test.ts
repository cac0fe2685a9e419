/**
 * Clients check a notification's secret by plain equality, read its id and its attempt, retrieve the transaction at
 * once, and answer "not yet" while their shop does not know the order.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { amount, cardPayment, restOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { type Notified, type Receiver, startReceiver } from '../support/receiver.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  [rig, receiver] = await Promise.all([startRig(), startReceiver()]);
  const notification = { url: 'https://shop.example/hook', secret: 'a-secret-of-the-shop' };
  await rig.merchant({ id: 'SECRETIVE', name: 'Secretive', notification });
});
beforeEach(() => {
  receiver.notified.length = 0;
  receiver.answer = (_, response) => void response.end();
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

/** EUR 12.00, with notifications to this path of the receiver. */
const notified = (path = '/hook', more: object = {}) =>
  cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl: receiver.origin + path }, ...more });
const bodies = () => receiver.notified.map(({ rawBody }) => JSON.parse(rawBody));
const arrived = (count: number) => expect.poll(() => receiver.notified.length, { timeout: 30_000 }).toBe(count);

it('a notification equals the transaction’s retrieval at that moment, with its place in the order’s sequence', async () => {
  const order = restOrder(rig);
  const seen: unknown[] = [];
  receiver.answer = (notified, response) => {
    const { transaction, order: of } = JSON.parse(notified.rawBody);
    // As the shops' handlers do: they retrieve at once.
    void rig.api('GET', `/order/${of.id}/transaction/${transaction.id}`).then(({ json }) => {
      seen.push(json);
      response.end();
    });
  };
  await order.done('AUTHORIZE', '1', notified());
  await arrived(1);
  await order.done('CAPTURE', '2', amount('5.00'));
  await arrived(2);
  await order.done('REFUND', '3', amount('2.00'));
  await arrived(3);
  await expect.poll(() => seen.length).toBe(3);
  expect(bodies()).toEqual(seen.map((json, index) => ({ ...(json as object), sequence: index + 1 })));
  expect(bodies().map(({ order: { totalCapturedAmount } }) => totalCapturedAmount)).toEqual([0, 5, 5]);
});

it('a notification goes to the address of the request, else to the order’s last one, also for a declined transaction', async () => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', notified('/first?a=1&b=%2F'));
  await order.done('CAPTURE', '2', { ...amount('5.00'), order: { notificationUrl: `${receiver.origin}/second` } });
  await order.done('REFUND', '3', amount('1.00'));
  const declined = restOrder(rig);
  await declined.put('PAY', '1', notified('/declined', withCard({ expiry: { month: '5', year: '39' } })));
  await declined.put('PAY', '2', cardPayment());
  await arrived(5);
  const paths = receiver.notified.map(({ path }) => path).sort();
  expect(paths).toEqual(['/declined', '/declined', '/first?a=1&b=%2F', '/second', '/second']);
});

it('a notification is verified by a public library, and has the header names that shops look for', async () => {
  await restOrder(rig).done('PAY', '1', notified());
  await arrived(1);
  const [{ headers, names, rawBody }] = receiver.notified as [Notified];
  const key = `whsec_${readFileSync(join(rig.folder, 'sandbox', 'notification-key'), 'utf8').trim()}`;
  expect(new Webhook(key).verify(rawBody, headers)).toMatchObject({ result: 'SUCCESS' });
  expect(() => new Webhook(key).verify(`${rawBody} `, headers)).toThrow();
  expect(names).toEqual(expect.arrayContaining(['X-Notification-Id', 'X-Notification-Attempt']));
  expect(headers['x-notification-secret']).toBeUndefined();
});

it('a notification has the profile’s secret unchanged, beside an id and the number of the attempt', async () => {
  await restOrder(rig, { merchant: 'SECRETIVE' }).done('PAY', '1', notified());
  await arrived(1);
  const [{ headers, names }] = receiver.notified as [Notified];
  expect(headers['x-notification-secret']).toBe('a-secret-of-the-shop');
  expect([headers['x-notification-id'], headers['x-notification-attempt']]).toEqual([expect.any(String), '1']);
  expect(names).toContain('X-Notification-Secret');
});

it('a notification is sent again after an answer "not yet", with the same id and body, not within a minute', async () => {
  const statuses = [400, 500, 503];
  receiver.answer = ({ path }, response) => void response.writeHead(Number(path.slice(1))).end('not yet');
  for (const status of statuses) {
    await restOrder(rig).done('PAY', '1', notified(`/${status}`));
  }
  await arrived(3);
  receiver.answer = (_, response) => void response.end();
  rig.later(MINUTE_MS - 10_000);
  // A later order's notification is sent while the first ones wait.
  await restOrder(rig).done('PAY', '1', notified('/other'));
  await arrived(4);
  expect(receiver.notified.at(-1)?.path).toBe('/other');
  rig.later(2 * MINUTE_MS);
  await arrived(7);
  const seen = (from: number, to: number) =>
    receiver.notified
      .slice(from, to)
      .map(({ path, rawBody, headers }) => ({ path, rawBody, id: headers['x-notification-id'] }))
      .toSorted((one, other) => one.path.localeCompare(other.path));
  expect(seen(4, 7)).toEqual(seen(0, 3));
  expect(receiver.notified.slice(4).map(({ headers }) => headers['x-notification-attempt'])).toEqual(['2', '2', '2']);
});
