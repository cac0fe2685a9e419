/**
 * E-mail and addresses: the fields the page asks for or shows, how they are validated and stored, and which payer sees
 * them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payerCountry } from '../../../src/checkout/payer/payer-languages.ts';
import {
  type DisplayControl,
  detailGroups,
  type PayersOwn,
  readDetails,
  type TypedDetails,
} from '../../../src/checkout/session/payer-details.ts';
import { idHash } from '../../../src/platform/id-seal.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { cardForm, GOOD, hands, REFUSED, wordsOf } from '../hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, submit, browse, post, form } = hands(() => rig);
const page = (id: string, cookie?: string) =>
  browse(`/checkout/pay/${id}`, cookie === undefined ? {} : { Cookie: cookie });
const session = async (id: string) => (await rig.api('GET', `/session/${id}`)).json;

const asking = (displayControl: object, more: object = {}) => checkout({ interaction: { displayControl }, ...more });
const BILLING = {
  'billing.street': '14 Canary Lane',
  'billing.city': 'Galway',
  'billing.postcodeZip': 'H91 E2R4',
  'billing.country': 'IE',
};
const STORED = { street: '14 Canary Lane', city: 'Galway', postcodeZip: 'H91 E2R4', country: 'IRL' };
const GIVEN = { street: '1 Long Walk', street2: 'Flat 9', city: 'Cork', country: 'IRL' };

const known = (wanted: DisplayControl | undefined, more: object = {}) => ({
  ...more,
  interaction: { displayControl: { billingAddress: wanted, customerEmail: wanted, shipping: wanted } },
});
const names = (wanted: DisplayControl | undefined, more: object = {}) =>
  detailGroups(known(wanted, more), 'card').flatMap(({ details }) => details.map(({ name }) => name));
const readOf = (fields: Record<string, string>, wanted: DisplayControl = 'MANDATORY') =>
  readDetails(new URLSearchParams(fields), detailGroups(known(wanted), 'card'));
const LIVING = { ...BILLING, email: 'ada@example.com' };
const SHIPPING = Object.fromEntries(
  Object.entries(BILLING).map(([name, value]) => [name.replace('billing', 'shipping'), value]),
);
const WHOLE = { ...LIVING, ...SHIPPING, 'shipping.firstName': 'Ada', 'shipping.lastName': 'Byrne' };

describe('the details of the page', () => {
  it.each(['MANDATORY', 'OPTIONAL'] as const)('%s asks for all, also those already known', (wanted) => {
    expect(names(wanted)).toHaveLength(1 + 8 + 6);
    expect(detailGroups(known(wanted), 'card').every(({ isAsked }) => isAsked)).toBe(true);
  });

  it.each(['READ_ONLY', 'SHOW', 'SHOW_PARTIAL'] as const)('%s shows the known details, and asks for none', (wanted) => {
    expect(names(wanted)).toEqual([]);
    const groups = detailGroups(known(wanted, { billing: { address: GIVEN } }), 'card');
    expect(groups).toMatchObject([{ name: 'billing', isAsked: false }]);
    expect(groups[0]?.details.map(({ value }) => value)).toEqual(['IE', '1 Long Walk', 'Flat 9', 'Cork']);
  });

  it.each(['HIDE', undefined] as const)('%s neither asks nor shows', (wanted) => {
    expect(names(wanted, { billing: { address: GIVEN }, customer: { email: 'a@b.example' } })).toEqual([]);
  });

  it('include no billing address for a gift card', () => {
    expect(detailGroups(known('MANDATORY'), 'giftCard').map(({ name }) => name)).toEqual(['email', 'shipping']);
  });

  it('the earlier input replaces the known values, also where a field was emptied', () => {
    const fields = known('OPTIONAL', { billing: { address: GIVEN } });
    const groups = detailGroups(fields, 'card', { typed: { 'billing.street': '2 New St', 'billing.street2': '' } });
    const values = groups.at(-1)?.details.map(({ value }) => value);
    expect(values).toEqual(['IE', '2 New St', '', undefined, 'Cork', undefined]);
  });
});

describe('the country', () => {
  const countryOf = (wanted: DisplayControl, own: PayersOwn) =>
    detailGroups(known(wanted), 'card', own)
      .at(-1)
      ?.details.find(({ part }) => part === 'country')?.value;

  it('is preselected only where an address is mandatory', () => {
    expect(countryOf('MANDATORY', { country: 'AT' })).toBe('AT');
    expect(countryOf('OPTIONAL', { country: 'AT' })).toBeUndefined();
    expect(countryOf('MANDATORY', { country: 'AT', typed: { 'billing.country': '' } })).toBe('');
  });

  it.each([
    [['de-AT', 'en'], 'AT'],
    [['en', 'zh-Hant-TW'], 'TW'],
    [['de', 'en'], undefined],
    [['en-XX', 'es-419', 'fr-CH'], 'CH'],
  ])('of a browser that asks for %j is %s', (accepted, country) => {
    expect(payerCountry({ accepted })).toBe(country);
  });
});

describe('same as delivery', () => {
  const isSame = (wanted: DisplayControl, more: object = {}, typed?: TypedDetails) =>
    detailGroups(known(wanted, more), 'card', { typed }).at(-1)?.isSame;

  it('is offered where both addresses are asked, ticked unless a billing address is known', () => {
    expect(isSame('MANDATORY')).toBe(true);
    expect(isSame('MANDATORY', { billing: { address: GIVEN } })).toBe(false);
    expect(isSame('READ_ONLY', { billing: { address: GIVEN }, shipping: { address: GIVEN } })).toBeUndefined();
  });

  it('stays as the payer left it', () => {
    expect(isSame('MANDATORY', {}, readOf({ ...WHOLE }).typed)).toBe(false);
    expect(isSame('MANDATORY', {}, readOf({ ...WHOLE, 'billing.same': 'on' }).typed)).toBe(true);
  });
});

describe('same as a delivery address that the merchant sent', () => {
  const DELIVERY = { shipping: { address: { ...STORED, street2: 'Flat 9' } } };
  const fields = (shipping: DisplayControl | undefined, more: object) => ({
    ...more,
    interaction: { displayControl: { billingAddress: 'MANDATORY' as const, shipping } },
  });
  const groupsOf = (more: object, shipping?: DisplayControl, typed?: TypedDetails) =>
    detailGroups(fields(shipping, more), 'card', { typed });
  const read = (sent: Record<string, string>, more: object = DELIVERY) =>
    readDetails(new URLSearchParams(sent), groupsOf(more), fields(undefined, more));

  it.each([undefined, 'READ_ONLY', 'HIDE'] as const)('is offered and ticked where delivery is %s', (shipping) => {
    expect(groupsOf(DELIVERY, shipping).at(-1)?.isSame).toBe(true);
    expect(groupsOf({ ...DELIVERY, billing: { address: GIVEN } }, shipping).at(-1)?.isSame).toBe(false);
  });

  it('is not offered where a required part is missing', () => {
    const { city: _city, ...partial } = STORED;
    expect(groupsOf({ shipping: { address: partial } }).at(-1)?.isSame).toBeUndefined();
    expect(groupsOf({}).at(-1)?.isSame).toBeUndefined();
    const inHongKong = { shipping: { address: { street: '1 Queen’s Road', city: 'Hong Kong', country: 'HKG' } } };
    expect(groupsOf(inHongKong).at(-1)?.isSame).toBe(true);
  });

  it('is the billing address of the payment, and is not shown again', () => {
    const { values, errors, typed } = read({ 'billing.same': 'on', 'billing.street': 'ignored' });
    expect([errors, values]).toEqual([{}, { billing: { address: { ...STORED, street2: 'Flat 9' } } }]);
    expect(typed).toEqual({ 'billing.same': 'on' });
    expect(JSON.stringify(groupsOf(DELIVERY, undefined, typed))).not.toContain('Canary');
  });

  it('gives way to an address that the payer types', () => {
    const { values, typed } = read({ ...BILLING, 'billing.street': '2 New St' });
    expect(values.billing?.address?.street).toBe('2 New St');
    expect(typed['billing.same']).toBe('');
    expect(groupsOf(DELIVERY, undefined, typed).at(-1)?.isSame).toBe(false);
  });

  it('is no billing address where the merchant sent none, whatever the form says', () => {
    expect(read({ 'billing.same': 'on' }, {}).errors).toMatchObject({ 'billing.street': 'missing' });
  });

  it('has its country preset for the billing address', () => {
    const country = groupsOf(DELIVERY)
      .at(-1)
      ?.details.find(({ part }) => part === 'country')?.value;
    expect(country).toBe('IE');
  });
});

describe('the entered details', () => {
  it('are read into the fields of a request', () => {
    expect(readOf(WHOLE)).toMatchObject({
      errors: {},
      values: {
        customer: { email: 'ada@example.com' },
        billing: { address: STORED },
        shipping: { contact: { firstName: 'Ada', lastName: 'Byrne' }, address: STORED },
      },
    });
  });

  it('are required where mandatory, except for parts that many addresses lack', () => {
    expect(Object.entries(readOf({}).errors)).toEqual(
      [
        'email',
        ...['firstName', 'lastName', 'country', 'street', 'postcodeZip', 'city'].map((part) => `shipping.${part}`),
        ...['country', 'street', 'postcodeZip', 'city'].map((part) => `billing.${part}`),
      ].map((name) => [name, 'missing']),
    );
    expect(readOf({}, 'OPTIONAL').errors).toEqual({});
  });

  it.each([
    ['HK', {}],
    ['AE', {}],
    ['DE', { 'billing.postcodeZip': 'missing' }],
  ])('need a post code where the country has one: %s', (country, errors) => {
    expect(readOf({ ...WHOLE, 'billing.postcodeZip': ' ', 'billing.country': country }).errors).toEqual(errors);
  });

  it.each([
    ['email', 'ada'],
    ['email', 'ada@'],
    ['billing.street', 'x'.repeat(101)],
    ['billing.postcodeZip', 'H91_E2R4'],
    ['billing.country', 'IRL'],
    ['billing.country', 'XX'],
    ['billing.stateProvince', 'x'.repeat(21)],
    ['shipping.firstName', 'x'.repeat(51)],
  ])('are validated by the contract’s own rules: %s %s', (name, text) => {
    const { errors, typed } = readOf({ ...WHOLE, [name]: text });
    expect(errors).toEqual({ [name]: 'invalid' });
    expect(typed).toMatchObject({ [name]: text });
  });

  it('are the billing address too where the payer ticked that box, ignoring its hidden fields', () => {
    const { errors, values } = readOf({ ...WHOLE, 'billing.same': 'on', 'billing.street': 'left from before' });
    expect(errors).toEqual({});
    expect(values.billing).toEqual({ address: STORED });
    expect(values.shipping?.address).toEqual(STORED);
  });

  it('are required in the delivery address if it is also the billing address', () => {
    const sent = { ...WHOLE, 'billing.same': 'on', 'shipping.city': '', 'shipping.postcodeZip': 'H91_E2R4' };
    const { errors } = readOf(sent);
    expect(errors).toEqual({ 'shipping.city': 'missing', 'shipping.postcodeZip': 'invalid' });
  });

  it('are read from the billing fields where the delivery address is empty', () => {
    const sent = { ...LIVING, 'billing.same': 'on', 'shipping.country': 'IE' };
    expect(readOf(sent, 'OPTIONAL').values.billing).toEqual({ address: STORED });
  });

  it('lose the marks that a password manager adds, and wide letters', () => {
    const sent = { ...WHOLE, email: '\u200eａｄａ＠example.com\u200b ', 'billing.city': '\u202aGalway\u202c' };
    const typed = { ...sent, 'billing.postcodeZip': 'H91\u00a0E2R4', 'billing.street': '14\u00a0Canary  Lane' };
    const { errors, values } = readOf(typed);
    expect(errors).toEqual({});
    expect(values.customer?.email).toBe('ada@example.com');
    expect(values.billing).toEqual({ address: STORED });
  });

  it('may have an Arabic keyboard’s digits in the post code', () => {
    expect(readOf({ ...WHOLE, 'billing.postcodeZip': '١٢٣٤٥' }).values.billing?.address?.postcodeZip).toBe('12345');
  });

  it('are dropped where they are a card number', () => {
    const { errors, typed, values } = readOf({ ...WHOLE, 'billing.street': '5123 4500 0000 0008' });
    expect(errors).toEqual({ 'billing.street': 'invalid' });
    expect(JSON.stringify([typed, values])).not.toContain('5123');
  });

  it('are ignored where the page does not ask for them', () => {
    expect(readOf(WHOLE, 'READ_ONLY')).toEqual({ errors: {}, typed: {}, paths: [], values: {} });
    expect(readOf(WHOLE, 'HIDE').values).toEqual({});
  });
});

describe('a form', () => {
  it('without mandatory details is refused, keeps the others, and costs no attempt', async () => {
    const { id, order } = await asking({ billingAddress: 'MANDATORY', customerEmail: 'MANDATORY' });
    const { cookie } = await submit(id, { ...GOOD, ...BILLING, 'billing.city': '' });
    const { text } = await page(id, cookie);
    expect(text).toContain('Fill in “Email address”.');
    expect(text).toContain('Fill in “Town or city”.');
    expect(text).toContain('14 Canary Lane');
    expect((await rig.api('GET', `/order/${order}`)).status).toBe(400);
  });

  it('puts email and address into session and order, in place of all that the shop gave', async () => {
    const { id, order } = await asking(
      { billingAddress: 'MANDATORY', customerEmail: 'OPTIONAL' },
      { billing: { address: GIVEN, phone: '555' }, customer: { email: 'shop@example.com' } },
    );
    await submit(id, { ...GOOD, ...BILLING, email: '' });
    const { billing, customer } = (await rig.api('GET', `/order/${order}`)).json;
    expect(billing).toEqual({ address: STORED, phone: '555' });
    expect(customer).toBeUndefined();
    expect((await session(id)).billing).toEqual({ address: STORED, phone: '555' });
  });

  it('of a gift card brings an e-mail address too', async () => {
    const { id, order } = await asking({ customerEmail: 'MANDATORY', billingAddress: 'MANDATORY' });
    const paid = { method: 'giftCard', number: '6006000000000993', pin: '1234', email: 'ada@example.com' };
    await submit(id, paid);
    expect((await rig.api('GET', `/order/${order}`)).json).toMatchObject({
      status: 'CAPTURED',
      customer: { email: 'ada@example.com' },
    });
  });

  it('that only stores a card stores the details with it', async () => {
    const { id } = await checkout({
      interaction: { operation: 'NONE', displayControl: { billingAddress: 'MANDATORY' } },
      billing: { address: GIVEN },
    });
    await submit(id, { ...GOOD, ...BILLING });
    expect((await session(id)).billing).toEqual({ address: STORED });
  });

  it('of a payment link brings the details too', async () => {
    const { id, order } = await asking({ billingAddress: 'MANDATORY' }, { checkoutMode: 'PAYMENT_LINK' });
    await submit(id, { ...GOOD, ...BILLING });
    expect((await rig.api('GET', `/order/${order}`)).json.billing).toEqual({ address: STORED });
    expect((await session(id)).billing).toBeUndefined();
  });

  it('cannot change details that are only shown', async () => {
    const { id, order } = await asking({ billingAddress: 'READ_ONLY' }, { billing: { address: GIVEN } });
    expect(wordsOf(await page(id))).toContain('1 Long Walk Flat 9 Cork Ireland');
    await submit(id, { ...GOOD, ...BILLING });
    expect((await rig.api('GET', `/order/${order}`)).json.billing.address).toMatchObject({ street: '1 Long Walk' });
  });
});

describe('the input of a payer', () => {
  const asked = () =>
    asking({ billingAddress: 'OPTIONAL', customerEmail: 'OPTIONAL' }, { billing: { address: GIVEN } });
  const TYPED = { ...BILLING, email: 'canary@example.com' };
  const PRIVATE = /Canary|canary@/;

  it('is shown after a decline to that payer alone; others see the shop’s details', async () => {
    const { id } = await asked();
    const { cookie } = await submit(id, { ...REFUSED, ...TYPED });
    expect((await page(id, cookie)).text).toMatch(PRIVATE);
    const other = await page(id);
    expect(other.text).not.toMatch(PRIVATE);
    expect(other.text).toContain('1 Long Walk');
  });

  it('is not used in another payer’s payment', async () => {
    const { id, order } = await asked();
    await submit(id, { ...REFUSED, ...TYPED });
    expect((await session(id)).billing.address).toEqual(GIVEN);
    await submit(id, { method: 'giftCard', number: '6006000000000993', pin: '1234' });
    const { billing, customer } = (await rig.api('GET', `/order/${order}`)).json;
    expect([billing.address, customer]).toEqual([GIVEN, undefined]);
  });

  it('is replaced by a later update of the shop, and does not return', async () => {
    const { id } = await asked();
    await submit(id, { ...cardForm('05/37'), ...TYPED });
    await rig.api('PUT', `/session/${id}`, { order: { description: 'Tea' } });
    await rig.api('PUT', `/session/${id}`, { billing: { address: { city: 'Limerick' } } });
    const row = JSON.stringify(await rig.rows('select checkout from session where id = ?', idHash(id)));
    expect(row).toContain('Limerick');
    expect(row).not.toMatch(PRIVATE);
  });

  it('is not in a checkout that the shop makes of the same session', async () => {
    const { id, order } = await asked();
    await submit(id, { ...cardForm('05/37'), ...TYPED });
    expect((await session(id)).billing.address).toEqual(STORED);
    const { status } = await rig.api('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      session: { id },
      interaction: { operation: 'PURCHASE' },
      order: { id: order, amount: '10.00', currency: 'EUR' },
    });
    expect([status, (await session(id)).billing.address]).toEqual([201, GIVEN]);
  });

  it('survives an expired form proof, and a request for more time', async () => {
    const unsent: Record<string, string>[] = [{ sessionVersion: '0000000000' }, { moreTime: '1' }];
    for (const more of unsent) {
      const { id } = await asked();
      const { hidden, action, cookie } = await form(id);
      await post(action, { ...hidden, ...GOOD, ...TYPED, ...more }, { Cookie: cookie });
      expect((await page(id, cookie)).text).toMatch(PRIVATE);
    }
  });

  it('is in no log', async () => {
    const { id } = await asked();
    await submit(id, { ...REFUSED, ...TYPED });
    await submit(id, { ...GOOD, ...TYPED, email: 'canary' });
    expect(JSON.stringify(rig.logged)).not.toMatch(/canary/i);
  });
});

describe('a paid checkout without a confirmation', () => {
  const done = (id: string) => browse(`/checkout/done/${id}`);

  it('leads to the shop at once', async () => {
    const { id, indicator } = await asking({ paymentConfirmation: 'HIDE' });
    await submit(id);
    const { status, headers } = await done(id);
    expect(status).toBe(200);
    expect(headers.refresh).toBe(`0; url=https://shop.example/back?cart[id]=1&resultIndicator=${indicator}`);
  });

  it('shows its receipt where it has no return URL, and on reopening', async () => {
    const { id } = await checkout({
      interaction: { displayControl: { paymentConfirmation: 'HIDE' }, returnUrl: null, cancelUrl: null },
    });
    await submit(id);
    const { headers, ...shown } = await done(id);
    expect(headers.refresh).toBeUndefined();
    expect(wordsOf(shown)).toContain('Receipt');
    const again = await asking({ paymentConfirmation: 'HIDE' });
    await submit(again.id);
    const receipt = await page(again.id);
    expect(receipt.headers.refresh).toBeUndefined();
    expect(wordsOf(receipt)).toContain("You've already paid.");
  });
});

describe('the order', () => {
  const ordered = (orderSummary?: string) =>
    checkout({
      interaction: { displayControl: { ...(orderSummary && { orderSummary }) } },
      order: {
        description: 'Tea and tin',
        itemAmount: '10.00',
        item: [{ name: 'Tin', quantity: '1', unitPrice: '10.00' }],
      },
    });
  const PARTS = /Tea and tin|Tin(?= )|Items/g;

  it.each([
    [undefined, ['Tea and tin', 'Tin']],
    ['SHOW', ['Tea and tin', 'Tin']],
    ['SHOW_PARTIAL', ['Tea and tin']],
    ['HIDE', []],
  ])('is shown as %s demands, and the amount always', async (wanted, parts) => {
    const words = wordsOf(await page((await ordered(wanted)).id));
    expect(words.match(PARTS) ?? []).toEqual(parts);
    expect(words).toContain('€10.00');
  });
});
