/** The results of `validate`, and the formatting of a number during typing. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, call, callsOf, field, formPage, type, typeCard } from './form-page.ts';

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

describe('validate', () => {
  const validated = async (page: Page, type = 'card') => {
    await call(page, `told.length = 0; PaymentSession.validate('${type}', note('validated'))`);
    return (await callsOf(page, 'validated'))[0];
  };

  it('gives each field’s validity, with its reason', async () => {
    const page = await openForm();
    await typeCard(page, { number: '5123450000000007', month: '13', code: '1' });
    const { card } = await validated(page);
    expect(card).toEqual({
      isValid: false,
      number: {
        isValid: false,
        isIncomplete: false,
        hasError: true,
        errorReason: 'INVALID_VALUE',
        selector: '#number',
      },
      expiryMonth: {
        isValid: false,
        isIncomplete: false,
        hasError: true,
        errorReason: 'INVALID_VALUE',
        selector: '#month',
      },
      expiryYear: { isValid: true, isIncomplete: false, hasError: false, selector: '#year' },
      securityCode: {
        isValid: false,
        isIncomplete: true,
        hasError: true,
        errorReason: 'INVALID_VALUE',
        selector: '#code',
      },
      nameOnCard: { isValid: true, isIncomplete: false, hasError: false, selector: '#name' },
    });
  });

  it('returns EMPTY for a required field, and not for a name', AT_LENGTH, async () => {
    const { card } = await validated(await openForm());
    expect([card.isValid, card.number.errorReason, card.nameOnCard.errorReason]).toEqual([false, 'EMPTY', undefined]);
  });

  it('returns INVALID_CHARACTERS where the page allows such characters in', AT_LENGTH, async () => {
    const page = await openForm({ more: `interaction: { displayControl: { invalidFieldCharacters: 'ALLOW' } },` });
    await type(page, '#number', '5123a');
    expect((await validated(page)).card.number.errorReason).toBe('INVALID_CHARACTERS');
  });

  it('waits for the gateway up to a timeout, and then returns valid without an answer', AT_LENGTH, async () => {
    const page = await openForm();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/form/**/card', async (route) => {
      await held;
      await route.abort();
    });
    await typeCard(page);
    expect((await validated(page)).card.number.errorReason).toBe('AWAITING_SERVER_RESPONSE');
    await call(page, `PaymentSession.onValidityChange(['card.number'], note('validity'))`);
    answer();
    expect((await callsOf(page, 'validity'))[1]).toEqual({ isValid: true, isIncomplete: false, hasError: false });
    expect((await validated(page)).card.isValid).toBe(true);
  });

  it(
    'returns NOT_SUPPORTED for a brand that the merchant does not accept, and does not store the card',
    AT_LENGTH,
    async () => {
      const page = await openForm();
      await page.route('**/form/**/card', (route) =>
        route.fulfill({ json: { card: { status: 'NOT_SUPPORTED', brand: 'MASTERCARD' } } }),
      );
      await call(page, `PaymentSession.onCardTypeChange(note('type'))`);
      await typeCard(page);
      await page.waitForFunction(() =>
        Reflect.get(window, 'told').some(
          ([, , type]: [string, string, { status?: string }]) => type?.status === 'NOT_SUPPORTED',
        ),
      );
      expect((await validated(page)).card.number.errorReason).toBe('NOT_SUPPORTED');
      await call(page, 'PaymentSession.updateSessionFromForm()');
      expect((await callsOf(page, 'updated'))[0]).toEqual({
        status: 'fields_in_error',
        errors: { cardNumber: 'invalid' },
      });
    },
  );

  it('returns INVALID_VALUE for an expiry before the gateway’s month', AT_LENGTH, async () => {
    const page = await openForm();
    const card = { status: 'SUPPORTED', brand: 'MASTERCARD' };
    await page.route('**/form/**/card', (route) => route.fulfill({ json: { card, thisMonth: '2030-02' } }));
    await typeCard(page, { year: '30' });
    await expect.poll(async () => (await validated(page)).card.expiryYear.errorReason).toBe('INVALID_VALUE');
    await field(page, '#month').fill('02');
    await expect.poll(async () => (await validated(page)).card.expiryYear.isValid).toBe(true);
  });

  it('validates a code by its card’s brand, in either order of input', AT_LENGTH, async () => {
    const page = await openForm();
    await type(page, '#code', '1234');
    expect((await validated(page)).card.securityCode.isValid).toBe(true);
    await type(page, '#number', CARD.number);
    expect((await validated(page)).card.securityCode.errorReason).toBe('INVALID_VALUE');
  });
});

describe('the formatting of a number', () => {
  it.each([
    ['EMBOSSED', '5123 4500 0000 0008'],
    ['FLAT', '5123450000000008'],
  ])('%s', async (format, shown) => {
    const page = await openForm({ more: `interaction: { displayControl: { formatCard: '${format}' } },` });
    await type(page, '#number', '5123x450000000008');
    expect(await field(page, '#number').inputValue()).toBe(shown);
  });
});
