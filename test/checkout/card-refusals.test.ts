/** Cards that a shop refuses as a policy: the request of its payers' pages, and the page after the refusal. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { cardForm, GOOD, hands, wordsOf } from './hands.ts';

const PREPAID = '41234567';
const rules = [
  { id: 'prepaid', when: { cardTypes: ['PREPAID'] }, recommendation: 'REJECT', tellPayer: true },
  { id: 'amex', when: { cardBrands: ['AMEX'], currencies: ['USD'] }, recommendation: 'REJECT', tellPayer: true },
  { id: 'fraud', when: { bins: ['5555'] }, recommendation: 'REJECT' },
];
const NOTHING = { reason: '' };
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  const row = { from: PREPAID, brand: 'VISA', scheme: 'VISA', fundingMethod: 'DEBIT', prepaid: true };
  writeFileSync(join(rig.folder, 'bins.json'), JSON.stringify([row]));
  await rig.merchant({ id: 'TESTSHOP', name: 'Example Shop', risk: { rules } });
  await rig.restart();
});
afterAll(() => rig.close());

const { browse, checkout, form, post, submit } = hands(() => rig);

const ask = (id: string, prefix: string, headers: Record<string, string> = {}, csrf = '') =>
  post(`/checkout/card/${id}`, { prefix, csrf }, headers);

it('the page of a shop with such a rule has the reasons of the order’s currency, and asks', async () => {
  const { id } = await checkout();
  const { text } = await browse(`/checkout/pay/${id}`);
  const place = /<p[^>]*id="card-refusal"[^>]*>/.exec(text)?.[0] ?? '';
  expect(place).toContain(`data-address="/checkout/card/${id}"`);
  expect(place).toContain('Prepaid cards are not accepted here. Try another card.');
  expect(place).not.toContain('American Express');
  const answer = await ask(id, PREPAID);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(answer.json).toEqual({ reason: 'PREPAID' });
});

it('says nothing of other cards, or of a rule that payers are not told of', async () => {
  const { id } = await checkout();
  for (const prefix of ['41234568', '37878787', '55555555']) {
    expect((await ask(id, prefix)).json).toEqual(NOTHING);
  }
});

it('reads eight digits, no more and no fewer', async () => {
  const { id } = await checkout();
  for (const prefix of ['', '4123456', `${PREPAID}0`, `${PREPAID}00000000`, '4123456x', '४१२३४५६७']) {
    expect((await ask(id, prefix)).json).toEqual(NOTHING);
  }
});

it('answers only a page of the payer’s own', async () => {
  const { id } = await checkout();
  const { cookie, hidden } = await form(id);
  const foreign = { Origin: 'https://elsewhere.example', Cookie: cookie };
  expect((await ask(id, PREPAID, foreign, hidden.csrf)).status).toBe(403);
  // Some browsers state no origin: then the form's token counts.
  const silently = (csrf = '') =>
    rig.call('POST', `/checkout/card/${id}`, new URLSearchParams({ prefix: PREPAID, csrf }).toString(), {
      authorization: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie },
    });
  expect((await silently()).json).toEqual(NOTHING);
  expect((await silently(hidden.csrf)).json).toEqual({ reason: 'PREPAID' });
});

it('answers only while the checkout can be paid', async () => {
  const { id } = await checkout();
  await submit(id, GOOD);
  expect((await ask(id, PREPAID)).json).toEqual(NOTHING);
  expect((await ask(id.replace(/\d{4}$/, '0000'), PREPAID)).json).toEqual(NOTHING);
});

it('says nothing where the card is only stored, which no rule refuses', async () => {
  const { id } = await checkout({ interaction: { operation: 'NONE' } });
  expect((await browse(`/checkout/pay/${id}`)).text).not.toContain('card-refusal');
  expect((await ask(id, PREPAID)).json).toEqual(NOTHING);
});

it('a refused payment says why, uses up an attempt, and is answered over REST as ever', async () => {
  const { id, order } = await checkout();
  const { cookie } = await submit(id, cardForm('01/39', { number: `${PREPAID}00000001` }));
  const page = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
  expect(wordsOf(page)).toContain('Prepaid cards are not accepted here You have not been charged. Try another card.');
  expect(wordsOf(page)).toContain('You can try 2 more times.');
  const { json } = await rig.api('GET', `/order/${order}/transaction/1`);
  expect(json.response).toStrictEqual({
    cardSecurityCode: { gatewayCode: 'NOT_PROCESSED' },
    gatewayCode: 'BLOCKED',
    risk: {
      gatewayCode: 'REJECTED',
      reversalResult: 'NOT_APPLICABLE',
      rule: [{ data: 'card PREPAID', id: 'prepaid', name: 'prepaid', recommendation: 'REJECT', type: 'MERCHANT_RULE' }],
    },
  });
});

// The last test: it uses up the requests of this network too.
it('answers some tens of questions of a session, and goes silent in the same shape', async () => {
  const { id } = await checkout();
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(id, PREPAID)));
  const told = answers.filter(({ json }) => json.reason === 'PREPAID');
  expect(told.length).toBeLessThanOrEqual(30);
  expect(told.length).toBeGreaterThan(20);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (let sessions = 0; sessions < 3; sessions += 1) {
    const other = await checkout();
    await Promise.all(Array.from({ length: 10 }, () => ask(other.id, PREPAID)));
  }
  const last = await checkout();
  expect((await ask(last.id, PREPAID)).json).toEqual(NOTHING);
});
