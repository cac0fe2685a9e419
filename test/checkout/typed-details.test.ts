/** The details entered before a decline are shown to their payer only. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idHash } from '../../src/platform/id-seal.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { cardForm, hands, wordsOf } from './hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, submit, browse, post } = hands(() => rig);
const get = (id: string, cookie?: string) =>
  browse(`/checkout/pay/${id}`, cookie === undefined ? {} : { Cookie: cookie });
const NAME = 'Ada Canary Byrne';
const DECLINED = cardForm('05/39', { nameOnCard: NAME });

it('details are shown to the payer whose cookie sent them, and to no other visitor of the link', async () => {
  const { id } = await checkout();
  const { cookie } = await submit(id, DECLINED);
  const own = await get(id, cookie);
  expect(own.text).toContain(NAME);
  // The next card has another expiry.
  expect(own.text).not.toContain('05/39');
  const other = await get(id);
  const otherCookie = String(other.headers['set-cookie']).split(';')[0]!;
  for (const page of [other, await get(id, otherCookie), await get(id, 'turnpike=forged')]) {
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(NAME);
    expect(page.text).not.toContain('05/39');
  }
});

it('details are hidden from others after a form with errors too, as the errors are', async () => {
  const { id } = await checkout();
  const { cookie } = await submit(id, { ...DECLINED, number: '5123450000000007' });
  expect((await get(id, cookie)).text).toContain(NAME);
  const other = await get(id);
  expect(other.text).not.toContain(NAME);
  const mistake = / aria-invalid="true"| class="notice wrong"|<p class="error"[^>]*>[^<]/;
  expect(other.text).not.toMatch(mistake);
  expect((await get(id, cookie)).text).toMatch(mistake);
});

it('details are not stored for a payer without a cookie', async () => {
  const { id } = await checkout();
  await submit(id, DECLINED, 'nothing=1');
  expect(JSON.stringify(await rig.rows('select form from session where id = ?', idHash(id)))).not.toContain(NAME);
});

it('a visitor without the cookie sees no notice except that of the decline', async () => {
  const { id } = await checkout();
  const { cookie } = await submit(id, DECLINED);
  const stale = await post(`/checkout/pay/${id}`, { attempt: '1', ...DECLINED }, { Cookie: cookie });
  expect(stale.status).toBe(303);
  expect(wordsOf(await get(id, cookie))).toMatch(/The order has changed|tried somewhere else/);
  const other = wordsOf(await get(id));
  expect(other).not.toMatch(/The order has changed|tried somewhere else/);
  expect(other).toContain('Your card was declined');
});

it('details of one payer are not shown to the next one', async () => {
  const { id } = await checkout();
  const { cookie } = await submit(id, DECLINED);
  await submit(id, cardForm('05/39', { nameOnCard: 'Bob Other' }));
  expect((await get(id, cookie)).text).not.toContain('Bob Other');
});
