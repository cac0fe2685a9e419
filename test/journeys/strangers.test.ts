/** Forms that another site sends, and forms with invalid values. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { fillCard, heading, notice, press } from './form.ts';
import { useRig } from './rig.ts';

const rig = useRig();

const CARD_FIELDS = { method: 'card', number: '5123450000000008', expiry: '01/39', securityCode: '100' };

it.concurrent('a form that another site sends from the payer’s own browser is refused, and nothing is charged', async () => {
  const { stack, shop } = rig;
  const { page } = await rig.payer();
  const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await page.goto(url);
  const hidden = await hiddenFields(page.content());
  const inputs = Object.entries({ ...hidden, ...CARD_FIELDS }).map(
    ([name, value]) => `<input name="${name}" value="${value}">`,
  );
  shop.setPage(`<!doctype html><form method="post" action="${url}">${inputs.join('')}<button>Win</button></form>`);
  await page.goto(`${shop.address}/page`);
  const [response] = await Promise.all([page.waitForResponse(url), press(page, 'Win')]);
  expect(response.status()).toBe(403);
  await heading(page, 'We could not accept this request');
  expect(await stack.acquirer.ledger(orderId)).toEqual([]);
});

it.concurrent.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that is kept secret', { origin: 'null' }],
  ['a neighbour of ours', { 'sec-fetch-site': 'same-site' }],
])('a form with a right proof and cookie from %s is refused', async (_, headers) => {
  const { stack } = rig;
  const { orderId, url } = await stack.merchant.checkout({});
  const opened = await fetch(url);
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const body = new URLSearchParams({ ...(await hiddenFields(opened.text())), ...CARD_FIELDS });
  const refused = await fetch(url, { method: 'POST', body, redirect: 'manual', headers: { cookie, ...headers } });
  expect(refused.status).toBe(403);
  expect(await stack.acquirer.ledger(orderId)).toEqual([]);

  const own = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { cookie, origin: stack.origin, 'sec-fetch-site': 'same-origin' },
  });
  expect(own.status).toBe(303);
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it.concurrent('a browser that keeps no cookies can pay, since it sends the form’s origin', async () => {
  const { stack } = rig;
  const { page } = await rig.payer();
  const { orderId, url } = await stack.merchant.checkout({});
  await page.goto(url);
  await fillCard(page);
  await page.context().clearCookies();
  await press(page);
  await heading(page, 'Payment complete');
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it.concurrent(
  'a form without a cookie, from a browser that does not send its origin, is shown again',
  AT_LENGTH,
  async () => {
    const { stack } = rig;
    const { page } = await rig.payer();
    const { orderId, url } = await stack.merchant.checkout({});
    const body = new URLSearchParams({ ...(await hiddenFields((await fetch(url)).text())), ...CARD_FIELDS });
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(url).pathname]);
    expect(await stack.acquirer.ledger(orderId)).toEqual([]);
    await page.goto(url);
    await notice(page, 'Enter your details again');
  },
);

/** The hidden inputs of the page's first form. */
async function hiddenFields(html: Promise<string>): Promise<Record<string, string>> {
  const inputs = (await html).matchAll(/<input type="hidden" name="(sessionVersion|attempt|csrf)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(inputs, ([, name, value]) => [name, value]));
}

it.concurrent('a payer without script sees each error beside its field, and secret values are not returned', async () => {
  const { stack } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: false });
  const { orderId, url } = await stack.merchant.checkout({});
  await page.goto(url);
  await fillCard(page);
  await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0007');
  await page.getByLabel('Security code').fill('1');
  await page.getByLabel('Name on card').fill('Ada Byrne');
  await press(page);
  await page.getByRole('heading', { name: 'Check what you entered' }).waitFor();
  expect(await page.locator('#card-number-error').textContent()).toBe(
    'This card number is not valid. Check it against your card.',
  );
  expect(await page.locator('#card-securityCode-error').textContent()).toBe('The security code is too short.');
  expect(await page.locator('#card-expiry-error').textContent()).toBe('');
  const values = await Promise.all(
    ['number', 'securityCode', 'expiry', 'nameOnCard'].map((name) => page.locator(`#card-${name}`).inputValue()),
  );
  expect(values).toEqual(['', '', '01/39', 'Ada Byrne']);
  expect(await page.content()).not.toContain('5123 4500');
  expect(await stack.acquirer.ledger(orderId)).toEqual([]);

  await fillCard(page);
  await press(page);
  await heading(page, 'Payment complete');
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(complaints).toEqual([]);
});
