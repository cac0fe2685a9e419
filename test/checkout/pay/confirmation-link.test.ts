/** Confirmation links over time: pages left open, expiry, attempts, and notifications. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/contract/durations.ts';
import { ENROLLED, MONEY, startWorld, type World } from '../../api/rest/payer-authentication/world.ts';
import { newOrderId } from '../../api/rest/rig.ts';
import { turnpike } from '../../cli/turnpike.ts';
import { startReceiver } from '../../support/receiver.ts';
import { type Form, hands, wordsOf } from '../hands.ts';
import { answerBank } from './authentication/at-bank.ts';

const NUMBER = '5123450000000008';
const AGREEMENT = { id: 'BOX-1', type: 'UNSCHEDULED' };
const cardOf = (month: string, year: string) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: NUMBER, expiry: { month, year } } } },
});

let world: World;
let passedMs = 0;
beforeAll(async () => {
  world = await startWorld();
  await world.rig.merchant({
    id: world.merchant,
    name: 'Shop of tests',
    // For payers of the hosted page; a confirmation link's payers are challenged because their bank demands it.
    payerAuthentication: { ...ENROLLED, when: 'NEVER' },
    tokenGeneration: 'MERCHANT_SUPPLIED',
  });
  const agreed = { apiOperation: 'PAY', agreement: AGREEMENT, order: MONEY, ...cardOf('1', '39') };
  expect((await world.put(newOrderId(), '1', agreed)).json.result).toBe('SUCCESS');
});
afterAll(() => world.close());

const { browse, form, post } = hands(() => world.rig);

function later(ms: number): void {
  passedMs += ms;
  world.rig.later(ms);
  world.threeDS.threeDS.setAhead(passedMs);
}

/**
 * A renewal that is soft-declined, and the id of the link for its payer. The token then gets a new expiry, with which
 * this acquirer, which knows no ACS, approves.
 */
async function linked(more: { order?: object; apiOperation?: string } = {}) {
  const order = newOrderId();
  const token = order.replace(/[^0-9A-Za-z]/g, '');
  await world.rig.api('PUT', `/token/${token}`, cardOf('11', '38'), { merchant: world.merchant });
  const { json } = await world.put(order, 'r1', {
    ...{ apiOperation: 'PAY', agreement: AGREEMENT, transaction: { source: 'MERCHANT' } },
    sourceOfFunds: { type: 'CARD', token },
    ...more,
    order: { ...MONEY, ...more.order },
  });
  expect(json.transaction.authenticationStatus).toBe('AUTHENTICATION_REQUIRED');
  await world.rig.api('PUT', `/token/${token}`, cardOf('1', '39'), { merchant: world.merchant });
  return { order, id: await linkOf(order) };
}

async function linkOf(order: string): Promise<string> {
  // The command uses the machine's clock.
  const valid = Math.ceil(passedMs / DAY_MS) + 7;
  const args = ['payer-authentication', 'link', world.merchant, order, '--valid', `${valid}`];
  const { out, err } = await turnpike(world.rig.folder, args, {
    DATABASE_URL: world.rig.databaseUrl,
    PUBLIC_ORIGIN: world.origin,
  });
  const [, id] = /\/checkout\/pay\/(SESSION\w+)\n/.exec(out) ?? [];
  if (id === undefined) {
    throw new Error(err);
  }
  return id;
}

const press = ({ action, hidden, cookie }: Form) => post(action, hidden, { Cookie: cookie, Origin: world.origin });
const wordsAt = async (id: string) => wordsOf(await browse(`/checkout/pay/${id}`));
const states = (order: string) => world.rig.host.ledger({ order }).map(({ state }) => state);

it('a page left open for an hour can still be confirmed', async () => {
  const { id, order } = await linked();
  const open = await form(id);
  later(60 * MINUTE_MS);
  expect((await press(open)).status).toBe(303);
  // threeDSRequestorChallengeInd: mandated.
  expect(world.threeDS.threeDS.ledger.transactions.all({}).at(-1)?.challenge_ind).toBe('04');
  await answerBank(browse, id, 'SUBMIT');
  expect(await wordsAt(id)).toContain("You've already paid.");
  expect(states(order)).toEqual(['DECLINED', 'APPROVED']);
});

it('a link ends at its expiry on every open page, and the next link can be confirmed', async () => {
  const { id, order } = await linked();
  const open = await form(id);
  later(8 * DAY_MS);
  expect(await wordsAt(id)).toContain('This payment has timed out');
  await press(open);
  expect(await wordsAt(id)).toContain('This payment has timed out');
  expect(states(order)).toEqual(['DECLINED']);
  const next = await linkOf(order);
  await press(await form(next));
  await answerBank(browse, next, 'SUBMIT');
  expect(states(order)).toEqual(['DECLINED', 'APPROVED']);
});

it('a link can be tried five times after five cancels that cost no attempt, and then no more', async () => {
  const { id, order } = await linked();
  for (let cancels = 0; cancels < 5; cancels += 1) {
    await press(await form(id));
    await answerBank(browse, id, 'CANCEL');
    expect(await wordsAt(id)).not.toContain('You can try');
  }
  for (const left of ['4 more times', '3 more times', '2 more times', '1 more time.']) {
    await press(await form(id));
    await answerBank(browse, id, 'CANCEL');
    expect(await wordsAt(id)).toContain(`You can try ${left}`);
  }
  await press(await form(id));
  await answerBank(browse, id, 'CANCEL');
  expect(await wordsAt(id)).toContain('No attempts left');
  expect(states(order)).toEqual(['DECLINED']);
});

it('a link keeps no card in its sessions, and no details once authentication failed', async () => {
  const { id } = await linked();
  await press(await form(id));
  const newest = async () => {
    const [row] = await world.rig.rows('select sealed_card, fields from session order by created_at desc limit 1');
    return [row?.sealed_card, `${row?.fields}`.includes('sourceOfFunds')];
  };
  expect(await newest()).toEqual([null, true]);
  await answerBank(browse, id, 'CANCEL');
  expect(await newest()).toEqual([null, false]);
});

it('a form of another payer, or of another site, starts no authentication', async () => {
  const { id, order } = await linked();
  const { action, hidden } = await form(id);
  const forged = await post(action, { ...hidden, csrf: 'x' }, { Origin: 'https://other.example' });
  expect(forged.status).toBe(403);
  await post(action, { ...hidden, sessionVersion: 'aaaaaaaa01' }, { Origin: world.origin });
  expect(await wordsAt(id)).toContain('Continue to your bank');
  expect(states(order)).toEqual(['DECLINED']);
  const { json } = await world.get(`/order/${order}`);
  expect(json.transaction).toHaveLength(1);
});

it('an authorization is confirmed as an authorization, and the merchant is notified as usual', async () => {
  const receiver = await startReceiver();
  try {
    const { id, order } = await linked({
      apiOperation: 'AUTHORIZE',
      order: { notificationUrl: `${receiver.origin}/told` },
    });
    await press(await form(id));
    await answerBank(browse, id, 'SUBMIT');
    expect((await world.get(`/order/${order}`)).json).toMatchObject({
      status: 'AUTHORIZED',
      totalAuthorizedAmount: 10,
    });
    const logged = () =>
      receiver.notified.map(({ rawBody }) => {
        const { transaction, result } = JSON.parse(rawBody);
        return [transaction.id, result];
      });
    await expect.poll(logged, { timeout: 20_000 }).toContainEqual(['1', 'SUCCESS']);
  } finally {
    await receiver.close();
  }
});
