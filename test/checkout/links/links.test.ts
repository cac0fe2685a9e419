/** Links that take payments: made by REST, paid on the hosted page, and taken by exactly as many payers as they say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, type Rig, startRig } from '../../api/rest/rig.ts';
import { onPostgres } from '../../support/database-place.ts';
import { GOOD, hands, REFUSED, wordsOf } from '../hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { browse, post, submit } = hands(() => rig);

const COURSE = { amount: '24.00', currency: 'EUR', description: 'Bread baking course' };

interface MadeLink {
  readonly id: string;
  readonly path: string;
}

async function link(terms: object = COURSE): Promise<MadeLink> {
  const { status, json } = await rig.api('POST', '/link', { link: terms });
  expect(status).toBe(201);
  return { id: json.link.id, path: new URL(json.link.url).pathname };
}

const shown = async ({ id }: MadeLink) => (await rig.api('GET', `/link/${id}`)).json.link;

/** The hidden inputs of the link's form. */
function startOf({ text }: Pick<Reply, 'text'>): Record<string, string> {
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  return { start: value('start'), locale: value('locale') };
}

/** @returns the id of the session on the hosted page */
async function begin({ path }: Pick<MadeLink, 'path'>, fields: Record<string, string> = {}): Promise<string> {
  const page = await browse(path);
  const answer = await post(path, { ...startOf(page), ...fields });
  expect(answer.status).toBe(303);
  return String(answer.headers.location).replace('/checkout/pay/', '');
}

/** Everything that a visit could change. */
const records = () =>
  Promise.all(
    ['payment_link', 'link_order', 'session', 'session_alias', 'payment_order', 'payment_transaction'].map((table) =>
      rig.rows(`select * from ${table} order by 1`),
    ),
  );

const ledgerOf = (orders: readonly { id: string }[]) => orders.flatMap(({ id }) => rig.host.ledger({ order: id }));

describe('a link with a fixed amount', () => {
  it('leads a payer from its page to the hosted page, and to an order of its own', async () => {
    const made = await link();
    const page = await browse(made.path);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain('€24.00');
    expect(wordsOf(page)).toContain('Bread baking course');
    const id = await begin(made);
    expect((await submit(id)).headers.location).toBe(`/checkout/done/${id}`);
    expect(wordsOf(await browse(`/checkout/done/${id}`))).toContain('You paid €24.00');
    const after = await shown(made);
    expect(after).toMatchObject({ status: 'OPEN', paymentsMade: 1, order: [{ status: 'CAPTURED' }] });
    const { json: order } = await rig.api('GET', `/order/${after.order[0].id}`);
    expect(order).toMatchObject({ amount: 24, currency: 'EUR', description: 'Bread baking course' });
  });

  it('makes an order of its own for every payer', async () => {
    const made = await link();
    await submit(await begin(made));
    await submit(await begin(made));
    const { order, paymentsMade } = await shown(made);
    expect(paymentsMade).toBe(2);
    expect(new Set(order.map(({ id }: { id: string }) => id)).size).toBe(2);
    expect(ledgerOf(order)).toHaveLength(2);
  });

  it('leads a form that is sent twice, also at once, to one session, before and after its payment', async () => {
    const made = await link();
    const form = startOf(await browse(made.path));
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(made.path, form)));
    const [first, ...others] = answers.map(({ headers }) => headers.location);
    expect(new Set(others)).toEqual(new Set([first]));
    await submit(String(first).replace('/checkout/pay/', ''));
    expect((await post(made.path, form)).headers.location).toBe(first);
    expect((await shown(made)).order).toHaveLength(1);
  });

  it('leads to one order after a crash between its steps', async () => {
    const made = await link();
    const form = startOf(await browse(made.path));
    await post(made.path, form);
    await rig.change('update link_order set session_key = null, sealed_session = null');
    const id = String((await post(made.path, form)).headers.location).replace('/checkout/pay/', '');
    await submit(id);
    expect((await shown(made)).order).toMatchObject([{ status: 'CAPTURED' }]);
    const ofLink = 'select * from link_order where link_key = (select key from payment_link where id = ?)';
    expect(await rig.rows(ofLink, made.id)).toHaveLength(1);
  });

  it('changes nothing for visits, whatever their method and headers', async () => {
    const made = await link({ ...COURSE, numberOfPayments: '1' });
    const before = await records();
    const visits: Record<string, string>[] = [
      {},
      { Purpose: 'prefetch' },
      { 'User-Agent': 'Mail scanner' },
      { Accept: '*/*' },
    ];
    for (const headers of Array.from({ length: 50 }, (_, index) => visits[index % visits.length]!)) {
      expect((await browse(made.path, headers)).status).toBe(200);
      expect((await rig.call('HEAD', made.path, undefined, { authorization: null, headers })).status).toBe(200);
    }
    expect(await records()).toEqual(before);
    await submit(await begin(made));
    expect(await shown(made)).toMatchObject({ status: 'PAID', paymentsMade: 1 });
  });

  it.each(['constructor', '__proto__', 'nothing-taken&unpaid=nothing-taken'])(
    'shows its page for ?unpaid=%s',
    async (value) => {
      const made = await link();
      const page = await browse(`${made.path}?unpaid=${value}&at=${Date.now() - 1_000}`);
      expect(page.status).toBe(200);
      expect(wordsOf(page)).not.toContain('Your payment was not made');
    },
  );

  it('refuses a form of another site', async () => {
    const made = await link();
    const form = startOf(await browse(made.path));
    expect((await post(made.path, form, { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('a link that ends', () => {
  it('takes no payment after its expiry, and says so', async () => {
    const expiryDateTime = new Date(Date.now() + 60_000).toISOString();
    const made = await link({ ...COURSE, expiryDateTime });
    const form = startOf(await browse(made.path));
    rig.later(61_000);
    expect(wordsOf(await browse(made.path))).toContain('This link has expired');
    const refused = await post(made.path, form);
    expect(refused.status).toBe(200);
    expect(wordsOf(refused)).toContain('This link has expired');
    expect(await shown(made)).toMatchObject({ status: 'EXPIRED', paymentsMade: 0 });
  });

  it('takes no payment once the merchant has ended it, not even of a payer on the hosted page', async () => {
    const made = await link();
    const id = await begin(made);
    const { status, json } = await rig.api('DELETE', `/link/${made.id}`);
    expect([status, json.link.status]).toEqual([200, 'ENDED']);
    expect((await submit(id)).status).toBe(303);
    const back = await browse(`/checkout/pay/${id}`);
    expect(back.headers.location).toMatch(new RegExp(`^${made.path}\\?unpaid=nothing-taken&at=\\d+$`));
    const words = wordsOf(await browse(String(back.headers.location)));
    expect(words).toContain('This link is no longer valid');
    expect(words).toContain('Your payment was not made');
    expect(words).toContain('You have not been charged');
    expect((await shown(made)).order ?? []).toEqual([]);
    expect(wordsOf(await browse(made.path))).not.toContain('Your payment was not made');
    // Its payer may have paid since, and an older copy of the address says nothing.
    rig.later(61_000);
    expect(wordsOf(await browse(String(back.headers.location)))).not.toContain('Your payment was not made');
    expect(wordsOf(await browse(`${made.path}?unpaid=nothing-taken`))).not.toContain('Your payment was not made');
  });
});

describe('a link with fewer payments than payers', () => {
  it('of fifty payers at once exactly one pays, and the others read that they have not', async () => {
    const made = await link({ ...COURSE, numberOfPayments: '1' });
    const payers = await Promise.all(Array.from({ length: 50 }, () => begin(made)));
    await Promise.all(payers.map((id) => submit(id)));
    const pages = await Promise.all(payers.map((id) => browse(`/checkout/pay/${id}`)));
    const paid = pages.filter((page) => wordsOf(page).includes("You've already paid"));
    const away = pages.filter(({ status }) => status === 303);
    expect([paid.length, away.length]).toEqual([1, 49]);
    for (const { headers } of away) {
      const words = wordsOf(await browse(String(headers.location)));
      expect(words).toContain('There is nothing left to pay');
      expect(words).toContain('Your payment was not made');
      expect(words).toContain('You have not been charged');
    }
    const after = await shown(made);
    expect(after).toMatchObject({ status: 'PAID', paymentsMade: 1 });
    expect(after.order).toHaveLength(1);
    expect(ledgerOf(after.order)).toHaveLength(1);
  });

  it('a payment that fails gives its place back, and the next payer pays', async () => {
    const made = await link({ ...COURSE, numberOfPayments: '1' });
    const [first, second] = [await begin(made), await begin(made)];
    await submit(first, REFUSED);
    expect(wordsOf(await browse(`/checkout/pay/${first}`))).toContain('declined');
    expect(wordsOf(await browse(made.path))).toContain('€24.00');
    await submit(second, GOOD);
    expect(await shown(made)).toMatchObject({ status: 'PAID', paymentsMade: 1 });
    await submit(first, GOOD);
    expect((await browse(`/checkout/pay/${first}`)).headers.location).toContain(made.path);
    expect(await shown(made)).toMatchObject({ status: 'PAID', paymentsMade: 1 });
  });

  it('a payer who is left without an answer keeps the place until the attempt is over', async () => {
    const made = await link({ ...COURSE, numberOfPayments: '1' });
    const [first, second] = [await begin(made), await begin(made)];
    // Taken, and left before the payment is in the store.
    await rig.change(
      "update link_order set state = 'TAKEN', attempt = '1', taken_at = ? where session_key = (select max(session_key) from link_order)",
      Date.now() + 200_000,
    );
    await rig.change('update payment_link set taken = 1 where id = ?', made.id);
    expect(wordsOf(await browse(made.path))).toContain('Someone else is paying at the moment');
    await submit(first);
    expect((await browse(`/checkout/pay/${first}`)).headers.location).toContain(made.path);
    rig.later(600_000);
    await submit(first);
    expect(wordsOf(await browse(`/checkout/pay/${first}`))).toContain('already paid');
    expect((await browse(`/checkout/pay/${second}`)).headers.location).toContain(made.path);
  });
});

// The trigger is SQLite's; the store's test has the same guard on both engines.
describe.skipIf(onPostgres())('a process that pauses between the taking of a place and its payment', () => {
  it('charges nobody once the place was given back, and the payer can try again', async () => {
    const made = await link({ ...COURSE, numberOfPayments: '1' });
    const id = await begin(made);
    await rig.change(`create trigger given_back after update of state on link_order when new.state = 'TAKEN' begin
      update link_order set state = 'OPEN' where key = new.key;
      update payment_link set taken = taken - 1 where key = new.link_key;
    end`);
    const answer = await submit(id);
    await rig.change('drop trigger given_back');
    expect([answer.status, answer.headers.location]).toEqual([303, `/checkout/pay/${id}`]);
    const [order] = await rig.rows(
      'select order_id as id from link_order where link_key = (select key from payment_link where id = ?)',
      made.id,
    );
    expect(ledgerOf([{ id: String(order?.id) }])).toEqual([]);
    expect(await shown(made)).toMatchObject({ status: 'OPEN', paymentsMade: 0 });
    await submit(id);
    expect(await shown(made)).toMatchObject({ status: 'PAID', paymentsMade: 1 });
  });
});

describe('a link whose payer types the amount', () => {
  const DONATION = { currency: 'EUR', minimumAmount: '5', maximumAmount: '2000' };

  it('takes an amount as the payer’s language writes it', async () => {
    const made = await link(DONATION);
    const id = await begin(made, { amount: '1.000,50', locale: 'de' });
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('1,000.50');
    await submit(id);
    const { order } = await shown(made);
    expect((await rig.api('GET', `/order/${order[0].id}`)).json.amount).toBe(1000.5);
  });

  it.each([
    ['', 'Enter the amount.'],
    ['0', 'The smallest amount is €5.00.'],
    ['4.99', 'The smallest amount is €5.00.'],
    ['2000.01', 'The largest amount is €2,000.00.'],
    ['1e3', 'Enter the amount in digits, for example €1,250.00.'],
    ['12.345678', 'This currency does not have that many decimals. Enter the amount as in €1,250.00.'],
    ['"><script>alert(1)</script>', 'Enter the amount in digits'],
  ])('refuses %s, and keeps what was typed', async (amount, sentence) => {
    const made = await link(DONATION);
    const page = await browse(made.path);
    const answer = await post(made.path, { ...startOf(page), amount });
    expect(answer.status).toBe(200);
    expect(wordsOf(answer)).toContain(sentence);
    expect(answer.text).not.toContain('"><script>alert');
    expect(await shown(made)).not.toHaveProperty('order.0');
  });

  it('asks which of two amounts is meant', async () => {
    const made = await link({ currency: 'KWD', maximumAmount: '5000' });
    const page = await browse(made.path);
    const asked = await post(made.path, { ...startOf(page), amount: '1,500' });
    expect(wordsOf(asked)).toContain('Which amount do you mean?');
    const choices = [...asked.text.matchAll(/name="meant" value="([^"]*)"/g)].map(([, value]) => value);
    expect(choices).toEqual(['1500.000', '1.500']);
    // Enter presses the first button of the field's own form: it sends what the payer has typed since.
    const [, field = ''] =
      asked.text
        .split('<form')
        .filter((form) => form.includes('name="amount"'))
        .at(-1)
        ?.split('name="amount"') ?? [];
    const buttons = [...field.matchAll(/<button [^>]*>/g)].map(([button]) => button);
    expect(buttons.map((button) => button.includes(' form="meant"'))).toEqual([true, true, false]);
    const meant = /<form id="meant"[^>]*>.*?<\/form>/s.exec(asked.text)?.[0] ?? '';
    expect(startOf({ text: meant })).toEqual(startOf(asked));
    const id = await begin(made, { amount: '1,500', meant: '1500.000' });
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('1,500.000');
  });
});

describe('the preview of a link', () => {
  const tagOf = ({ text }: Reply, name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(text)?.[1];

  it('names the shop, and the amount only where the merchant wants it there', async () => {
    const [without, withAmount] = [await link(), await link({ ...COURSE, amountInPreview: true })];
    const [plain, priced] = [await browse(without.path), await browse(withAmount.path)];
    expect(tagOf(plain, 'title')).toMatch(/^Pay \S/);
    expect(tagOf(plain, 'title')).not.toContain('24');
    expect(tagOf(priced, 'title')).toContain('€24.00');
    expect(tagOf(plain, 'description')).toBe('Bread baking course');
    expect(tagOf(plain, 'url')).toBe(`http://localhost:8080${without.path}`);
    expect(plain.text).toContain('<meta name="robots" content="noindex">');
  });

  it('shows hostile names and descriptions as text', async () => {
    const hostile = '"><script>alert(1)</script>\u202e';
    await rig.merchant({ id: 'HOSTILE', name: hostile, browserPayments: [] });
    const made = await rig.api(
      'POST',
      '/link',
      { link: { ...COURSE, description: hostile, note: hostile } },
      { merchant: 'HOSTILE' },
    );
    const { text } = await browse(new URL(made.json.link.url).pathname);
    expect(text).not.toContain('"><script>alert');
    expect(text).not.toContain('<script>alert(1)</script></');
    const tags = [...text.matchAll(/<meta property="og:[a-z_]+" content="([^"]*)">/g)].map(([, content]) => content);
    expect(tags).toHaveLength(6);
    expect(tags.join('')).not.toContain('\u202e');
    expect(wordsOf({ text })).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('the request of a link', () => {
  it.each([
    [{}, 'link.currency', 'MISSING'],
    [{ currency: 'EUR' }, 'link.maximumAmount', 'MISSING'],
    [{ currency: 'XXQ', amount: '1' }, 'link.currency', 'INVALID'],
    [{ currency: 'JPY', amount: '1.5' }, 'link.amount', 'INVALID'],
    [{ currency: 'EUR', amount: '0' }, 'link.amount', 'INVALID'],
    [{ currency: 'EUR', amount: '1', maximumAmount: '2' }, 'link.maximumAmount', 'INVALID'],
    [{ currency: 'EUR', minimumAmount: '3', maximumAmount: '2' }, 'link.minimumAmount', 'INVALID'],
    [{ currency: 'EUR', amount: '1', expiryDateTime: '2020-01-01T00:00:00Z' }, 'link.expiryDateTime', 'INVALID'],
    [{ currency: 'EUR', amount: '1', numberOfPayments: '0' }, 'link.numberOfPayments', 'INVALID'],
  ])('%j is refused by name', async (terms, field, validationType) => {
    const { status, json } = await rig.api('POST', '/link', { link: terms });
    expect([status, json.error.field, json.error.validationType]).toEqual([400, field, validationType]);
  });

  it('is of its merchant alone', async () => {
    await rig.merchant({ id: 'OTHERSHOP', name: 'Other shop' });
    const made = await link();
    const answers = await Promise.all([
      rig.api('GET', `/link/${made.id}`, undefined, { merchant: 'OTHERSHOP' }),
      rig.api('DELETE', `/link/${made.id}`, undefined, { merchant: 'OTHERSHOP' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect((await rig.api('GET', '/link', undefined, { merchant: 'OTHERSHOP' })).json.link).toEqual([]);
    expect((await shown(made)).status).toBe('OPEN');
  });
});
