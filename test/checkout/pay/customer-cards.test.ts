/** Cards that payers save for themselves: the shop names the payer by `customer.id`, and the payer ticks the box. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, type Rig, startRig } from '../../api/rest/rig.ts';
import { GOOD, hands, RETURN, wordsOf } from '../hands.ts';

const TICKED = { ...GOOD, nameOnCard: 'Ada Byrne', saveCard: 'on' };
const VISA = { ...TICKED, number: '4508750015741019' };

let rig: Rig;
let customers = 0;
beforeAll(async () => {
  rig = await startRig({}, 60);
  await rig.merchant({ id: 'KEEPER', name: 'Keeper', savedCards: {} });
  await rig.merchant({ id: 'SECOND', name: 'Second', savedCards: {} });
  await rig.merchant({ id: 'PLAIN', name: 'Plain', savedCards: { securityCode: false } });
  await rig.merchant({ id: 'ONETOKEN', name: 'One Token', savedCards: {}, tokenManagement: 'UNIQUE_CARD' });
});
afterAll(() => rig.close());

/** A payer and the payer's shop. */
function of(merchant = 'KEEPER') {
  const its = Object.assign(Object.create(rig) as Rig, {
    api: (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
      rig.api(method, path, body, { merchant, ...options }),
  });
  const own = hands(() => its);
  const as = (customer: unknown, more: object = {}) => own.checkout({ customer: { id: customer }, ...more });
  return {
    ...own,
    api: its.api,
    as,
    /** Pays as this customer, and saves the card. @returns the order */
    async save(customer: unknown, fields: Record<string, string> = TICKED) {
      const { id, order } = await as(customer);
      expect((await own.submit(id, fields)).headers.location).toContain('/checkout/done/');
      return (await its.api('GET', `/order/${order}`)).json;
    },
    /** @returns the values of `method` of the saved cards on the page, in its order */
    async offered(customer: unknown, more: object = {}) {
      const { id } = await as(customer, more);
      const { page } = await own.form(id);
      const methods = [...page.text.matchAll(/name="method" value="(saved-[^"]*)"/g)].map(([, method]) => method!);
      return { id, methods, page, href: /href="(\/checkout\/cards\/[^"]*)"/.exec(page.text)?.[1] };
    },
  };
}

function newCustomer(): string {
  customers += 1;
  return `customer-${customers}`;
}
const count = async (table: string) => Number((await rig.rows(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

describe('a payer whom the shop names', () => {
  it('is asked by an empty box, which says who keeps the card, for what and until when', async () => {
    const { id } = await of().as(newCustomer());
    const { page } = await of().form(id);
    expect(page.text).toMatch(/<input type="checkbox" id="save-card" name="saveCard"(?! checked)[^>]*>/);
    expect(wordsOf(page)).toContain(
      'Keeper keeps it encrypted, only for your payments there. It is deleted 12 months after its last use, or earlier if you delete it.',
    );
  });

  it('is offered the saved card at the next payment, and pays with it and its security code', async () => {
    const shop = of();
    const customer = newCustomer();
    const saved = await shop.save(customer);
    expect(saved.sourceOfFunds.provided.card.storedOnFile).toBe('TO_BE_STORED');
    const { id, order } = await shop.as(customer);
    const { page } = await shop.form(id);
    expect(wordsOf(page)).toMatch(/Mastercard •••• 0008 Expires 01\/39 Security code/);
    const [method = ''] = (await shop.offered(customer)).methods;
    await shop.submit(id, { method, securityCode: '100' });
    expect((await shop.api('GET', `/order/${order}`)).json).toMatchObject({
      status: 'CAPTURED',
      sourceOfFunds: { token: saved.sourceOfFunds.token, provided: { card: { storedOnFile: 'STORED' } } },
    });
  });

  it('types the security code again where it is missing or too short, beside the card that was chosen', async () => {
    const shop = of();
    const customer = newCustomer();
    await shop.save(customer, VISA);
    await shop.save(customer);
    const { id, methods } = await shop.offered(customer);
    const [, visa = ''] = methods;
    const { cookie } = await shop.submit(id, { method: visa, securityCode: '1' });
    const { page } = await shop.form(id, cookie);
    expect(wordsOf(page)).toContain('The security code is too short.');
    const open = /<details class="method" name="method" open>.*?<\/details>/s.exec(page.text)?.[0] ?? '';
    expect(open).toContain(`value="${visa}"`);
    expect(open).toContain('The security code is too short.');
    expect((await shop.submit(id, { method: visa, securityCode: '100' }, cookie)).headers.location).toContain('done');
  });

  it('pays without a security code where the profile does not ask for it', async () => {
    const shop = of('PLAIN');
    const customer = newCustomer();
    await shop.save(customer);
    const { id, methods, page } = await shop.offered(customer);
    expect(page.text).not.toContain(`${methods[0]}-securityCode`);
    expect((await shop.submit(id, { method: methods[0]! })).headers.location).toContain('done');
  });

  it('sees the last used card first, and one entry for a card that was saved twice', async () => {
    const shop = of('ONETOKEN');
    const customer = newCustomer();
    await shop.save(customer);
    await shop.save(customer, VISA);
    const two = (await shop.offered(customer)).methods;
    await shop.save(customer);
    const again = (await shop.offered(customer)).methods;
    expect([two.length, again]).toEqual([2, two.toReversed()]);
  });

  it('is not offered the card where the box stayed empty', async () => {
    const shop = of();
    const customer = newCustomer();
    await shop.save(customer, GOOD);
    expect((await shop.offered(customer)).methods).toEqual([]);
  });
});

describe('nobody else sees the card', () => {
  it.each([
    ['another customer', (customer: string) => `${customer}0`],
    ['the same text in capitals', (customer: string) => customer.toUpperCase()],
    ['the same text with a blank', (customer: string) => `${customer} `],
  ])('%s of the shop', async (_, other) => {
    const customer = newCustomer();
    await of().save(customer);
    expect((await of().offered(other(customer))).methods).toEqual([]);
  });

  it('the customer of the same id at another shop', async () => {
    const customer = newCustomer();
    await of().save(customer);
    expect((await of('SECOND').offered(customer)).methods).toEqual([]);
  });

  it.each(['0', 0, '-1', 'guest', 'NULL', 'undefined', '00000000-0000-0000-0000-000000000000', ' . '])(
    'guests, for whom a shop sends %j',
    async (id) => {
      const { id: session } = await of().as(id);
      const { page } = await of().form(session);
      expect(page.text).not.toContain('saveCard');
      await of().submit(session, TICKED);
      expect((await of().offered(id)).methods).toEqual([]);
    },
  );

  it.each([
    ['a card number, unmasked', '5123450000000008'],
    ['markup', '"><script>alert(1)</script>'],
    ['SQL', "1' OR '1'='1"],
    ['a path', '../../SECOND'],
    ['line breaks and a zero', 'a\r\nb\u0000c'],
    ['a hundred letters of two units', '𝒳'.repeat(100)],
  ])('a customer id with %s is taken as it is, or refused by name, and shows its own cards only', async (_, id) => {
    const shop = of();
    const made = await shop.api('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', returnUrl: RETURN },
      order: { id: `hostile-${newCustomer()}`, amount: '10.00', currency: 'EUR' },
      customer: { id },
    });
    if (made.status === 400) {
      expect(made.json.error.field).toBe('customer.id');
      return;
    }
    await shop.save(id);
    expect((await shop.offered(id)).methods).toHaveLength(1);
    expect((await shop.offered(`${id.slice(0, 50)}x`)).methods).toEqual([]);
  });

  it('ids that a mask would make equal are two customers', async () => {
    await of().save('5123450000000008');
    expect((await of().offered('5123451111110008')).methods).toEqual([]);
  });

  it('the holder of a payment link, who is neither asked nor offered a card', async () => {
    const customer = newCustomer();
    await of().save(customer);
    const link = {
      checkoutMode: 'PAYMENT_LINK',
      paymentLink: { expiryDateTime: new Date(Date.now() + 3_600_000).toISOString() },
    };
    const { methods, page } = await of().offered(customer, link);
    expect(methods).toEqual([]);
    expect(page.text).not.toContain('saveCard');
  });

  it('a payer whose browser names the customer: the session’s id sets no customer', async () => {
    const shop = of();
    const customer = newCustomer();
    await shop.save(customer);
    const { id } = await shop.checkout();
    const { headers } = await shop.api(
      'PUT',
      `/session/${id}`,
      { customer: { id: customer } },
      {
        authorization: `Basic ${Buffer.from(`merchant.KEEPER:${id}`).toString('base64')}`,
      },
    );
    expect(headers['x-ignored-fields']).toContain('customer');
    expect((await shop.form(id)).page.text).not.toContain('saved-card-');
  });

  it('a form that names another customer’s card pays nothing', async () => {
    const shop = of();
    const customer = newCustomer();
    await shop.save(customer);
    const [method = ''] = (await shop.offered(customer)).methods;
    const { id, order } = await shop.as(newCustomer());
    const { cookie } = await shop.submit(id, { method, securityCode: '100' });
    expect(wordsOf((await shop.form(id, cookie)).page)).toContain('This card is no longer saved');
    expect((await shop.api('GET', `/order/${order}`)).status).toBe(400);
  });
});

describe('the page of the saved cards', () => {
  const kept = async (shop = of(), customer = newCustomer()) => {
    await shop.save(customer);
    await shop.save(customer, VISA);
    const { href = '' } = await shop.offered(customer);
    return { shop, customer, href };
  };
  const ids = (text: string) => [...text.matchAll(/name="card" value="(\d+)"/g)].map(([, id]) => id!);

  it('shows masked cards, and deletes the one whose button is pressed, with its token', async () => {
    const { shop, customer, href } = await kept();
    const page = await shop.browse(href);
    expect(wordsOf(page)).toMatch(/Your saved cards at Keeper .*Visa •••• 1019 .*Mastercard •••• 0008/);
    expect(page.text).not.toMatch(/5123450000000008|4508750015741019|customer-\d/);
    const tokens = await count('token');
    const [visa = ''] = ids(page.text);
    const answer = await shop.post(href, { card: visa });
    expect([answer.status, answer.headers.location]).toEqual([303, href]);
    expect(wordsOf(await shop.browse(href))).not.toContain('1019');
    expect([(await shop.offered(customer)).methods.length, await count('token')]).toEqual([1, tokens - 1]);
  });

  it('after the last card nothing of the payer is stored, and the page says so', async () => {
    const { shop, href } = await kept();
    const before = await count('saved_customer');
    for (const card of ids((await shop.browse(href)).text)) {
      await shop.post(href, { card });
    }
    expect(wordsOf(await shop.browse(href))).toContain('You have no saved cards at Keeper');
    expect(await count('saved_customer')).toBe(before - 1);
  });

  it('a robot that opens it fifty times, by GET and HEAD, changes nothing', async () => {
    const { shop, customer, href } = await kept();
    for (let visit = 0; visit < 50; visit += 1) {
      await rig.call(visit % 2 === 0 ? 'GET' : 'HEAD', `${href}?card=1&delete=1`, undefined, { authorization: null });
    }
    expect((await shop.offered(customer)).methods).toHaveLength(2);
  });

  it('deletes no card of another payer, also not of the same token', async () => {
    const { shop, href } = await kept();
    const other = await kept(shop);
    const [theirs = ''] = ids((await shop.browse(other.href)).text);
    await shop.post(href, { card: theirs });
    await shop.post(href, { card: '9'.repeat(30) });
    await shop.post(href, { card: '1 OR 1=1' });
    expect((await shop.offered(other.customer)).methods).toHaveLength(2);
  });

  it('two payers of one card and token: what one deletes stays with the other', async () => {
    const one = await kept(of('ONETOKEN'));
    const two = await kept(of('ONETOKEN'));
    const [visa = ''] = ids((await one.shop.browse(one.href)).text);
    await one.shop.post(one.href, { card: visa });
    expect((await two.shop.offered(two.customer)).methods).toHaveLength(2);
    for (const card of ids((await two.shop.browse(two.href)).text)) {
      await two.shop.post(two.href, { card });
    }
    expect((await one.shop.offered(one.customer)).methods).toHaveLength(1);
  });

  it('a token that the shop stores too stays the shop’s', async () => {
    const { shop, href } = await kept(of('ONETOKEN'));
    const card = { number: VISA.number, expiry: { month: '1', year: '39' } };
    const { json } = await shop.api('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } });
    for (const saved of ids((await shop.browse(href)).text)) {
      await shop.post(href, { card: saved });
    }
    expect((await shop.api('GET', `/token/${json.token}`)).status).toBe(200);
  });

  it('a forged or cut address is unknown; one that is over shows no card, and deletes none', async () => {
    const { shop, customer, href } = await kept();
    const forged = [href.slice(0, -1), `${href.slice(0, -1)}${href.endsWith('A') ? 'B' : 'A'}`, `${href}0`];
    for (const address of [...forged, href.replace(/-(\w)/, '-1$1')]) {
      expect((await shop.browse(address)).status).toBe(404);
    }
    const [card = ''] = ids((await shop.browse(href)).text);
    rig.later(400 * 86_400_000);
    try {
      const page = await shop.browse(href);
      expect([wordsOf(page).includes('This link is no longer valid'), ids(page.text)]).toEqual([true, []]);
      await shop.post(href, { card });
    } finally {
      rig.later(-400 * 86_400_000);
    }
    expect((await shop.offered(customer)).methods).toHaveLength(2);
  });
});

describe('a card that is no longer there', () => {
  it('deleted in another tab: the open form says so, charges nothing, and takes another card', async () => {
    const shop = of();
    const customer = newCustomer();
    const { sourceOfFunds } = await shop.save(customer);
    const { id, methods } = await shop.offered(customer);
    const { hidden, action, cookie } = await shop.form(id);
    expect((await shop.api('DELETE', `/token/${sourceOfFunds.token}`)).status).toBe(200);
    await shop.post(action, { ...hidden, method: methods[0]!, securityCode: '100' }, { Cookie: cookie });
    const { page } = await shop.form(id, cookie);
    expect(wordsOf(page)).toContain('This card is no longer saved You have not been charged. Please pay another way.');
    expect((await shop.submit(id, GOOD, cookie)).headers.location).toContain('done');
  });

  it('expired, or kept for as long as the payer was told: it is not offered, and the page shows it until it is removed', async () => {
    const shop = of();
    const customer = newCustomer();
    await shop.save(customer);
    rig.later(364 * 86_400_000);
    expect((await shop.offered(customer)).methods).toHaveLength(1);
    rig.later(3 * 86_400_000);
    try {
      expect((await shop.offered(customer)).methods).toEqual([]);
    } finally {
      rig.later(-367 * 86_400_000);
    }
  });

  it('of a shop whose profile keeps no cards any more: not offered, and not payable by an open form', async () => {
    const shop = of('SECOND');
    const customer = newCustomer();
    await shop.save(customer);
    const { id, methods } = await shop.offered(customer);
    const { hidden, action, cookie } = await shop.form(id);
    await rig.merchant({ id: 'SECOND', name: 'Second' });
    // A process reads a changed profile within seconds.
    await expect.poll(async () => (await shop.offered(customer)).methods, { timeout: 20_000 }).toEqual([]);
    await shop.post(action, { ...hidden, method: methods[0]!, securityCode: '100' }, { Cookie: cookie });
    const { page } = await shop.form(id, cookie);
    expect(wordsOf(page)).toContain('This card is no longer saved');
    expect(page.text).not.toContain('saveCard');
  });
});

it('interaction.tokens beside a saved card of the same token is one entry', async () => {
  const shop = of();
  const customer = newCustomer();
  const { sourceOfFunds } = await shop.save(customer);
  const { methods } = await shop.offered(customer, {
    interaction: { operation: 'PURCHASE', tokens: [sourceOfFunds.token] },
  });
  expect(methods).toHaveLength(1);
});
