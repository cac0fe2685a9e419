/** `listen` beside a running gateway: what it prints and forwards, while the receiver gets its own. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { disorderOf } from '../../src/cli/listen/disorder.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { cardPayment, type RestOrder, restOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { turnpike } from './turnpike.ts';

const MERCHANT = 'FORWARDS';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  [rig, receiver] = await Promise.all([startRig(), startReceiver()]);
  await rig.merchant({ id: MERCHANT, name: 'Forwards' });
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.notified.length = 0;
});

interface Listener {
  readonly lines: readonly string[];
  readonly ended: Promise<number>;
}

/** Resolves when the command reads new notifications. */
async function listens(...args: string[]): Promise<Listener> {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const env = { ...process.env, DATA_DIR: rig.folder };
  const ended = runCommand(['listen', ...args], { env, stdout: write, stderr: write });
  await expect.poll(() => lines.length).toBe(1);
  return { lines, ended };
}

async function paid(): Promise<RestOrder> {
  const order = restOrder(rig, { merchant: MERCHANT });
  const notificationUrl = `${receiver.origin}/shop`;
  await order.done('PAY', '1', cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl } }));
  return order;
}

const laptop = (name: string) => `${receiver.origin}/${name}`;
const arrivedAt = (path: string) => receiver.notified.filter((one) => one.path === path);

it('two listeners and the receiver each get a notification, with a signature of the time', async () => {
  const options = ['--merchant', MERCHANT, '--type', 'payment', '--count', '1'];
  const [first, second] = await Promise.all([
    listens('--to', laptop('first'), ...options),
    listens('--to', laptop('second'), ...options),
  ]);
  const order = await paid();
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
  await expect.poll(() => receiver.notified.length).toBe(3);
  const [key = ''] = (await turnpike(rig.folder, ['notifications', 'key', MERCHANT])).out.split('\n');
  const bodies = ['/shop', '/first', '/second'].map((path) => arrivedAt(path)[0]!);
  for (const { rawBody, headers } of bodies) {
    expect(new Webhook(key).verify(rawBody, headers)).toMatchObject({ order: { id: order.id } });
  }
  expect(new Set(bodies.map(({ rawBody }) => rawBody)).size).toBe(1);
  expect(new Set(bodies.map(({ headers }) => headers['x-notification-support-code'])).size).toBe(1);
  expect(first.lines[1]).toMatch(new RegExp(`^ntf_\\d+\t${MERCHANT}\t${order.id}\t1\tPAYMENT\tCAPTURED\t200$`));
});

it('a notification is doubled, dropped, and forwarded again by its id', async () => {
  const [doubled, dropped] = await Promise.all([
    listens('--to', laptop('doubled'), '--double', '1', '--count', '1'),
    listens('--to', laptop('dropped'), '--drop', '1', '--count', '1'),
  ]);
  expect(dropped.lines[0]).toMatch(/--seed \d+\.$/);
  await paid();
  await Promise.all([doubled.ended, dropped.ended]);
  expect(arrivedAt('/doubled').map(({ headers }) => headers['x-notification-attempt'])).toEqual(['1', '2']);
  expect(arrivedAt('/dropped')).toEqual([]);
  expect(dropped.lines[1]).toMatch(/\tdropped$/);
  const [id = ''] = dropped.lines[1]?.split('\t') ?? [];
  const again = await turnpike(rig.folder, ['listen', '--to', laptop('again'), '--replay', id]);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(arrivedAt('/again')[0]?.rawBody).toBe(arrivedAt('/doubled')[0]?.rawBody);
});

it.each([
  [['--to', 'http://shop.example/hook'], 'an address of this machine'],
  [['--drop', '2'], 'Usage'],
  [['--replay', 'ntf_999999'], 'There is no notification'],
  [['--merchant', 'TESTSHPO'], 'There is no merchant TESTSHPO'],
])('%j is a wrong call', async (args, message) => {
  const { code, err } = await turnpike(rig.folder, ['listen', ...args]);
  expect(code).toBe(2);
  expect(err).toContain(message === 'Usage' ? 'turnpike listen' : message);
});

it('the same seed decides the same, and another one something else', () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  const fates = (seed: number) => disorderOf({ drop: 0.3, double: 0.3, isShuffled: true, seed })(numbers);
  expect(fates(7)).toEqual(fates(7));
  expect(fates(7)).not.toEqual(fates(8));
  expect(
    fates(7)
      .map(({ one }) => one)
      .toSorted((a, b) => a - b),
  ).toEqual(numbers);
  expect(new Set(fates(7).map(({ times }) => times))).toEqual(new Set([0, 1, 2]));
});
