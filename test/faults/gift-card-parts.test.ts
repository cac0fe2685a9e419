/**
 * F2, between two payments of one order. A gateway process dies at each named point while a gift card is authorized for
 * its part, and while the rest is paid by card. After the restart the payer continues or cancels: the order is paid
 * once and in full, or not at all and then without any authorization.
 */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Rig } from '../api/rest/rig.ts';
import { GOOD, giftCard, hands } from '../checkout/hands.ts';
import { onPostgres } from '../support/database-place.ts';
import { authorizationOf, MERCHANT_PATH } from '../support/merchant.ts';
import { API_PASSWORD, type Stack, startStack } from '../support/stack.ts';

const POINTS = ['BEFORE_INTENT', 'AFTER_INTENT', 'REQUEST_SENT', 'REPLY_RECEIVED', 'AFTER_OUTCOME'] as const;
/** The time limit from the restart to agreement. */
const TRUTH_MS_MAX = 60_000;
const CASE_MS_MAX = 120_000;

const crashFile = join(tmpdir(), `turnpike-parts-crash-${process.pid}`);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    preload: [new URL('crash-points.ts', import.meta.url).href],
    env: { TURNPIKE_CRASH_FILE: crashFile },
  });
});
afterAll(async () => {
  await stack.close();
  await rm(crashFile, { force: true });
});

const { browse, checkout, form, post, submit } = hands(() => ({ call, api }) as unknown as Rig);

const call: Rig['call'] = async (method, path, body, { headers = {} } = {}) => {
  const answer = await fetch(stack.origin + path, {
    method,
    redirect: 'manual',
    headers: { ...(headers as Record<string, string>), ...(method === 'POST' && { Origin: stack.origin }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text, json: {} };
};

const api: Rig['api'] = async (method, path, body) => {
  const headers = { Authorization: authorizationOf(API_PASSWORD) };
  const reply = await call(method, MERCHANT_PATH + path, body, { headers });
  return { ...reply, json: JSON.parse(reply.text) };
};

async function dies(point: string, act: () => Promise<unknown>): Promise<void> {
  await writeFile(crashFile, point);
  const answer = await act().catch(() => undefined);
  expect(answer).toBeUndefined();
  await stack.gateway.ended();
  await rm(crashFile);
  await stack.gateway.start();
  await stack.acquirerIsBack();
}

/** The amounts authorized at the acquirer for the order, in order. */
async function heldAtAcquirer(order: string): Promise<number[]> {
  const entries = await stack.acquirer.ledger(order);
  return entries.filter(({ state }) => state === 'APPROVED').map(({ amount }) => Number(amount));
}

const opened = (order: string) => checkout({ order: { id: order, amount: '100.00', currency: 'EUR' } });

/**
 * The page of a request that no process has taken over yet: with several processes, until the dead one's lease has
 * ended.
 */
const UNDER_WAY = 'data-kind="underWay"';

/** Waits as the payer does: the page reloads by itself. */
async function comesToAnEnd(id: string, cookie: string): Promise<void> {
  const page = async () => (await browse(`/checkout/pay/${id}`, { Cookie: cookie })).text;
  await vi.waitFor(async () => expect(await page()).not.toContain(UNDER_WAY), { timeout: TRUTH_MS_MAX, interval: 250 });
}

let orders = 0;

const STAGES = ['the gift card', 'the rest'] as const;
const ENDS = ['pays', 'gives up'] as const;

/**
 * If the dead process's lease has to end first, each point runs once, over both stages and both ends: the engines
 * differ only in aspects common to all cases.
 */
function casesOf(stage: (typeof STAGES)[number]) {
  const cases = POINTS.flatMap((point) => ENDS.map((end) => [point, end] as const));
  const isOfEngine = ([point, end]: (typeof cases)[number]) => {
    const at = POINTS.indexOf(point);
    return STAGES[(at + 1) % STAGES.length] === stage && ENDS[(at >> 1) % ENDS.length] === end;
  };
  return onPostgres() ? cases.filter(isOfEngine) : cases;
}

describe.each(STAGES)('%s', (stage) => {
  it.each(casesOf(stage))('dies at %s, and the payer %s', { timeout: CASE_MS_MAX }, async (point, then) => {
    orders += 1;
    const order = `PARTS-${orders}`;
    const { id } = await opened(order);
    const first = await form(id);
    const gift = giftCard('03');
    const { cookie } = first;
    if (stage === 'the gift card') {
      // The payment of the full amount comes first, and is refused.
      await dies(`${point} 1`, () => post(first.action, { ...first.hidden, ...gift }, { Cookie: cookie }));
    } else {
      await post(first.action, { ...first.hidden, ...gift }, { Cookie: cookie });
      await dies(point, () => submit(id, GOOD, cookie));
    }
    await comesToAnEnd(id, cookie);
    const isPaid = stage === 'the rest' && point === 'AFTER_OUTCOME';
    if (then === 'pays') {
      await submit(id, GOOD, cookie);
    } else {
      const { hidden } = await form(id, cookie);
      await post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
    }
    const isWhole = isPaid || then === 'pays';
    await vi.waitFor(
      async () => {
        const amounts = await heldAtAcquirer(order);
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(isWhole ? 100 : 0);
        const { json } = await api('GET', `/order/${order}`);
        expect(json).toMatchObject({
          status: isWhole ? 'CAPTURED' : 'FAILED',
          totalCapturedAmount: isWhole ? 100 : 0,
          amount: 100,
        });
        const paid = json.transaction.filter(({ result }: { result: string }) => result === 'SUCCESS');
        expect(paid.map((one: { transaction: { amount: number } }) => one.transaction.amount)).toEqual(amounts);
        expect(json.result).toBe(isWhole ? 'SUCCESS' : 'FAILURE');
      },
      { timeout: TRUTH_MS_MAX, interval: 250 },
    );
  });
});
