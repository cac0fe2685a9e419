/** The result of every form that a browser can post to the pay page, for any event since the page was shown. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { idHash } from '../../../src/platform/id-seal.ts';
import { type BrowserRig, startBrowserRig } from '../../browser-payments/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { cardForm, type Form, GOOD, giftCard, hands, type Opened } from '../hands.ts';

let rig: BrowserRig;
let token: string;
beforeAll(async () => {
  rig = await startBrowserRig();
  const card = { number: '4508750015741019', expiry: { month: '1', year: '39' } };
  token = (await rig.api('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } })).json.token;
});
afterAll(() => rig.close());

const { checkout, form, post } = hands(() => rig);

type Fields = Readonly<Record<string, string>>;
interface Page extends Opened, Form {}

const BAD = cardForm('13/39');
const BAD_GIFT = { method: 'giftCard', number: '6006', pin: '1' };

/** The errors of a form without a card, and of one without the payer's addresses. */
const EMPTY = 'number missing, expiry missing, securityCode missing';
const NO_ADDRESS = ['email', ...['country', 'street', 'postcodeZip', 'city'].map((name) => `billing.${name}`)]
  .map((name) => `${name} missing`)
  .join(', ');

/** A checkout with a stored card, and its page in a browser. */
async function opened(more: { interaction?: object; order?: object; cookie?: string } = {}): Promise<Page> {
  const { cookie, interaction, order } = more;
  const made = await checkout({ interaction: { tokens: [token], ...interaction }, order: { ...order } });
  return { ...made, ...(await form(made.id, cookie)) };
}

async function send(page: Page, fields: Fields, headers: Fields = { Cookie: page.cookie, Origin: rig.origin }) {
  const body = new URLSearchParams({ ...page.hidden, ...fields }).toString();
  const { headers: answer } = await rig.call('POST', page.action, body, { authorization: null, headers });
  return resultOf(page, String(answer.location));
}

/** The address to which the form redirects, the ledger's entries, and the form that the session stores. */
async function resultOf({ id, order }: Page, location: string): Promise<string> {
  const ledger = rig.host.ledger({ order }).map(({ kind, state }) => `${kind} ${state}`);
  const [row] = await rig.rows('select form, sealed_card as card from session where id = ?', idHash(id));
  const { method, kept, errors, notice, balance, wait, before, typedBy } = JSON.parse(String(row?.form)) ?? {};
  return [
    location.replace('/checkout/', '').replace(`/${id}`, ''),
    ...ledger,
    ...(method === undefined ? [] : [`form ${method}`]),
    ...(typedBy === undefined ? [] : ['own']),
    ...(row?.card === null ? [] : ['card']),
    ...Object.keys(kept ?? {}),
    ...Object.entries(errors ?? {}).map(([name, problem]) => `${name} ${problem}`),
    ...[notice, balance?.kind, before?.value, wait && 'wait'].filter((one) => one !== undefined),
  ].join(', ');
}

/** Posts each form to a page of its own. */
async function results(forms: Readonly<Record<string, Fields>>, open: () => Promise<Page>, headers?: Fields) {
  const all: Record<string, string> = {};
  for (const [name, fields] of Object.entries(forms)) {
    const page = await open();
    all[name] = await send(page, fields, headers ?? { Cookie: page.cookie, Origin: rig.origin });
  }
  return all;
}

/** Each command of the page once. */
const COMMANDS = (): Readonly<Record<string, Fields>> => ({
  card: GOOD,
  'gift card': giftCard('99'),
  'saved card': { method: 'saved-1' },
  provider: { method: 'demoWallet' },
  balance: giftCard('03', { balance: '1' }),
  language: { ...GOOD, language: 'fi' },
  'more time': { ...GOOD, moreTime: '1' },
  'other card': { method: 'giftCard', otherCard: '1' },
  'gift card off': { giftCardOff: '1' },
  renew: { renew: '1' },
});

describe('a form of a page that was just shown', () => {
  it('does what its button says', async () => {
    expect(await results(COMMANDS(), opened)).toEqual({
      card: 'done, PAYMENT APPROVED, form card, own, card',
      'gift card': 'done, PAYMENT APPROVED, form giftCard, own, card',
      'saved card': 'done, PAYMENT APPROVED, form card, own',
      provider: 'pay, form card, own',
      balance: 'pay, form giftCard, own, card, known',
      language: 'pay, form card, own, expiry',
      'more time': 'pay, form card, own, expiry',
      'other card': 'pay, form giftCard, own',
      'gift card off': 'pay, form card, own',
      renew: `pay, form card, own, ${EMPTY}`,
    });
  });

  it('is refused for invalid input, unless its button needs none', async () => {
    const forms = {
      card: BAD,
      'gift card': BAD_GIFT,
      nothing: {},
      balance: { ...BAD_GIFT, balance: '1' },
      language: { ...BAD, language: 'fi' },
      'more time': { ...BAD, moreTime: '1' },
    };
    expect(await results(forms, opened)).toEqual({
      card: 'pay, form card, own, expiry invalid',
      'gift card': 'pay, form giftCard, own, number tooShort, pin tooShort',
      nothing: `pay, form card, own, ${EMPTY}`,
      balance: 'pay, form giftCard, own, number tooShort, pin tooShort',
      language: 'pay, form card, own',
      'more time': 'pay, form card, own',
    });
  });

  it(
    'pays by card with a method that the page does not offer, but not with a saved card that is gone',
    AT_LENGTH,
    async () => {
      const forms = {
        'no method': { ...GOOD, method: '' },
        'another saved card': { ...GOOD, method: 'saved-2' },
        'another provider': { ...GOOD, method: 'unknownWallet' },
      };
      expect(await results(forms, opened)).toEqual({
        'no method': 'done, PAYMENT APPROVED, form card, own, card',
        'another saved card': 'pay, form card, own, unsaved',
        'another provider': 'done, PAYMENT APPROVED, form card, own, card',
      });
    },
  );

  it('does one thing where it has several buttons', async () => {
    const provider = { method: 'demoWallet' };
    const saved = { method: 'saved-1' };
    const others = { otherCard: '1', language: 'fi', moreTime: '1', balance: '1', renew: '1' };
    const everything = { giftCardOff: '1', ...others };
    const forms = {
      'a provider and every button': { ...provider, ...everything },
      'a saved card and every button': { ...saved, ...everything },
      'a card and every button': { ...GOOD, ...everything },
      'a card with all but the gift card’s release': { ...GOOD, ...others },
      'language, time and balance': { ...giftCard('03'), language: 'fi', moreTime: '1', balance: '1' },
      'time and balance': { ...giftCard('03'), moreTime: '1', balance: '1' },
      'the balance of a card': { ...GOOD, balance: '1' },
      'a gift card that was not stored': { ...GOOD, keptCard: '1' },
    };
    expect(await results(forms, opened)).toEqual({
      'a provider and every button': 'pay, form card, own',
      'a saved card and every button': 'done, PAYMENT APPROVED, form card, own',
      'a card and every button': 'pay, form card, own',
      'a card with all but the gift card’s release': 'pay, form giftCard, own',
      'language, time and balance': 'pay, form giftCard, own',
      'time and balance': 'pay, form giftCard, own',
      'the balance of a card': 'done, PAYMENT APPROVED, form card, own, card',
      'a gift card that was not stored': 'done, PAYMENT APPROVED, form card, own, card',
    });
  });

  it('stores the card without a charge where the operation is NONE', AT_LENGTH, async () => {
    const none = () => opened({ interaction: { operation: 'NONE' } });
    expect(await results({ ...COMMANDS(), invalid: BAD }, none)).toEqual({
      card: 'done, card',
      'gift card': 'done, card',
      'saved card': 'pay, form card, own, unsaved',
      provider: `pay, form card, own, ${EMPTY}`,
      balance: 'pay, form giftCard, own, untold',
      language: 'pay, form card, own, expiry',
      'more time': 'pay, form card, own, expiry',
      'other card': 'pay, form giftCard, own',
      'gift card off': 'pay, form card, own',
      renew: `pay, form card, own, ${EMPTY}`,
      invalid: 'pay, form card, own, expiry invalid',
    });
  });

  it('needs an address where the merchant asks for one, except for a balance', AT_LENGTH, async () => {
    const asking = () =>
      opened({ interaction: { displayControl: { billingAddress: 'MANDATORY', customerEmail: 'MANDATORY' } } });
    expect(await results(COMMANDS(), asking)).toEqual({
      card: `pay, form card, own, expiry, details, ${NO_ADDRESS}`,
      'gift card': 'pay, form giftCard, own, details, email missing',
      'saved card': 'pay, form card, own, unsaved',
      provider: 'pay, form card, own',
      balance: 'pay, form giftCard, own, card, details, known',
      language: 'pay, form card, own, expiry, details',
      'more time': 'pay, form card, own, expiry, details',
      'other card': 'pay, form giftCard, own',
      'gift card off': 'pay, form card, own',
      renew: `pay, form card, own, details, ${EMPTY}, ${NO_ADDRESS}`,
    });
  });
});

describe('a form of a page that is no longer the current one', () => {
  it('is accepted without its cookie, if our own page sent it', async () => {
    expect(await results(COMMANDS(), opened, { Origin: rig.origin })).toEqual({
      card: 'done, PAYMENT APPROVED, form card, card',
      'gift card': 'done, PAYMENT APPROVED, form giftCard, card',
      'saved card': 'done, PAYMENT APPROVED, form card',
      provider: 'pay, form card',
      balance: 'pay, form giftCard, known',
      language: 'pay?language=fi, form card',
      'more time': 'pay, form card',
      'other card': 'pay, form giftCard',
      'gift card off': 'pay, form card',
      renew: `pay, form card, ${EMPTY}`,
    });
  });

  it('is refused without cookie and origin, unless it removes a gift card', async () => {
    expect(await results(COMMANDS(), opened, {})).toEqual({
      card: 'pay, form card, again',
      'gift card': 'pay, form giftCard, again',
      'saved card': 'pay, form card, again',
      provider: 'pay, form card, again',
      balance: 'pay, form giftCard, again',
      language: 'pay?language=fi, form card, again',
      'more time': 'pay, form card, again',
      'other card': 'pay, form giftCard',
      'gift card off': 'pay, form card, again',
      renew: 'pay, form card, again',
    });
  });

  it('is refused after the shop changed the amount, unless it removes a gift card', async () => {
    const changed = async () => {
      const page = await opened();
      await rig.api('PUT', `/session/${page.id}`, { order: { amount: '12.00' } });
      return page;
    };
    expect(await results(COMMANDS(), changed)).toEqual({
      card: 'pay, form card, own, expiry, changed, 10',
      'gift card': 'pay, form giftCard, own, changed, 10',
      'saved card': 'pay, form card, own, changed, 10',
      provider: 'pay, form card, own, changed, 10',
      balance: 'pay, form giftCard, own, changed, 10',
      language: 'pay, form card, own, expiry, changed, 10',
      'more time': 'pay, form card, own, expiry, changed, 10',
      'other card': 'pay, form giftCard, own',
      'gift card off': 'pay, form card, own',
      renew: 'pay, form card, own, changed, 10',
    });
  });

  it('is refused after another attempt, unless it removes a gift card', AT_LENGTH, async () => {
    const tried = async () => {
      const page = await opened();
      await pay(page, '05');
      return page;
    };
    expect(await results(COMMANDS(), tried)).toEqual({
      card: 'pay, PAYMENT DECLINED, form card, own, expiry, elsewhere',
      'gift card': 'pay, PAYMENT DECLINED, form giftCard, own, elsewhere',
      'saved card': 'pay, PAYMENT DECLINED, form card, own, elsewhere',
      provider: 'pay, PAYMENT DECLINED, form card, own, elsewhere',
      balance: 'pay, PAYMENT DECLINED, form giftCard, own, elsewhere',
      language: 'pay, PAYMENT DECLINED, form card, own, expiry, elsewhere',
      'more time': 'pay, PAYMENT DECLINED, form card, own, expiry, elsewhere',
      'other card': 'pay, PAYMENT DECLINED, form giftCard, own',
      'gift card off': 'pay, PAYMENT DECLINED, form card, own',
      renew: 'pay, PAYMENT DECLINED, form card, own, elsewhere',
    });
  });

  it('is refused after the payer cancelled, unless it removes a gift card', AT_LENGTH, async () => {
    const cancelled = async () => {
      const page = await opened();
      await post(`/checkout/cancel/${page.id}`, page.hidden, { Cookie: page.cookie, Origin: rig.origin });
      return page;
    };
    expect(await results(COMMANDS(), cancelled)).toEqual({
      card: 'pay, form card, own, expiry, cancelled',
      'gift card': 'pay, form giftCard, own, cancelled',
      'saved card': 'pay, form card, own, cancelled',
      provider: 'pay, form card, own, cancelled',
      balance: 'pay, form giftCard, own, cancelled',
      language: 'pay, form card, own, expiry, cancelled',
      'more time': 'pay, form card, own, expiry, cancelled',
      'other card': 'pay, form giftCard, own',
      'gift card off': 'pay, form card, own',
      renew: 'pay, form card, own, cancelled',
    });
  });

  it('shows the payment if the order was paid', AT_LENGTH, async () => {
    const paid = async () => {
      const page = await opened();
      await pay(page, '01');
      return page;
    };
    expect(new Set(Object.values(await results(COMMANDS(), paid)))).toEqual(new Set(['done, PAYMENT APPROVED']));
  });

  it('shows the payment that awaits its payer at a provider', AT_LENGTH, async () => {
    const away = async () => {
      const page = await opened();
      await send(page, { method: 'demoWallet' });
      return page;
    };
    expect(new Set(Object.values(await results(COMMANDS(), away)))).toEqual(new Set(['done, form card, own']));
  });

  it('is not read once the session has ended', AT_LENGTH, async () => {
    const ended = async () => {
      const page = await opened();
      rig.later(31 * MINUTE_MS);
      return page;
    };
    expect(new Set(Object.values(await results(COMMANDS(), ended)))).toEqual(new Set(['pay']));
  });
});

/** A payment of the order by the merchant's server. @param month of the expiry, which selects the outcome */
async function pay({ order }: Page, month: string): Promise<void> {
  const card = { number: '5123450000000008', expiry: { month, year: '39' } };
  await rig.api('PUT', `/order/${order}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '10.00', currency: 'EUR' },
    sourceOfFunds: { type: 'CARD', provided: { card } },
  });
}

describe('while a gift card pays a part', () => {
  const held = async (): Promise<Page> => {
    const page = await opened({ order: { amount: '100.00' } });
    await send(page, giftCard('03'));
    return { ...page, ...(await form(page.id, page.cookie)) };
  };

  it('its payer pays the rest by card', async () => {
    expect(await results(COMMANDS(), held)).toEqual({
      card: 'done, PAYMENT DECLINED, PAYMENT APPROVED, PAYMENT APPROVED, form card, own, card',
      'gift card': 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form card, own, elsewhere',
      'saved card': 'done, PAYMENT DECLINED, PAYMENT APPROVED, PAYMENT APPROVED, form card, own',
      provider: `pay, PAYMENT DECLINED, PAYMENT APPROVED, form card, own, ${EMPTY}`,
      balance: 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own, card, known',
      language: 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form card, own, expiry',
      'more time': 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form card, own, expiry',
      'other card': 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      'gift card off': 'pay, PAYMENT DECLINED, PAYMENT REVERSED, form card, own',
      renew: `pay, PAYMENT DECLINED, PAYMENT APPROVED, form card, own, ${EMPTY}`,
    });
  });

  it('another payer can only release it', AT_LENGTH, async () => {
    const others = async () => {
      const page = await held();
      return { ...page, ...(await form(page.id)) };
    };
    expect(await results(COMMANDS(), others)).toEqual({
      card: 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      'gift card': 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      'saved card': 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      provider: 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      balance: 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      language: 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      'more time': 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      'other card': 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
      'gift card off': 'pay, PAYMENT DECLINED, PAYMENT REVERSED, form card, own',
      renew: 'pay, PAYMENT DECLINED, PAYMENT APPROVED, form giftCard, own',
    });
  });
});

describe('after an inquiry for the balance of a gift card', () => {
  const KEPT = { method: 'giftCard', keptCard: '1' };
  const asked = async (): Promise<Page> => {
    const page = await opened();
    await send(page, giftCard('99', { balance: '1' }));
    return { ...page, ...(await form(page.id, page.cookie)) };
  };

  it('the stored card is paid with, replaced, or left for another', async () => {
    const forms = {
      stored: KEPT,
      'stored, by another method': { ...KEPT, method: 'card' },
      'another card': { ...KEPT, otherCard: '1' },
      'its balance again': { ...KEPT, balance: '1' },
      'its balance again, by another method': { ...KEPT, method: 'card', balance: '1' },
      language: { ...KEPT, language: 'fi' },
      'more time': { ...KEPT, moreTime: '1' },
      'the card': GOOD,
      provider: { method: 'demoWallet' },
      'saved card': { method: 'saved-1' },
    };
    expect(await results(forms, asked)).toEqual({
      stored: 'done, PAYMENT APPROVED, form giftCard, own, card',
      'stored, by another method': 'done, PAYMENT APPROVED, form giftCard, own, card',
      'another card': 'pay, form giftCard, own',
      'its balance again': 'pay, form giftCard, own, card, known',
      'its balance again, by another method': 'pay, form giftCard, own, card, known',
      language: 'pay, form giftCard, own, card',
      'more time': 'pay, form giftCard, own, card',
      'the card': 'done, PAYMENT APPROVED, form card, own, card',
      provider: 'pay, form card, own',
      'saved card': 'done, PAYMENT APPROVED, form card, own',
    });
  });

  it('another payer cannot pay with it', AT_LENGTH, async () => {
    const others = async () => {
      const page = await asked();
      return { ...page, ...(await form(page.id)) };
    };
    expect(await results({ stored: KEPT, 'another card': { ...KEPT, otherCard: '1' } }, others)).toEqual({
      stored: 'pay, form giftCard, own, card, number missing',
      'another card': 'pay, form giftCard, own, card',
    });
  });
});
