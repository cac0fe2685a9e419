import { describe, expect, it } from 'vitest';
import { instrumentName } from '../../../src/web/components/instrument-name.ts';
import { returnLink, webLink } from '../../../src/web/components/order/links.ts';
import { readableNotice } from '../../../src/web/components/order/notice.ts';
import { readableSummary } from '../../../src/web/components/order/summary.ts';
import { payFormModel } from '../../../src/web/components/pay-form/model.ts';
import { providerIn } from '../../../src/web/components/provider-names.ts';
import { receiptFacts } from '../../../src/web/components/receipt/receipt-facts.ts';
import { LANGUAGES, textFor } from '../../../src/web/text/index.ts';
import { chargelessPage, donePage, euro, payPage, summary } from '../pages/fixtures.ts';

const text = textFor('en');

describe('readableSummary', () => {
  it('shows a discount with its minus, with either sign in the request', () => {
    const amounts = ['5.00', '-5.00'].map((value) => ({ kind: 'discount' as const, amount: euro(value) }));
    const shown = readableSummary({ ...summary, subtotals: amounts }, 'en', text).subtotals;
    expect(shown.map(({ amount }) => amount)).toEqual(['-€5.00', '-€5.00']);
  });

  it('does not repeat the total where it is the sum of the items alone', () => {
    const subtotalsOf = (...amounts: string[]) =>
      readableSummary(
        { ...summary, subtotals: amounts.map((value) => ({ kind: 'items', amount: euro(value) })) },
        'en',
        text,
      ).subtotals.length;
    expect([subtotalsOf('57.20'), subtotalsOf('50.50'), subtotalsOf('50.50', '6.70')]).toEqual([0, 1, 2]);
  });

  it.each([
    [8, 8, 0],
    [9, 9, 0],
    [10, 8, 2],
    [100, 8, 92],
  ])('of %i lines shows %i and folds %i', (count, shown, folded) => {
    const lines = Array.from({ length: count }, (_, index) => ({
      name: `Thing ${index}`,
      quantity: '1',
      total: euro('1.00'),
    }));
    const order = readableSummary({ ...summary, lines }, 'en', text);
    expect([order.shown.length, order.folded.length]).toEqual([shown, folded]);
  });

  it.each([
    ['1 × The Sea, The Sea, 2 × Field Notes on Lichen', undefined],
    ['2 x Field Notes on Lichen', undefined],
    ['Books for the winter', 'Books for the winter'],
    ['The Sea, The Sea, as a gift', 'The Sea, The Sea, as a gift'],
  ])('of the description %j adds only the parts that the lines lack', (description, said) => {
    expect(readableSummary({ ...summary, description }, 'en', text).description).toBe(said);
  });

  it('keeps a description without lines, with any text', () => {
    expect(readableSummary({ ...summary, lines: [], description: '7' }, 'en', text).description).toBe('7');
  });

  it('keeps quantities that no double can hold', () => {
    const lines = [{ name: 'Grain', quantity: '9999999999999999', total: euro('1.00') }];
    expect(readableSummary({ ...summary, lines }, 'en', text).shown[0]?.quantity).toBe('9999999999999999');
  });
});

describe('readableNotice', () => {
  it('states after a decline that no money was taken, how to continue, and how many tries are left', () => {
    const page = payPage({ notice: { kind: 'declined', method: 'card', advice: 'askBank', attemptsLeft: 1 } });
    expect(readableNotice(page, text)).toEqual({
      tone: 'wrong',
      title: 'Your card was declined',
      sentences: ['You have not been charged. Try another card or contact your bank.', 'You can try 1 more time.'],
    });
  });

  it("mentions a bank only where a card's amount may be reserved", () => {
    const notice = { kind: 'declined', method: 'giftCard', advice: 'later', attemptsLeft: 3 } as const;
    const [card, none] = [false, true].map((isWithoutBank) =>
      readableNotice(payPage({ notice, isReserved: true, isWithoutBank }), text)?.sentences.join(' '),
    );
    expect(card).toContain('Your bank may show');
    expect(none).toContain('You will not be charged. Try again');
    expect(none).not.toContain('bank');
  });

  it.each([
    ['PURCHASE', 'The payment did not go through'],
    ['AUTHORIZE', 'The payment did not go through'],
    ['VERIFY', 'We could not check your card'],
  ] as const)('does not state for %s that a card was refused when no bank answered', (operation, title) => {
    const notice = { kind: 'declined', method: 'card', advice: 'later', attemptsLeft: 3 } as const;
    expect(readableNotice(payPage({ operation, notice }), text)?.title).toBe(title);
  });

  it('names the amount before and after a change', () => {
    const page = payPage({ notice: { kind: 'changed', before: euro('57.20'), now: euro('61.00') } });
    expect(readableNotice(page, text)?.sentences[0]).toContain('from €57.20 to €61.00');
  });

  it('mentions only the order where the amount is unchanged', () => {
    expect(readableNotice(payPage({ notice: { kind: 'changed' } }), text)?.sentences.join()).not.toMatch(/[€{]/);
  });
});

describe('payFormModel', () => {
  it('has the amount on the button, or none where nothing is charged', () => {
    expect(payFormModel(payPage(), text).labels.button).toBe('Pay €57.20');
    expect(payFormModel(payPage({ operation: 'AUTHORIZE' }), text).labels.button).toBe('Pay €57.20');
    expect(payFormModel(chargelessPage('VERIFY'), text).labels.button).toBe('Check card');
    expect(payFormModel(chargelessPage('NONE'), text).labels.button).toBe('Save card');
  });

  it('assigns the errors to the form that was sent', () => {
    const page = payPage({ method: 'giftCard', errors: { number: 'missing' } });
    expect(payFormModel(page, text).errors).toEqual({ card: {}, giftCard: { number: 'missing' } });
  });
});

describe('receiptFacts', () => {
  const first = (changes: Parameters<typeof donePage>[1]) => receiptFacts(donePage('receipt', changes), text)[0];
  const order = { label: 'Order', value: summary.orderId };

  it.each([
    ['PURCHASE', 'Paid with'],
    ['AUTHORIZE', 'Paid with'],
    ['VERIFY', 'Card checked'],
    ['NONE', 'Card saved'],
  ] as const)('of %s name the card under "%s"', (operation, label) => {
    expect(first({ operation })).toEqual({ label, value: 'Mastercard ending in 0008', isWords: true });
  });

  it('leave out digits that are not known', () => {
    expect(first({ instrument: { brand: 'VISA', lastFour: '' } })?.value).toBe('Visa');
    expect(first({ instrument: { brand: 'UNKNOWN', lastFour: '4242' } })?.value).toBe('Card ending in 4242');
  });

  it('name the provider of the payment, which has no digits', () => {
    const instrument = { brand: 'Demo Wallet', lastFour: '' };
    expect(first({ instrument })).toEqual({ label: 'Paid with', value: 'Demo Wallet' });
  });

  it('leave out a card without known details', () => {
    expect(first({ instrument: { brand: 'UNKNOWN', lastFour: '' } })).toEqual(order);
  });
});

describe('webLink', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'not a url', ''])('refuses %j', (address) => {
    expect(webLink(address)).toBeUndefined();
  });

  it('keeps a web address as it is', () => {
    expect(webLink('https://shop.example/a?b[c]=d&e=1')).toBe('https://shop.example/a?b[c]=d&e=1');
  });
});

describe('returnLink', () => {
  it.each(['shop.example://thanks?order=7', 'https://shop.example/thanks'])('keeps %s', (address) => {
    expect(returnLink(address)).toBe(address);
  });

  it.each(['javascript://%0aalert(1)', 'javascript:alert(1)', 'data:text/html,x', '/relative', undefined])(
    'refuses %j',
    (address) => {
      expect(returnLink(address)).toBeUndefined();
    },
  );
});

describe('a bank transfer', () => {
  const bank = { id: 'openBanking', name: 'Bank transfer', mark: { color: '#000000', lines: '' } };

  it.each(LANGUAGES.filter((language) => language !== 'en'))('is named in the language of the page: %s', (locale) => {
    const local = textFor(locale);
    const [provider] = payFormModel(payPage({ locale, providers: [bank] }), local).providers;
    expect(`${provider?.button} ${provider?.busy}`).not.toContain('ank transfer');
    expect(instrumentName('Bank transfer', local.done)).toBe(local.done.bankTransfer);
    expect(providerIn(local, 'Bank transfer')).not.toBe('Bank transfer');
    expect(providerIn(local, 'PayPal')).toBe('PayPal');
  });
});

describe('instrumentName', () => {
  it.each([
    ['AMEX', 'American Express'],
    ['GIFT_CARD', 'Gift card'],
    ['LOCAL_BRAND_ONLY', 'Card'],
    ['', 'Card'],
    ['Demo Wallet', 'Demo Wallet'],
  ])('of %s is %s', (brand, name) => {
    expect(instrumentName(brand, text.done)).toBe(name);
  });
});
