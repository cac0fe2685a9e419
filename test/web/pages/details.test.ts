import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { askedPage, knownPage, optionalPage, refusedPage } from './details-fixtures.ts';
import { useVisitor } from './rig.ts';

const rig = useVisitor();
const withoutScript = useVisitor({ javaScriptEnabled: false });

const CARD = { number: '5123 4500 0000 0008', expiry: '01/39', securityCode: '100' };
const ADDRESS = { street: '14 Harbour Lane', postcodeZip: 'H91 E2R4', city: 'Galway' };

const box = (page: Page, name: string) => page.locator(`form#card [name="${name}"]`);
const same = (page: Page) => page.getByLabel('Same as delivery address');
const summary = (page: Page) => page.locator('form#card .notice li').allTextContents();

async function fill(page: Page, group: 'billing' | 'shipping', country = 'DE'): Promise<void> {
  for (const [part, text] of Object.entries(ADDRESS)) {
    await box(page, `${group}.${part}`).fill(text);
  }
  await box(page, `${group}.country`).selectOption(country);
}

async function fillAll(page: Page, country?: string): Promise<void> {
  for (const [name, text] of Object.entries(CARD)) {
    await box(page, name).fill(text);
  }
  await box(page, 'email').fill('ada@example.com');
  await box(page, 'shipping.firstName').fill('Ada');
  await box(page, 'shipping.lastName').fill('Byrne');
  await fill(page, 'shipping', country);
  await same(page).uncheck();
  await fill(page, 'billing', country);
}

const send = (page: Page) => page.locator('form#card button[type=submit]').click();

it('a browser can fill in every field: each has its autocomplete token, its type and its maximum length', async () => {
  const page = await rig.open(askedPage());
  const boxes = await page
    .locator('form#card [data-missing]')
    .evaluateAll((found) =>
      found.map((one) => [one.getAttribute('name'), one.getAttribute('autocomplete'), one.getAttribute('maxlength')]),
    );
  expect(boxes).toEqual([
    ['email', 'email', '254'],
    ['shipping.firstName', 'shipping given-name', '50'],
    ['shipping.lastName', 'shipping family-name', '50'],
    ...['shipping', 'billing'].flatMap((group) => [
      [`${group}.country`, `${group} country`, null],
      [`${group}.street`, `${group} address-line1`, '100'],
      [`${group}.street2`, `${group} address-line2`, '100'],
      [`${group}.postcodeZip`, `${group} postal-code`, '10'],
      [`${group}.city`, `${group} address-level2`, '100'],
      [`${group}.stateProvince`, `${group} address-level1`, '20'],
    ]),
  ]);
  expect(await box(page, 'email').getAttribute('type')).toBe('email');
});

it('the countries are sorted in the payer’s language', async () => {
  const page = await rig.open(askedPage({ locale: 'sv' }));
  const names = await page.locator('form#card [name="billing.country"] option').allTextContents();
  expect(names).toHaveLength(250);
  expect([names[0], names[1], names.at(-1)]).toEqual(['Välj ett land', 'Afghanistan', 'Östtimor']);
});

it('a missing detail is reported at its field and in the summary, with its address, and the form is not sent', async () => {
  const page = await rig.open(askedPage());
  await fillAll(page);
  await box(page, 'email').fill('ada');
  await box(page, 'shipping.city').fill(' ');
  await box(page, 'billing.country').selectOption('');
  await send(page);
  await expect
    .poll(() => summary(page))
    .toEqual([
      'Enter an email address like name@example.com.',
      'Delivery address: Fill in “Town or city”.',
      'Billing address: Fill in “Country”.',
    ]);
  expect(await page.locator('#card-shipping-city-error').textContent()).toBe('Fill in “Town or city”.');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-email');
  expect(await page.title()).toMatch(/^Error: /);

  await box(page, 'shipping.city').fill('Galway');
  expect(await page.locator('#card-shipping-city-error').textContent()).toBe('');
  expect(await box(page, 'shipping.city').getAttribute('aria-invalid')).toBeNull();
  await box(page, 'email').fill('ada@example.com');
  await box(page, 'billing.country').selectOption('DE');
  await send(page);
  await expect.poll(() => rig.preview.posts.length).toBe(1);
  const { body } = rig.preview.posts[0]!;
  expect([body.get('email'), body.get('billing.country'), body.get('shipping.street')]).toEqual([
    'ada@example.com',
    'DE',
    '14 Harbour Lane',
  ]);
});

it('a wrong card is reported first, and gets the focus', async () => {
  const page = await rig.open(askedPage());
  await send(page);
  await expect.poll(async () => (await summary(page))[0]).toBe('Enter your card number.');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-number');
});

itAtLength(
  [
    ['DE', 'Delivery address: Fill in “Postcode”.'],
    ['HK', undefined],
  ],
  isFirst,
)('a post code is required in %s: %s', async (country, sentence) => {
  const page = await rig.open(askedPage());
  await fillAll(page, country);
  await box(page, 'shipping.postcodeZip').fill('');
  if (sentence === undefined) {
    await send(page);
    await expect.poll(() => rig.preview.posts.length).toBe(1);
  } else {
    // The summary lists two errors or more.
    await page.locator('#card-securityCode').fill('');
    await send(page);
    await expect.poll(async () => (await summary(page))[1]).toBe(sentence);
    expect(rig.preview.posts).toEqual([]);
  }
});

it('optional details may stay empty, but input is validated', AT_LENGTH, async () => {
  const page = await rig.open(optionalPage());
  for (const [name, text] of Object.entries(CARD)) {
    await box(page, name).fill(text);
  }
  await box(page, 'email').fill('ada');
  await send(page);
  await expect
    .poll(() => page.locator('#card-email-error').textContent())
    .toBe('Enter an email address like name@example.com.');
  expect(rig.preview.posts).toEqual([]);
  await box(page, 'email').fill('');
  await send(page);
  await expect.poll(() => rig.preview.posts.length).toBe(1);
});

itAtLength(
  [
    ['with script', rig],
    ['without script', withoutScript],
  ],
  isFirst,
)(
  '%s: a value that the server refused has its error at its field and in the summary, which links to it',
  async (_name, payer) => {
    const page = await payer.open(refusedPage());
    expect(await summary(page)).toContain('Delivery address: Fill in “First name”.');
    expect(await page.locator('#card-shipping-firstName-error').textContent()).toBe('Fill in “First name”.');
    expect(await box(page, 'shipping.firstName').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('link', { name: 'Billing address: Fill in “Country”.' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('card-billing-country');
  },
);

itAtLength(
  [
    ['with script', rig],
    ['without script', withoutScript],
  ],
  isFirst,
)('%s: a payer gives one address for delivery and billing, and no second one is required', async (_name, payer) => {
  const page = await payer.open(askedPage());
  for (const [name, text] of Object.entries({ ...CARD, email: 'ada@example.com' })) {
    await box(page, name).fill(text);
  }
  await box(page, 'shipping.firstName').fill('Ada');
  await box(page, 'shipping.lastName').fill('Byrne');
  await fill(page, 'shipping');
  expect(await box(page, 'billing.street').isVisible()).toBe(false);
  await send(page);
  await expect.poll(() => payer.preview.posts.length).toBe(1);
  expect(payer.preview.posts[0]!.body.get('billing.same')).toBe('on');
});

it('a separate billing address is required once the payer says that there is one', async () => {
  const page = await rig.open(askedPage());
  await same(page).uncheck();
  expect(await box(page, 'billing.street').isVisible()).toBe(true);
  await send(page);
  await expect.poll(() => summary(page)).toContain('Billing address: Fill in “Street and number”.');
});

it('the browser itself requires missing details without script', async () => {
  const page = await withoutScript.open(askedPage());
  await fillAll(page);
  await box(page, 'shipping.street').fill('');
  await send(page);
  expect(await box(page, 'shipping.street').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(rig.preview.posts).toEqual([]);
});

it('read-only details are shown as text, not as fields', async () => {
  const page = await rig.open(knownPage());
  expect(await page.locator('form#card .details :is(input, select)').count()).toBe(0);
  expect(await page.locator('form#card dd').nth(1).locator('bdi').allTextContents()).toEqual([
    'Ada Byrne',
    '1 Long Walk',
    'Apartment 7, back of the house',
    'H91 E2R4',
    'Galway',
    'Connacht',
    'Ireland',
  ]);
});
