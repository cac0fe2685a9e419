/** The pages on which payers answer. */
import { expect, it } from 'vitest';
import { codeIn, initiated, NOK, paymentOf, RETURN, rigWith, SCT, step } from './rig.ts';

it('the bank’s pages lead through log-in, account and code, and report mistakes', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank', { creditorName: '<b>Shop</b>' });
  const page = body._links.scaRedirect.href;
  const sca = async () => (await rig.follow(body._links.scaStatus.href)).body.scaStatus;
  expect((await step(page)).html).toContain('Transfer to &lt;b>Shop&lt;/b>');
  expect((await step(page, { choice: 'CODE', code: '000000' })).html).toContain('Answer this first.');
  expect((await step(page, { choice: 'LOGIN', user: 'nobody', password: 'x' })).html).toContain('is wrong');
  expect((await step(page, { choice: 'LOGIN', user: 'anna', password: 'x' })).html).toContain('1000000.00 EUR');
  expect(await sca()).toBe('psuAuthenticated');
  expect((await step(page, { choice: 'ACCOUNT', account: 'DE00' })).html).toContain('Choose one of your accounts.');
  const [, account = ''] = /name="account" value="([A-Z0-9]+)"/.exec((await step(page)).html) ?? [];
  const code = codeIn((await step(page, { choice: 'ACCOUNT', account })).html);
  expect(await sca()).toBe('started');
  const wrong = await step(page, { choice: 'CODE', code: '1' });
  expect(wrong.html).toContain('The code is wrong.');
  expect(codeIn(wrong.html)).toBe(code);
  expect((await step(page, { choice: 'CODE', code: ` ${code} ` })).to).toBe(RETURN);
  expect((await step(page, { choice: 'CANCEL' })).to).toBe(RETURN);
  expect(await sca()).toBe('finalised');
});

it('the bank’s pages return a payer after three wrong codes', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  const page = body._links.scaRedirect.href;
  const { html } = await step(page, { choice: 'LOGIN', user: 'ben', password: 'x' });
  const [, account = ''] = /name="account" value="([A-Z0-9]+)"/.exec(html) ?? [];
  await step(page, { choice: 'ACCOUNT', account });
  await step(page, { choice: 'CODE', code: '1' });
  await step(page, { choice: 'CODE', code: '2' });
  expect((await step(page, { choice: 'CODE', code: '3' })).to).toBe(NOK);
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'RJCT' });
});

it('the bank’s pages let a payer pay only from the account that the shop asked for', async () => {
  const rig = await rigWith();
  const [{ payers }] = await rig.control('GET', '/banks');
  const iban = payers[0].ibans[1];
  const { body } = await initiated(rig, 'nordbank', { debtorAccount: { iban } });
  const page = body._links.scaRedirect.href;
  expect((await step(page, { choice: 'LOGIN', user: 'ben', password: 'x' })).html).toContain('which is not yours');
  const { html } = await step(page, { choice: 'LOGIN', user: 'anna', password: 'x' });
  expect([...html.matchAll(/name="account" value="([A-Z0-9]+)"/g)].map(([, one]) => one)).toEqual([iban]);
});

it('the bank’s pages are not found for an unknown payment, bank or app', async () => {
  const { started } = await rigWith();
  expect((await step(`${started.control}/nordbank/sca/none`)).html).toContain('No such payment');
  expect((await step(`${started.control}/nobank/sca/none`)).html).toContain('no such bank');
  expect((await step(`${started.control}/nordbank/app`)).html).toContain('no such app');
});

it('the bank’s pages return the payer of a shop without an address for refusals to its return address', async () => {
  const rig = await rigWith();
  const { body } = await rig.ask('nordbank', 'POST', SCT, {
    body: paymentOf(),
    headers: { 'tpp-redirect-uri': RETURN },
  });
  expect((await step(body._links.scaRedirect.href, { choice: 'CANCEL' })).to).toBe(RETURN);
});

it('the bank’s pages show a developer the payment’s steps, and lead to the app', async () => {
  const rig = await rigWith();
  expect((await step(rig.started.control)).html).toContain('Nobody has paid yet.');
  const { body } = await initiated(rig, 'nordbank');
  const { html } = await step(rig.started.control);
  for (const text of [
    '12.50 EUR at nordbank: RCVD',
    `${body.paymentId} for ORDER-1`,
    'App of Appbank',
    rig.started.api,
  ]) {
    expect(html).toContain(text);
  }
});
