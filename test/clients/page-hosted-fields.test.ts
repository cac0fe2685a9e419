/**
 * Pages with hosted fields: configured with a scope and called without one, with missing fields and sessions, with the
 * script loaded twice, in a hidden dialog, and with another form in place of the first.
 */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CARD, call, callsOf, field, type, typeCard } from '../browser-scripts/session/form-page.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { MERCHANT, usePageWorld } from './page-world.ts';

const world = usePageWorld();

const INPUTS = ['number', 'month', 'year', 'code', 'name'].map(
  (id) => `<input id="${id}" aria-label="${id}" readonly>`,
);
const FORM = `<form id="pay">${INPUTS.join('')}</form>`;
const CARD_FIELDS = "number: '#number', expiryMonth: '#month', expiryYear: '#year', securityCode: '#code'";
const CALLS = "callbacks: { initialized: note('initialized'), formSessionUpdate: note('updated') }";

/** @param script runs after `session.js`; `note(name)` makes a callback */
async function open(script: string, body = FORM): Promise<{ page: Page; warnings: string[] }> {
  const { page, complaints } = await world.rig.payer();
  const address = `${world.gateway}/form/version/70/merchant/${MERCHANT}/session.js`;
  await page.goto(
    world.shop.page(`<!doctype html><html lang="en"><title>Shop</title>${body}
      <script>window.told = []; const note = (name) => (...given) => told.push([name, ...given]);</script>
      <script src="${address}"></script><script>${script}</script>`),
  );
  return { page, warnings: complaints };
}

const configure = (session: string, fields = `card: { ${CARD_FIELDS} }`, rest = '') =>
  `PaymentSession.configure({ session: ${session}, fields: { ${fields} }, ${CALLS} }${rest});`;

async function newSession(): Promise<string> {
  const { session } = await world.call('POST', '/session', {});
  return session.id;
}

describe('a form that was configured with a scope', () => {
  it('is the target of functions without a scope, also for listeners that were added before', async () => {
    const session = await newSession();
    const { page } = await open(`
      PaymentSession.onChange(['card.number'], note('change'));
      PaymentSession.onCardBINChange(note('bin'));
      PaymentSession.onCardTypeChange(note('type'));
      PaymentSession.setPlaceholderShownStyle(['card.number'], { opacity: '0.5' });
      PaymentSession.setLocale('de');
      ${configure(`'${session}'`, undefined, ", 'form1'")}
      PaymentSession.onValidityChange(['card.number'], note('validity'));
      PaymentSession.setFocusStyle(['card.number'], { letterSpacing: '3px' });`);
    expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
    const style = (property: string) =>
      field(page, '#number').evaluate((box, name) => getComputedStyle(box).getPropertyValue(name), property);
    expect([
      await style('opacity'),
      await field(page, '#number').evaluate((box) => box.ownerDocument.documentElement.lang),
    ]).toEqual(['0.5', 'de']);
    await typeCard(page);
    expect(await callsOf(page, 'change')).toEqual(['#number', 'card.number']);
    expect(await callsOf(page, 'bin')).toEqual(['#number', { BIN: '512345' }]);
    expect((await callsOf(page, 'validity'))[0]).toBe('#number');
    expect((await callsOf(page, 'type'))[0]).toBe('#number');
    await call(page, "PaymentSession.setFocus('card.number')");
    await expect.poll(() => style('letter-spacing')).toBe('3px');
    await call(page, "PaymentSession.validate('card', note('validated'))");
    expect((await callsOf(page, 'validated'))[0]).toMatchObject({ card: { isValid: true, number: { isValid: true } } });
    await call(page, "PaymentSession.updateSessionFromForm('card', undefined, null)");
    expect((await callsOf(page, 'updated'))[0]).toMatchObject({ status: 'ok', session: { id: session } });
  });

  it('is the target if it is the last of several, but one without a scope takes precedence', async () => {
    const session = await newSession();
    const other = `<input id="other" aria-label="other" readonly><input id="third" aria-label="third" readonly>`;
    const { page } = await open(
      `${configure(`'${session}'`, "card: { number: '#number' }", ", 'one'")}
       ${configure(`'${session}'`, "card: { number: '#other' }", ", 'two'")}
       PaymentSession.validate('card', note('validated'));`,
      FORM + other,
    );
    expect((await callsOf(page, 'validated'))[0]).toMatchObject({ card: { number: { selector: '#other' } } });
    await call(
      page,
      `${configure(`'${session}'`, "card: { number: '#third' }")} ${configure(`'${session}'`, "card: { number: '#number' }", ", 'one'")}
       PaymentSession.validate('card', note('validated'));`,
    );
    expect((await callsOf(page, 'validated', 2))[0]).toMatchObject({ card: { number: { selector: '#third' } } });
  });
});

describe('a missing element', () => {
  itAtLength(['null', 'undefined', "''"], isFirst)(
    'may be %s among the fields and in place of a session',
    async (nothing) => {
      const { page, warnings } = await open(
        configure(nothing, `card: { ${CARD_FIELDS}, nameOnCard: ${nothing} }, giftCard: ${nothing}, ach: {}`),
      );
      expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
      await typeCard(page);
      await call(page, "PaymentSession.updateSessionFromForm('card')");
      expect((await callsOf(page, 'updated'))[0]).toMatchObject({
        status: 'ok',
        session: { id: expect.stringMatching(/^SESSION/) },
      });
      expect(warnings).toEqual([]);
    },
  );

  itAtLength(
    [
      ['order: { amount: 100, currency: "USD" },', 'fields.order.amount'],
      ['directDebitCanada: { bankAccountHolder: "#name" },', 'fields.directDebitCanada.bankAccountHolder'],
      ['customer: "Ada",', 'fields.customer'],
    ],
    isFirst,
  )('named among the fields, as in %s, is left out with a warning', async (group, named) => {
    const session = await newSession();
    const { page, warnings } = await open(
      configure(`'${session}'`, `${group} card: { ${CARD_FIELDS}, brand: '#name' }`),
    );
    expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
    expect(warnings.filter((one) => one.includes(named))).not.toEqual([]);
    expect(warnings.filter((one) => one.includes('fields.card.brand'))).not.toEqual([]);
  });

  it('is an error if all named elements are missing', AT_LENGTH, async () => {
    const { page } = await open(configure('null', 'order: { amount: 100 }, card: null'));
    expect((await callsOf(page, 'initialized'))[0]).toMatchObject({ status: 'system_error' });
  });

  it('is an error that names the field', async () => {
    const { page } = await open(configure('null', "card: { number: '#nowhere' }"));
    const [{ status, message }] = await callsOf(page, 'initialized');
    expect([status, message]).toEqual(['system_error', expect.stringContaining('#nowhere')]);
  });
});

describe('a page', () => {
  it('that loads the script twice has one set of frames, and its earlier configuration', async () => {
    const session = await newSession();
    const again = `const again = document.createElement('script'); again.src = document.querySelector('script[src]').src;
      again.onload = note('loaded'); document.head.append(again);`;
    const { page } = await open(`${configure(`'${session}'`)} ${again}`);
    await callsOf(page, 'loaded');
    await callsOf(page, 'initialized');
    await typeCard(page);
    await call(page, configure(`'${session}'`));
    await callsOf(page, 'initialized', 2);
    expect(await page.locator('iframe').count()).toBe(4);
    await call(page, "PaymentSession.updateSessionFromForm('card')");
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
  });

  it('with its form in an initially hidden dialog accepts input once it is shown', AT_LENGTH, async () => {
    const session = await newSession();
    const { page } = await open(configure(`'${session}'`), `<div id="dialog" style="display: none">${FORM}</div>`);
    expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
    await page.locator('#dialog').evaluate((dialog) => dialog.setAttribute('style', 'position: fixed; inset: 10%'));
    const boxes = async () =>
      Promise.all(['#number', '#number + iframe'].map((selector) => page.locator(selector).boundingBox()));
    await expect
      .poll(async () => {
        const [input, frame] = await boxes();
        return [frame?.x, frame?.y, frame?.width].map((one, at) =>
          Math.round((one ?? 0) - [input?.x, input?.y, input?.width][at]!),
        );
      })
      .toEqual([0, 0, 0]);
    await typeCard(page);
    await call(page, "PaymentSession.updateSessionFromForm('card')");
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
  });

  it('that replaces its form by another, under another scope, fills the new one', async () => {
    const session = await newSession();
    const { page } = await open(configure(`'${session}'`, undefined, ", 'first'"));
    await callsOf(page, 'initialized');
    await type(page, '#number', CARD.number);
    await call(
      page,
      `document.querySelector('#pay').outerHTML = ${JSON.stringify(FORM)}; ${configure(`'${session}'`, undefined, ", 'second'")}`,
    );
    await callsOf(page, 'initialized', 2);
    expect(await page.locator('iframe').count()).toBe(4);
    await typeCard(page);
    await call(page, "PaymentSession.updateSessionFromForm('card')");
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
  });
});
