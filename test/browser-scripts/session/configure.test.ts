/** Calls of `configure` by pages: once, again, for two forms, by old names, and with errors. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, call, callsOf, field, formPage, newSession, type, typeCard } from './form-page.ts';

const rig = useRig();
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

async function openForm(options: Parameters<typeof formPage>[2] = {}): Promise<Page> {
  const { page } = await rig.payer();
  await page.goto(formPage(rig, shop, { session: 'SESSION', ...options }));
  await callsOf(page, 'initialized');
  return page;
}

describe('configure', () => {
  it('keeps the input when it is called again, and calls the new functions', async () => {
    const session = await newSession(rig);
    const page = await openForm();
    await typeCard(page);
    await call(
      page,
      `PaymentSession.configure({ ...configuration, session: '${session}', callbacks: {
        initialized: note('again'), formSessionUpdate: note('updatedAgain') } })`,
    );
    expect(await callsOf(page, 'again')).toEqual([{ status: 'ok' }]);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updatedAgain'))[0]).toMatchObject({ status: 'ok', session: { id: session } });
  });

  it('makes new fields when it is called again after the page has rendered its form again', AT_LENGTH, async () => {
    const page = await openForm({ session: await newSession(rig) });
    await typeCard(page);
    await call(
      page,
      `{ const form = document.querySelector('#pay'); form.replaceWith(Object.assign(document.createElement('div'),
        { innerHTML: '<input id="number" readonly><input id="month" readonly><input id="year" readonly><input id="code" readonly><input id="name" readonly>' }));
        PaymentSession.configure(configuration); }`,
    );
    await callsOf(page, 'initialized', 2);
    expect(await page.locator('iframe').count()).toBe(5);
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
  });

  it('accepts a number under its old name too, and under both where one of them exists', AT_LENGTH, async () => {
    const page = await openForm({ fields: `card: { cardNumber: '#number', number: '#nowhere' }` });
    await type(page, '#number', CARD.number);
    expect(await field(page, '#number').inputValue()).toBe('5123 4500 0000 0008');
  });

  it('accepts lists of months and years', AT_LENGTH, async () => {
    const session = await newSession(rig);
    const page = await openForm({
      session,
      html: `<input id="number" readonly><select id="month"><option>01</option><option>02</option></select>
        <select id="year"><option value="">Year</option><option value="39">2039</option></select><input id="code" readonly>`,
      fields: `card: { number: '#number', expiryMonth: '#month', expiryYear: '#year', securityCode: '#code' }`,
    });
    await type(page, '#number', CARD.number);
    await type(page, '#code', CARD.code);
    await field(page, '#month').selectOption('02');
    await field(page, '#year').selectOption('39');
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated'))[0].sourceOfFunds.provided.card.expiry).toEqual({ month: '2', year: '39' });
  });

  itAtLength(
    [
      ['names no element of the page', `card: { number: '#nowhere' }`, 'fields.card.number: there is no input'],
      ['names a field that is none', `card: { pin: '#number' }`, 'fields.card.pin: this gateway has no such field'],
      [
        'names a kind of account that the gateway does not take',
        `directDebitCanada: { bankAccountNumber: '#number' }`,
        'fields.directDebitCanada.bankAccountNumber: this gateway has no such field',
      ],
      ['names nothing', '', 'fields names no field'],
    ],
    isFirst,
  )('reports the error where it %s', async (_what, fields, message) => {
    const page = await openForm({ fields, more: `` });
    const [{ status, message: given }] = await callsOf(page, 'initialized');
    expect(status).toBe('system_error');
    expect(given).toContain(message);
  });

  it('separates two forms of a page by their scopes', AT_LENGTH, async () => {
    const [mine, saved] = [await newSession(rig), await newSession(rig)];
    const page = await openForm({
      session: mine,
      html: `<input id="number" readonly><input id="month" readonly><input id="year" readonly><input id="code" readonly>
        <input id="saved" aria-label="Code of your card" readonly>`,
      fields: `card: { number: '#number', expiryMonth: '#month', expiryYear: '#year', securityCode: '#code' }`,
      script: `PaymentSession.configure({ session: '${saved}', fields: { card: { securityCode: '#saved' } },
        callbacks: { initialized: note('savedInitialized'), formSessionUpdate: note('savedUpdated') } }, 'saved');
        PaymentSession.onFocus(['card.securityCode'], note('savedFocus'), 'saved');`,
    });
    await callsOf(page, 'savedInitialized');
    await type(page, '#saved', '321');
    expect(await callsOf(page, 'savedFocus')).toEqual(['#saved', 'card.securityCode']);
    await call(page, 'PaymentSession.updateSessionFromForm("card", undefined, "saved")');
    expect((await callsOf(page, 'savedUpdated'))[0]).toMatchObject({
      status: 'ok',
      session: { id: saved },
      sourceOfFunds: { provided: { card: { securityCode: 'xxx' } } },
    });
    await call(page, 'PaymentSession.validate("card", note("validated"))');
    expect((await callsOf(page, 'validated'))[0].card.securityCode.errorReason).toBe('EMPTY');
  });

  it('is attachToForm up to version 33, where updateSession calls its own function', AT_LENGTH, async () => {
    const session = await newSession(rig);
    const { page } = await rig.payer();
    await page.goto(
      formPage(rig, shop, {
        session,
        version: 33,
        script: `PaymentSession.attachToForm(configuration, note('attached'));`,
      }),
    );
    expect(await callsOf(page, 'attached')).toEqual([{ status: 'ok' }]);
    await typeCard(page);
    await call(page, 'PaymentSession.updateSession(note("once"))');
    expect((await callsOf(page, 'once'))[0]).toMatchObject({ status: 'ok', version: '33' });
  });
});
