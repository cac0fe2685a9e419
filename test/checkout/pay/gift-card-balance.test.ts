/** A payer queries a gift card's balance, through the real gateway. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { GOOD, giftCard, hands, REFUSED, wordsOf } from '../hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, browse, submit, form, post } = hands(() => rig);

const ASKED = { balance: '1' };
const words = async (id: string, cookie: string) => wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }));

async function asking(tens: string, more: Record<string, string> = {}, order: object = { amount: '100.00' }) {
  const { id, order: orderId } = await checkout({ order });
  const { cookie } = await submit(id, giftCard(tens, { ...ASKED, ...more }));
  return { id, orderId, cookie, said: await words(id, cookie) };
}

describe('the balance of a gift card', () => {
  it('is shown, moves nothing and costs no attempt', async () => {
    const { said, orderId } = await asking('03');
    expect(said).toContain('On your gift card: €30.00');
    expect(said).toContain('It can pay €30.00 of this order, and you pay the other €70.00 by card');
    expect(rig.host.ledger({ order: orderId })).toEqual([]);
    expect((await rig.api('GET', `/order/${orderId}`)).status).toBe(400);
  });

  it("is shown in the order's currency, of a card with enough and of an empty one", async () => {
    expect((await asking('99')).said).toContain('On your gift card: €990.00');
    expect((await asking('99')).said).toContain('This gift card covers your order');
    expect((await asking('03', {}, { amount: '1000', currency: 'JPY' })).said).toContain('On your gift card: ¥30');
    expect((await asking('00')).said).toContain('On your gift card: €0.00');
    expect((await asking('00')).said).toContain('does not have enough for this order');
  });

  it("is the rest after the card's payments and holds", async () => {
    const card = giftCard('10');
    const first = await checkout({ order: { amount: '60.00' } });
    await submit(first.id, card);
    const second = await checkout({ order: { amount: '60.00' } });
    const { cookie } = await submit(second.id, { ...card, ...ASKED });
    expect(await words(second.id, cookie)).toContain('On your gift card: €40.00');
  });

  it('is shown to its payer alone, and no longer than the next form', async () => {
    const { id, cookie } = await asking('03');
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).not.toContain('€30.00');
    await submit(id, REFUSED, cookie);
    expect(await words(id, cookie)).not.toContain('€30.00');
  });

  it.each([
    ['a wrong PIN', giftCard('03', { pin: '9999' })],
    ['an unknown card', { ...giftCard('03'), number: '6007000000000035' }],
  ])('%s is reported as for a payment, and costs an attempt', async (_what, card) => {
    const asked = await checkout();
    const { cookie } = await submit(asked.id, { ...card, ...ASKED });
    const paid = await checkout();
    const payment = await submit(paid.id, card);
    const [saidAsked, saidPaid] = [await words(asked.id, cookie), await words(paid.id, payment.cookie)];
    expect(saidAsked).toContain('You can try 2 more times.');
    expect(saidAsked.replaceAll(asked.order, '')).toBe(saidPaid.replaceAll(paid.order, ''));
  });

  it('ends a checkout once guesses have used all attempts', async () => {
    const { id, order } = await checkout();
    const wrong = giftCard('03', { pin: '9999' });
    const { cookie } = await submit(id, { ...wrong, ...ASKED });
    await submit(id, wrong, cookie);
    await submit(id, { ...wrong, ...ASKED }, cookie);
    expect(await words(id, cookie)).toContain('No attempts left');
    await submit(id, GOOD, cookie);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('can be queried five times a checkout, and then has no button', async () => {
    const { id } = await checkout();
    const { cookie } = await form(id);
    for (let times = 0; times < 5; times += 1) {
      expect((await form(id, cookie)).page.text).toContain('name="balance"');
      await submit(id, giftCard('03', ASKED), cookie);
      await submit(id, { method: 'giftCard', otherCard: '1' }, cookie);
    }
    const { page, hidden, action } = await form(id, cookie);
    expect(page.text).not.toContain('name="balance"');
    await post(action, { ...hidden, ...giftCard('04', ASKED) }, { Cookie: cookie });
    expect(await words(id, cookie)).toContain('The balance cannot be shown just now');
    await submit(id, GOOD, cookie);
    expect(await words(id, cookie)).toContain('Payment complete');
  });

  it("is refused for a form that is not the payer's own", async () => {
    const { id } = await checkout();
    const { hidden, action, cookie } = await form(id);
    await post(
      action,
      { ...hidden, csrf: 'x', ...giftCard('03', ASKED) },
      { Cookie: cookie, Origin: 'https://evil.example' },
    );
    expect(await words(id, cookie)).not.toContain('€30.00');
  });
});

describe('a gift card whose balance was queried', () => {
  const KEPT = { method: 'giftCard', keptCard: '1' };

  it('pays without being entered again, with its PIN', async () => {
    const { id, orderId, cookie } = await asking('99');
    const { page } = await form(id, cookie);
    expect(wordsOf(page)).toMatch(/Gift card ending in \d{4}/);
    expect(page.text).not.toContain('id="gift-number"');
    await submit(id, KEPT, cookie);
    expect(rig.host.ledger({ order: orderId })).toMatchObject([{ amount: '100.00', state: 'APPROVED' }]);
    expect(await words(id, cookie)).toContain('Payment complete');
  });

  it('pays its part without being entered again, and the page asks for the rest', async () => {
    const { id, cookie } = await asking('03');
    await submit(id, KEPT, cookie);
    expect(await words(id, cookie)).toContain('To pay by card €70.00');
  });

  it('pays only for the payer who queried it, and only with that payer’s cookie', async () => {
    const { id, orderId } = await asking('99');
    await submit(id, KEPT);
    expect(rig.host.ledger({ order: orderId })).toEqual([]);
    const stranger = await checkout();
    const { hidden, action } = await form(stranger.id);
    await post(action, { ...hidden, ...giftCard('99', ASKED) }, {});
    expect((await browse(`/checkout/pay/${stranger.id}`)).text).not.toContain('keptCard');
  });

  it('is replaced by another card, and leaves no trace in the session', async () => {
    const { id, orderId, cookie } = await asking('99');
    await submit(id, { ...KEPT, otherCard: '1' }, cookie);
    const { page } = await form(id, cookie);
    expect(page.text).toContain('id="gift-number"');
    expect((await rig.api('GET', `/session/${id}`)).json.sourceOfFunds).toBeUndefined();
    await submit(id, KEPT, cookie);
    expect(rig.host.ledger({ order: orderId })).toEqual([]);
    expect(await words(id, cookie)).toContain('Enter your gift card number.');
  });

  it('is not stored where its balance is zero', async () => {
    const { id, cookie } = await asking('00');
    expect((await form(id, cookie)).page.text).toContain('id="gift-number"');
  });
});

describe('the balance limits of a gateway', () => {
  let own: Rig;
  const to = hands(() => own);
  beforeEach(async () => {
    own = await startRig();
  });
  afterEach(() => own.close());

  it('bound the balances shown to one network, over all checkouts', async () => {
    for (let times = 1; times <= 21; times += 1) {
      const { id } = await to.checkout();
      const { cookie } = await to.submit(id, giftCard('03', ASKED));
      const said = wordsOf(await to.browse(`/checkout/pay/${id}`, { Cookie: cookie }));
      expect(said.includes('€30.00')).toBe(times <= 20);
    }
  });

  it('show no balance while the acquirer is unavailable, and count no attempt', async () => {
    const { id } = await to.checkout();
    const { hidden, action, cookie } = await to.form(id);
    own.host.setFaults({ mode: 'REFUSE', count: null });
    await own.acquirerIs('down');
    await to.post(action, { ...hidden, ...giftCard('03', ASKED) }, { Cookie: cookie });
    const said = wordsOf(await to.browse(`/checkout/pay/${id}`, { Cookie: cookie }));
    expect(said).toContain('The balance cannot be shown just now');
    expect(said).not.toContain('more times');
  });
});
