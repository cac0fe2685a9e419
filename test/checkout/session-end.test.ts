/** A session that is about to end, or has ended, during a payer's visit. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { cardForm, hands, wordsOf } from './hands.ts';

let rig: Rig;
beforeAll(async () => {
  // The clock moves a day ahead here, and retention would remove the sessions.
  rig = await startRig({}, 1, 'trace', { profile: { retention: { sessionHours: 72 } } });
});
afterAll(() => rig.close());

const { checkout, submit, browse, post } = hands(() => rig);
const OVER = 'This payment has timed out';

const endsIn = (text: string) => Number(/data-ends-in="(\d+)"/.exec(text)?.[1]);

it('the page shows how long the session lasts, and renews it with every visit', async () => {
  const { id } = await checkout();
  expect(endsIn((await browse(`/checkout/pay/${id}`)).text)).toBeGreaterThanOrEqual(29 * 60);
  rig.later(29 * MINUTE_MS);
  expect(endsIn((await browse(`/checkout/pay/${id}`)).text)).toBeGreaterThanOrEqual(29 * 60);
  rig.later(29 * MINUTE_MS);
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).not.toContain(OVER);
});

it('the page keeps the input except card data, for a payer who asks for more time without script', async () => {
  const { id, order } = await checkout();
  const typed = cardForm('01/39', { nameOnCard: 'Ada Byrne', moreTime: '1' });
  const { cookie, ...sent } = await submit(id, typed);
  expect([sent.status, sent.headers.location]).toEqual([303, `/checkout/pay/${id}`]);
  const page = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
  expect(page.text).toContain('Ada Byrne');
  expect(page.text).toContain('01/39');
  expect(page.text).not.toMatch(/5123 ?45/);
  expect(wordsOf(page)).not.toContain('Check what you entered');
  expect(rig.host.ledger({ order })).toEqual([]);
});

it('the page continues the checkout after the session has ended, where the order can still be paid', async () => {
  const { id, order } = await checkout();
  rig.later(31 * MINUTE_MS);
  const ended = await browse(`/checkout/pay/${id}`);
  expect(wordsOf(ended)).toContain(OVER);
  expect(wordsOf(ended)).toContain('You can still complete it here.');
  const renewed = await post(`/checkout/pay/${id}`, { renew: '1' });
  expect([renewed.status, renewed.headers.location]).toEqual([303, `/checkout/pay/${id}`]);
  expect((await submit(id)).headers.location).toBe(`/checkout/done/${id}`);
  expect(rig.host.ledger({ order })).toMatchObject([{ state: 'APPROVED' }]);
});

it.each([
  ['the shop said when it ends', { interaction: { timeout: 600 } }, 11 * MINUTE_MS],
  ['it ended more than a day ago', {}, 25 * 60 * MINUTE_MS],
])('the session stays ended where %s', async (_why, own, laterMs) => {
  const { id } = await checkout(own);
  rig.later(laterMs);
  const ended = await browse(`/checkout/pay/${id}`);
  expect(wordsOf(ended)).toContain('Go back to the shop to start again.');
  expect(ended.text).not.toContain('name="renew"');
  await post(`/checkout/pay/${id}`, { renew: '1' });
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain(OVER);
});

it('another site cannot renew the session', async () => {
  const { id } = await checkout();
  rig.later(31 * MINUTE_MS);
  const answer = await post(`/checkout/pay/${id}`, { renew: '1' }, { Origin: 'https://evil.example' });
  expect(answer.status).toBe(403);
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain(OVER);
});
