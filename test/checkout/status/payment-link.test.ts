/** Payment links, from the first attempt to their end. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import { idHash } from '../../../src/platform/id-seal.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { homeOf } from '../../support/scriptless.ts';
import { GOOD, hands, REFUSED, wordsOf } from '../hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, browse, post, form, submit } = hands(() => rig);

/** The rig's clock only moves forward, so each link's dates are relative to it. */
let passed = 0;
function later(ms: number): void {
  passed += ms;
  rig.later(ms);
}
const inDays = (days: number) => new Date(Date.now() + passed + days * DAY_MS).toISOString();

async function link(days: number, attempts: number, more: { interaction?: object; order?: object } = {}) {
  return checkout({
    checkoutMode: 'PAYMENT_LINK',
    paymentLink: { expiryDateTime: inDays(days), numberOfAllowedAttempts: attempts },
    ...more,
  });
}

const behind = async (id: string) => (await form(id)).action;

describe('a payment link', () => {
  it('made for five weeks can be opened and paid a day before they end', async () => {
    const { id, order, indicator } = await link(35, 5);
    later(34 * DAY_MS);
    const sent = await submit(id);
    expect(sent.status).toBe(303);
    expect(rig.host.ledger({ order })).toMatchObject([{ state: 'APPROVED' }]);
    expect(homeOf((await browse(String(sent.headers.location))).text)).toContain(indicator);
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain("You've already paid.");
  });

  it('ends at its expiry, on every page', async () => {
    const { id, order } = await link(7, 5);
    later(7 * DAY_MS - HOUR_MS);
    const open = await form(id);
    later(HOUR_MS + 1);
    for (const address of [`/checkout/pay/${id}`, open.action]) {
      const words = wordsOf(await browse(address));
      expect(words).toContain('This payment has timed out');
      // It has no page of the shop to start again from.
      expect(words).toContain('Ask Example Shop for a new link.');
    }
    await post(open.action, { ...open.hidden, ...GOOD }, { Cookie: open.cookie });
    expect(rig.host.ledger({ order })).toEqual([]);
  });

  it('offers more time only within its own expiry, and otherwise shows the rest', async () => {
    const { id } = await link(1, 5);
    later(DAY_MS - 31 * 60_000);
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('I need more time');
    later(26 * 60_000);
    const last = wordsOf(await browse(`/checkout/pay/${id}`));
    expect(last).not.toContain('I need more time');
    expect(last).toContain('Time left to pay: 2 minutes. Ask Example Shop for a new link.');
  });

  it('has a new session at each attempt, up to its limit, and then ends', async () => {
    const { id, order } = await link(35, 3);
    const sessions: string[] = [];
    for (const left of ['You can try 2 more times.', 'You can try 1 more time.']) {
      sessions.push(await behind(id));
      const declined = await submit(id, REFUSED);
      expect(wordsOf(await browse(String(declined.headers.location)))).toContain(left);
      // A session behind a link is stored for a day after its end.
      later(8 * HOUR_MS);
    }
    sessions.push(await behind(id));
    await submit(id, REFUSED);
    expect(new Set([`/checkout/pay/${id}`, ...sessions]).size).toBe(4);
    for (const address of [`/checkout/pay/${id}`, ...sessions]) {
      expect(wordsOf(await browse(address))).toContain('Your card was declined No attempts left.');
    }
    expect(rig.host.ledger({ order })).toHaveLength(3);
  });

  it('opened days later shows no earlier input, and within the session shows it', async () => {
    const { id } = await link(35, 3);
    const declined = await submit(id, { ...REFUSED, nameOnCard: 'Ada Byrne' });
    const page = (path: string) => browse(path, { Cookie: declined.cookie });
    expect((await page(String(declined.headers.location))).text).toContain('Ada Byrne');
    later(DAY_MS);
    expect((await page(`/checkout/pay/${id}`)).text).not.toContain('Ada Byrne');
  });

  it('a form that stayed open longer than its session is shown again, and then accepted', async () => {
    const { id, order } = await link(35, 3);
    const old = await form(id);
    later(31 * 60_000);
    const sent = await post(old.action, { ...old.hidden, ...GOOD }, { Cookie: old.cookie });
    expect(rig.host.ledger({ order })).toEqual([]);
    expect(wordsOf(await browse(String(sent.headers.location), { Cookie: old.cookie }))).toContain(
      'This page was open for too long',
    );
    await submit(id);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('a form of the previous attempt does not charge again, and shows the decline', async () => {
    const { id, order } = await link(35, 3);
    const old = await form(id);
    await submit(id, REFUSED);
    const sent = await post(old.action, { ...old.hidden, ...GOOD }, { Cookie: old.cookie });
    expect(rig.host.ledger({ order })).toHaveLength(1);
    expect(wordsOf(await browse(String(sent.headers.location), { Cookie: old.cookie }))).toContain(
      'This payment was tried somewhere else',
    );
  });

  it('shows and charges the amount as the merchant changed it meanwhile', async () => {
    const { id, order } = await link(35, 3);
    const old = await form(id);
    await rig.api('PUT', `/session/${id}`, { order: { amount: '12.00' } });
    await post(old.action, { ...old.hidden, ...GOOD }, { Cookie: old.cookie });
    expect(rig.host.ledger({ order })).toEqual([]);
    expect(wordsOf(await browse(old.action, { Cookie: old.cookie }))).toContain(
      'changed the amount from €10.00 to €12.00',
    );
    await submit(id);
    expect(rig.host.ledger({ order })).toMatchObject([{ amount: '12.00' }]);
  });

  it('can be cancelled, and opened again', async () => {
    const { id, order } = await link(35, 3);
    const { hidden, action, cookie } = await form(id);
    const cancelAction = action.replace('/pay/', '/cancel/');
    const cancelled = await post(cancelAction, hidden, { Cookie: cookie });
    expect((await browse(String(cancelled.headers.location))).headers.refresh).toContain('https://shop.example/cancel');
    later(DAY_MS);
    await submit(id);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('without an expiry lasts as long as its payer returns to it', async () => {
    const { id, order } = await checkout({ checkoutMode: 'PAYMENT_LINK', paymentLink: { numberOfAllowedAttempts: 5 } });
    for (let visits = 0; visits < 3; visits += 1) {
      const address = await behind(id);
      later(20 * 60_000);
      expect((await browse(address)).text).toContain('name="number"');
    }
    await submit(id);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('shows every visitor that it was cancelled, until it is tried again', async () => {
    const { id } = await link(35, 3);
    const { hidden, action, cookie } = await form(id);
    await post(action.replace('/pay/', '/cancel/'), hidden, { Cookie: cookie });
    later(DAY_MS);
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('You cancelled this payment');
    await submit(id, REFUSED);
    later(DAY_MS);
    const words = wordsOf(await browse(`/checkout/pay/${id}`));
    expect(words).toContain('Your card was declined');
    expect(words).not.toContain('You cancelled this payment');
  });

  it('accepts no card through the API, since it may live for weeks', async () => {
    const { id } = await link(35, 3);
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' };
    const { status, json } = await rig.api('PUT', `/session/${id}`, { sourceOfFunds: { provided: { card } } });
    expect([status, json.error]).toMatchObject([
      400,
      { field: 'sourceOfFunds.provided', validationType: 'UNSUPPORTED' },
    ]);
    const [row] = await rig.rows('select sealed_card from session where id = ?', idHash(id));
    expect(row?.sealed_card).toBeNull();
  });

  it("keeps its payer's cancel while others open it", async () => {
    const { id } = await link(35, 3);
    const { hidden, action, cookie } = await form(id);
    later(31 * 60_000);
    const opened = Array.from({ length: 5 }, () => browse(`/checkout/pay/${id}`));
    await Promise.all([post(action.replace('/pay/', '/cancel/'), hidden, { Cookie: cookie }), ...opened]);
    const [row] = await rig.rows('select checkout from session where id = ?', idHash(id));
    const checkout = JSON.parse(String(row?.checkout));
    expect(checkout).toMatchObject({ leftAt: expect.any(Number), current: expect.any(String) });
  });

  it('opened by many at once has one session behind it', async () => {
    const { id } = await link(35, 3);
    const forms = await Promise.all(Array.from({ length: 10 }, () => behind(id)));
    expect(new Set(forms).size).toBe(1);
  });

  it('stores a saved card for its merchant no longer than any session', async () => {
    const { id } = await link(35, 3, { interaction: { operation: 'NONE' } });
    const sent = await submit(id);
    expect(String(sent.headers.location)).toMatch(/^\/checkout\/done\/SESSION/);
    const { json } = await rig.api('GET', `/session/${id}`);
    expect(json.sourceOfFunds.provided.card.number).toBe('512345xxxxxx0008');
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Card saved');
    later(31 * 60_000);
    expect((await rig.api('GET', `/session/${id}`)).status).toBe(400);
  });
});
