/** The operator's commands about notifications, beside a running gateway. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { cardPayment, type RestOrder, restOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { turnpike } from './turnpike.ts';

const MERCHANT = 'LISTENS';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  [rig, receiver] = await Promise.all([startRig(), startReceiver()]);
  await rig.merchant({ id: MERCHANT, name: 'Listens' });
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.notified.length = 0;
  receiver.answer = (_, response) => void response.end('noted');
});

const notifications = (verb: string, ...args: string[]) => turnpike(rig.folder, ['notifications', verb, ...args]);
const arrived = (count: number) => expect.poll(() => receiver.notified.length, { timeout: 30_000 }).toBe(count);

async function paid(): Promise<RestOrder> {
  const order = restOrder(rig, { merchant: MERCHANT });
  const notificationUrl = `${receiver.origin}/hook?a=1`;
  await order.done('PAY', '1', cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl } }));
  await arrived(1);
  return order;
}

const idOf = () => receiver.notified[0]?.headers['webhook-id'] ?? '';

it('an undelivered notification is listed until its delivery, and shown try by try', async () => {
  expect((await notifications('list')).out).toBe('Every notification was delivered.\n');
  receiver.answer = (_, response) => void response.writeHead(503).end('closed\nfor lunch');
  const order = await paid();
  await expect.poll(async () => (await notifications('show', idOf())).out, { timeout: 30_000 }).toContain('try 1');
  const listed = await notifications('list');
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out).toMatch(
    new RegExp(
      `^${idOf()}\tWAITING\t${MERCHANT}\t${order.id}\t1\t1\t${receiver.origin}/hook\\?a=1\t\\S+Z\tnext \\S+Z\n$`,
    ),
  );
  const shown = (await notifications('show', idOf())).out.split('\n');
  expect(shown[1]).toMatch(/^try 1\t\S+Z\t\d+ ms\t503\tIt answered 503\.\tclosed\\u\{a\}for lunch$/);
  expect(JSON.parse(shown[2] ?? '')).toMatchObject({ order: { id: order.id }, sequence: 1 });
  receiver.answer = (_, response) => void response.end();
  rig.later(2 * MINUTE_MS);
  await arrived(2);
  await expect
    .poll(async () => (await notifications('list')).out, { timeout: 30_000 })
    .toBe('Every notification was delivered.\n');
  expect((await notifications('list', '--all')).out).toContain(`${idOf()}\tDELIVERED`);
});

it('notifications replay makes the running gateway send a notification once more', async () => {
  await paid();
  rig.later(2 * MINUTE_MS);
  expect((await notifications('replay', idOf())).out).toMatch(/^It is sent again at \S+Z\.\n$/);
  await arrived(2);
  expect(new Set(receiver.notified.map(({ rawBody }) => rawBody)).size).toBe(1);
});

it('both keys sign during a rotation until the old one ends', async () => {
  const before = (await notifications('key', MERCHANT)).out.trim();
  expect(before).toMatch(/^whsec_/);
  const [after = '', until] = (await notifications('rotate', MERCHANT, '--keep', '1')).out.split('\n');
  expect(until).toMatch(/^The key before it signs beside it until \S+Z\.$/);
  expect((await notifications('key', MERCHANT)).out).toBe(`${after}\n${before}\n`);
  await expect
    .poll(
      async () => {
        receiver.notified.length = 0;
        await paid();
        return receiver.notified[0]?.headers['webhook-signature']?.split(' ').length;
      },
      { timeout: 30_000 },
    )
    .toBe(2);
  const [{ rawBody, headers }] = receiver.notified as [(typeof receiver.notified)[0]];
  for (const key of [before, after]) {
    expect(new Webhook(key).verify(rawBody, headers)).toBeDefined();
  }
  await notifications('rotate', MERCHANT, '--keep', '0');
  expect((await notifications('key', MERCHANT)).out.trim().split('\n')).toHaveLength(1);
});

it.each([
  [['list', '--most'], 2, 'turnpike notifications list [--all] [--json]'],
  [['show'], 2, 'turnpike notifications show ID'],
  [['show', 'ntf_0'], 2, 'There is no notification ntf_0.'],
  [['replay', 'nonsense'], 2, 'There is no notification nonsense.'],
  [['key', 'NOBODY'], 2, 'There is no merchant NOBODY.'],
  [['rotate', MERCHANT, '--keep', 'long'], 2, 'turnpike notifications rotate MERCHANT [--keep HOURS]'],
])('notifications %j is refused in one line', async (args, code, line) => {
  const ran = await notifications(...(args as [string, ...string[]]));
  expect([ran.code, ran.err.trim()]).toEqual([code, line]);
});
