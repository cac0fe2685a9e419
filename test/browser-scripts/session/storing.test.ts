/** Shops' pages that load `session.js`, on another origin than the gateway's: the input is stored in the session. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { newOrderId } from '../../support/merchant.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, call, callsOf, field, formPage, newSession, type, typeCard } from './form-page.ts';

const rig = useRig();
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

const paid = async (session: string, more: object = {}) => {
  const answer = await rig.stack.merchant.call('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '10.00', currency: 'EUR' },
    session: { id: session },
    ...more,
  });
  return answer.body.result;
};

async function openForm(options: Parameters<typeof formPage>[2]) {
  const { page, complaints } = await rig.payer();
  await page.goto(formPage(rig, shop, options));
  await callsOf(page, 'initialized');
  return { page, complaints };
}

describe('a card that the payer typed', () => {
  it('is in the session, and the page gets its brand, its masked number and the session’s version', async () => {
    const session = await newSession(rig);
    const { page, complaints } = await rig.payer();
    await page.goto(formPage(rig, shop, { session }));
    expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
    await typeCard(page);
    await type(page, '#name', 'Ada Lovelace');
    await call(page, 'PaymentSession.updateSessionFromForm("card", undefined)');
    const [updated] = await callsOf(page, 'updated');
    expect(updated).toMatchObject({
      status: 'ok',
      merchant: 'TESTSHOP',
      session: { id: session, updateStatus: 'SUCCESS', version: expect.stringMatching(/^[0-9a-f]{8}01$/) },
      sourceOfFunds: {
        type: 'CARD',
        provided: {
          card: {
            brand: 'MASTERCARD',
            expiry: { month: '1', year: '39' },
            fundingMethod: expect.any(String),
            nameOnCard: 'Ada Lovelace',
            number: '512345xxxxxx0008',
            scheme: 'MASTERCARD',
            securityCode: 'xxx',
          },
        },
      },
      version: '100',
    });
    expect([await paid(session), complaints]).toEqual(['SUCCESS', []]);
  });

  it('replaces the card that the session has paid with', AT_LENGTH, async () => {
    const session = await newSession(rig);
    const { page } = await openForm({ session });
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    await callsOf(page, 'updated');
    expect(await paid(session)).toBe('SUCCESS');
    await field(page, '#year').fill('40');
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    const [{ status, sourceOfFunds }] = await callsOf(page, 'updated', 2);
    expect([status, sourceOfFunds.provided.card.expiry.year]).toEqual(['ok', '40']);
    expect(await paid(session)).toBe('SUCCESS');
  });

  it('is in a session that the script has created, where the page names none', AT_LENGTH, async () => {
    const { page } = await openForm({});
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    const [{ status, session }] = await callsOf(page, 'updated');
    expect([status, await paid(session.id)]).toEqual(['ok', 'SUCCESS']);
  });

  it('is paid with only in the version that the merchant names', AT_LENGTH, async () => {
    const session = await newSession(rig);
    const { page } = await openForm({ session });
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    const [first] = await callsOf(page, 'updated');
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    const [second] = await callsOf(page, 'updated', 2);
    const at = ({ session: { id, version } }: typeof first) => paid(id, { session: { id, version } });
    expect([await at(first), await at(second)]).toEqual(['ERROR', 'SUCCESS']);
  });
});

it('a saved card needs its security code alone', AT_LENGTH, async () => {
  const { merchant } = rig.stack;
  const { body: stored } = await merchant.call('POST', '/token', {
    sourceOfFunds: {
      type: 'CARD',
      provided: { card: { number: CARD.number, expiry: { month: CARD.month, year: CARD.year } } },
    },
  });
  const { token } = stored as { token?: string };
  const session = await newSession(rig, { sourceOfFunds: { type: 'CARD', token } });
  const { page } = await openForm({
    session,
    html: '<label for="code">Code</label><input id="code" readonly>',
    fields: "card: { securityCode: '#code' }",
  });
  await type(page, '#code', CARD.code);
  await call(page, 'PaymentSession.updateSessionFromForm("card")');
  const [{ status, sourceOfFunds }] = await callsOf(page, 'updated');
  expect([status, sourceOfFunds.provided.card]).toEqual(['ok', { securityCode: 'xxx' }]);
  expect(await paid(session)).toBe('SUCCESS');
});

it('a gift card is stored by its own fields', AT_LENGTH, async () => {
  const session = await newSession(rig);
  const { page } = await openForm({
    session,
    html: '<input id="gift" aria-label="Gift card" readonly><input id="pin" aria-label="PIN" readonly>',
    fields: "giftCard: { number: '#gift', pin: '#pin' }",
  });
  await call(page, 'PaymentSession.updateSessionFromForm("giftCard")');
  expect(await callsOf(page, 'updated')).toEqual([{ status: 'fields_in_error', errors: { number: 'missing' } }]);
  await type(page, '#gift', '6280000000000007');
  await type(page, '#pin', '1234');
  await call(page, 'PaymentSession.updateSessionFromForm("giftCard")');
  const [updated] = await callsOf(page, 'updated', 2);
  expect(updated).toMatchObject({
    status: 'ok',
    sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '628000xxxxxx0007', pin: 'xxx' } } },
  });
});

describe('a bank account', () => {
  const ACH = {
    html: `<select id="kind" aria-label="Kind"><option value=""></option><option value="CONSUMER_CHECKING">Checking</option></select>
      <input id="holder" aria-label="Holder" readonly><input id="routing" aria-label="Routing" readonly>
      <input id="account" aria-label="Account" readonly><input id="again" aria-label="Account again" readonly>`,
    fields: `ach: { accountType: '#kind', bankAccountHolder: '#holder', routingNumber: '#routing',
      bankAccountNumber: '#account', bankAccountNumberConfirmation: '#again' }`,
  };

  it('is stored once its number was entered twice', AT_LENGTH, async () => {
    const session = await newSession(rig);
    const { page } = await openForm({ session, ...ACH });
    await field(page, '#kind').selectOption('CONSUMER_CHECKING');
    await type(page, '#holder', 'Ada Lovelace');
    await type(page, '#routing', '021000021');
    await type(page, '#account', '1234567');
    await type(page, '#again', '1234568');
    await call(page, 'PaymentSession.updateSessionFromForm("ach")');
    expect(await callsOf(page, 'updated')).toEqual([
      { status: 'fields_in_error', errors: { bankAccountNumberConfirmation: 'invalid' } },
    ]);
    await field(page, '#again').press('Backspace');
    await page.keyboard.type('7');
    await call(page, 'PaymentSession.updateSessionFromForm("ach")');
    const [updated] = await callsOf(page, 'updated', 2);
    expect(updated).toMatchObject({
      status: 'ok',
      sourceOfFunds: {
        type: 'ACH',
        provided: {
          ach: { accountType: 'CONSUMER_CHECKING', bankAccountHolder: 'Ada Lovelace', bankAccountNumber: 'xxx' },
        },
      },
    });
  });

  it('is not stored with an invalid check digit of the routing number, nor without its parts', AT_LENGTH, async () => {
    const { page } = await openForm({ session: await newSession(rig), ...ACH });
    await type(page, '#routing', '021000022');
    await call(page, 'PaymentSession.updateSessionFromForm("ach")');
    expect(await callsOf(page, 'updated')).toEqual([
      {
        status: 'fields_in_error',
        errors: {
          accountType: 'missing',
          bankAccountHolder: 'missing',
          routingNumber: 'invalid',
          bankAccountNumber: 'missing',
          bankAccountNumberConfirmation: 'missing',
        },
      },
    ]);
  });
});

describe('a form that cannot be stored', () => {
  it('names each field with its error', async () => {
    const session = await newSession(rig);
    const { page } = await openForm({ session });
    await typeCard(page, { number: '5123450000000007', month: '13', year: '', code: '12' });
    await call(page, 'PaymentSession.updateSessionFromForm()');
    expect(await callsOf(page, 'updated')).toEqual([
      {
        status: 'fields_in_error',
        errors: { cardNumber: 'invalid', expiryMonth: 'invalid', expiryYear: 'missing', securityCode: 'invalid' },
      },
    ]);
    expect((await rig.stack.merchant.session(session)).body).toMatchObject({ session: { updateStatus: 'NO_UPDATE' } });
  });

  it('gets a system error for a network failure, and the same call again succeeds', AT_LENGTH, async () => {
    const { page } = await openForm({ session: await newSession(rig) });
    await typeCard(page);
    await page.route('**/api/rest/**', (route) => route.abort(), { times: 1 });
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect(await callsOf(page, 'updated')).toEqual([
      { status: 'request_timeout', errors: { message: expect.stringContaining('no answer') } },
    ]);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated', 2))[0].status).toBe('ok');
  });

  itAtLength<readonly [string, () => Promise<string>, string]>(
    [
      ['a session that is none', async () => `SESSION${'0'.repeat(24)}`, 'Invalid credentials.'],
      ['a text that is no id', async () => 'x', 'Invalid credentials.'],
      [
        'a session whose id has been the password as often as it may',
        async () => {
          const { body } = await rig.stack.merchant.call('POST', '/session', { session: { authenticationLimit: 1 } });
          const id = body.session?.id ?? '';
          const { origin } = rig.stack;
          await fetch(`${origin}/api/rest/version/100/merchant/TESTSHOP/session/${id}`, {
            method: 'PUT',
            headers: {
              Authorization: `Basic ${btoa(`merchant.TESTSHOP:${id}`)}`,
              'Content-Type': 'application/json',
            },
            body: '{}',
          });
          return id;
        },
        "The session's authenticationLimit is reached.",
      ],
    ],
    isFirst,
  )('gets the gateway’s error for %s', async (_what, session, message) => {
    const { page } = await openForm({ session: await session() });
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect(await callsOf(page, 'updated')).toEqual([{ status: 'system_error', errors: { message } }]);
  });

  it('gets a system error for a session of another merchant than the script’s address names', AT_LENGTH, async () => {
    const session = await newSession(rig);
    const { page } = await openForm({ session, merchant: 'ANOTHER' });
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated'))[0]).toEqual({
      status: 'system_error',
      errors: { message: 'Invalid credentials.' },
    });
    expect((await rig.stack.merchant.session(session)).body).toMatchObject({ session: { updateStatus: 'NO_UPDATE' } });
  });

  it('gets a system error for an unknown merchant, without a session', AT_LENGTH, async () => {
    const { page } = await openForm({ merchant: 'ANOTHER' });
    const [{ status, message }] = await callsOf(page, 'initialized');
    expect([status, message]).toEqual(['system_error', 'There is nothing at this address.']);
  });

  it('gets a system error for a type without a field in the form', AT_LENGTH, async () => {
    const { page } = await openForm({ session: await newSession(rig) });
    await call(page, 'PaymentSession.updateSessionFromForm("giftCard")');
    const [{ status, errors }] = await callsOf(page, 'updated');
    expect([status, errors.message]).toEqual(['system_error', 'no fields of giftCard are ready']);
  });
});
