/** A merchant is moved between two stores of a running gateway while it takes payments, and back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuild } from '../../src/platform/build.ts';
import { newOrderId, PASSWORD_HASH, paying, type Reply } from '../api/rest/rig.ts';
import { type StoresRig, startStores } from './stores.ts';

const SHOP = 'MOVING';
const SHOPS = 4;
/** Between two payments of a shop. */
const PAUSE_MS = 50;
/** The longest wait that the command allows, for a busy machine. */
const WAIT = '60';
const HELD_SECONDS = 5;
const AMOUNT = { amount: '1.00', currency: 'EUR' };

let rig: StoresRig;
beforeAll(async () => {
  rig = await startStores();
  await rig.acquirerIs('up');
  await rig.add('two');
  expect(await rig.put(SHOP)).toMatchObject({ code: 0, err: '' });
  await rig.change('update merchant set password_hash = ? where id = ?', PASSWORD_HASH, SHOP);
  await rig.putIn('two', 'STAYING');
  await Promise.all([rig.known(SHOP), rig.known('STAYING')]);
  // The gateway of the tests names no build.
  const { id } = readBuild();
  await rig.change('update gateway_process set build = ?', id);
  await rig.changeIn('two', 'gateway_process', `set build = '${id}'`);
}, 120_000);
afterAll(() => rig.close());

const api = (method: string, path: string, body?: unknown) => rig.api(method, path, body, { merchant: SHOP });
const pay = (order: string, more: object = {}) => api('PUT', `/order/${order}/transaction/1`, paying('PAY', more));
const pageOf = async (address: string) => (await rig.call('GET', address, undefined, { authorization: null })).status;

/** Answers about all that the merchant has. */
async function answers(kept: Awaited<ReturnType<typeof history>>): Promise<unknown[]> {
  const { orders, token, session } = kept;
  const paths = [...orders.map((order) => `/order/${order}`), `/token/${token}`, `/session/${session}`];
  return Promise.all(paths.map(async (path) => (await api('GET', path)).json));
}

async function history() {
  const orders = Array.from({ length: 5 }, newOrderId);
  for (const order of orders) {
    expect((await pay(order)).json.result).toBe('SUCCESS');
  }
  const refund = { apiOperation: 'REFUND', transaction: AMOUNT };
  expect((await api('PUT', `/order/${orders[0]}/transaction/2`, refund)).json.result).toBe('SUCCESS');
  const { token } = (await api('POST', '/token', { sourceOfFunds: paying('PAY')['sourceOfFunds' as never] })).json;
  const opened = await api('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE', merchant: { name: 'The moving shop' } },
    order: { id: newOrderId(), currency: 'EUR', amount: '10.00' },
  });
  return { orders, token, session: opened.json.session.id as string };
}

/** Shops that pay one order after the other until they are stopped. */
function startPaying() {
  const replies: { readonly order: string; readonly reply: Reply; readonly ms: number }[] = [];
  let isOver = false;
  const shop = async () => {
    while (!isOver) {
      const order = newOrderId();
      const began = performance.now();
      const reply = await pay(order);
      replies.push({ order, reply, ms: performance.now() - began });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const running = Promise.all(Array.from({ length: SHOPS }, shop));
  return {
    async stop() {
      isOver = true;
      await running;
      return replies;
    },
  };
}

async function moveUnderLoad(to: string): Promise<void> {
  const load = startPaying();
  const moved = await rig.turnpike('store', 'move', SHOP, '--to', to, '--wait', WAIT);
  const replies = await load.stop();
  expect(moved).toMatchObject({ code: 0, err: '' });
  const paid = replies.filter(({ reply }) => reply.json.result === 'SUCCESS');
  const waited = replies.filter(({ reply }) => reply.status === 503);
  const others = replies.filter(({ reply }) => reply.status !== 503 && reply.json.result !== 'SUCCESS');
  expect(others.map(({ reply }) => reply.text)).toEqual([]);
  expect(waited.every(({ reply }) => reply.headers['retry-after'] !== undefined)).toBe(true);
  // By the acquirer's ledger each payment was made once, and by the gateway each is there.
  for (const { order } of paid) {
    expect([order, (await api('GET', `/order/${order}`)).json.status]).toEqual([order, 'CAPTURED']);
  }
  const ledger = replies.map(({ order }) => rig.host.ledger({ order }).length);
  expect(ledger).toEqual(replies.map(({ reply }) => (reply.status === 503 ? 0 : 1)));
  const slowest = Math.max(...replies.map(({ ms }) => ms));
  // On a busy machine the wait may be longer than the time for which a request is held.
  if (Number(/waited for ([\d.]+) s/.exec(moved.out)?.[1]) < HELD_SECONDS) {
    expect(waited.length).toBeLessThanOrEqual(replies.length / 100);
  }
  process.stdout.write(
    `moved to ${to}: ${paid.length} of ${replies.length} paid, ${waited.length} refused, the slowest answer ${Math.round(slowest)} ms; ${moved.out}`,
  );
}

it('a merchant is moved under load: no payment is lost or doubled, and all answers stay', {
  timeout: 180_000,
}, async () => {
  const kept = await history();
  const page = `/checkout/pay/${kept.session}`;
  const before = await answers(kept);
  expect(await pageOf(page)).toBe(200);

  await moveUnderLoad('two');
  expect(await answers(kept)).toEqual(before);
  expect(await rig.rows("select id from merchant where id = 'MOVING'")).toEqual([]);
  expect((await rig.turnpike('store', 'list')).code).toBe(0);
  // The address names the store that has made the id, which forwards it.
  expect(await pageOf(page)).toBe(200);
  const refund = { apiOperation: 'REFUND', transaction: AMOUNT };
  expect((await api('PUT', `/order/${kept.orders[1]}/transaction/2`, refund)).json.result).toBe('SUCCESS');
  expect((await pay(newOrderId(), { sourceOfFunds: { token: kept.token } })).json.result).toBe('SUCCESS');
  // A repeat of an old request is recognised by its fingerprint, under the keys that came along.
  expect((await pay(kept.orders[0]!)).json.result).toBe('SUCCESS');
  expect(rig.host.ledger({ order: kept.orders[0]! })).toHaveLength(2);
  expect(await rig.turnpike('store', 'move', SHOP, '--to', 'two')).toMatchObject({
    code: 2,
    err: 'MOVING is in the store two already.\n',
  });

  await moveUnderLoad('first');
  expect((await rig.turnpike('store', 'list')).code).toBe(0);
  expect(await pageOf(page)).toBe(200);
});
