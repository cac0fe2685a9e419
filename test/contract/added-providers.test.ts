/** The providers that an operator may add, and the refusals, each with a sentence that says how to correct it. */
import { describe, expect, it } from 'vitest';
import { AddedProviders } from '../../src/contract/added-providers.ts';
import { always, field, group } from '../../src/contract/field.ts';
import { digits } from '../../src/contract/field-types.ts';
import { answeredBrowserPayment } from '../../src/contract/fields/browser-payment-fields.ts';
import { answeredSource, sourceOfFunds } from '../../src/contract/fields/source-of-funds-fields.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../src/contract/providers/index.ts';

const FACTS = {
  name: 'Village Pay',
  mark: { color: '#2f6b2f', lines: 'M3 12l5-5 5 5' },
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
} as const;

const ACCOUNT = { key: { pattern: /^k.+$/, allowed: 'a key', doc: 'The key.', secret: true } };

/** The refusal's text: one line that ends with a sentence on how to correct it. */
const refusal = (id: unknown, facts: unknown, before: readonly string[] = []) => {
  const added = new AddedProviders();
  for (const other of before) {
    added.add(other, FACTS, `package-of-${other}`);
  }
  try {
    added.add(id, facts, './it.ts');
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a provider that is added', () => {
  it('is listed beside the program’s own, in the order of ids', () => {
    const added = new AddedProviders();
    added.add('villagePay', FACTS, './village.ts');
    added.add('acmePay', FACTS, './acme.ts');
    const all = added.takenWith({ demoBank: BROWSER_PAYMENT_PROVIDERS.demoBank!, zoo: FACTS });
    expect(Object.keys(all)).toEqual(['acmePay', 'demoBank', 'villagePay', 'zoo']);
    expect(all.villagePay).toEqual(FACTS);
  });

  it('may have accounts of merchants, fields of payers, and be completed by the gateway', () => {
    const added = new AddedProviders();
    const account = group({ bank: always(digits(8, 8), 'The payer’s bank.') }, { doc: 'The payer’s account.' });
    const facts = { ...FACTS, completedBy: 'GATEWAY', merchantAccount: ACCOUNT, account };
    added.add('villagePay', facts, './village.ts');
    expect(added.takenWith({}).villagePay).toEqual(facts);
  });

  it('may take some currencies alone, refund each capture, or leave refunds to the merchant', () => {
    const added = new AddedProviders();
    const merchantAccount = { ...ACCOUNT, name: { pattern: /./, allowed: 'a name', doc: 'A name.', optional: true } };
    const facts = { ...FACTS, currencies: ['EUR', 'JPY'], refundsByCapture: true, merchantAccount };
    added.add('villagePay', facts, './village.ts');
    added.add('farPay', { ...FACTS, refundedBy: 'MERCHANT' }, './far.ts');
    expect(added.takenWith({})).toEqual({ farPay: { ...FACTS, refundedBy: 'MERCHANT' }, villagePay: facts });
    expect(refusal('villagePay', { ...FACTS, currencies: ['EURO'] })).toMatch(
      /facts\.currencies.* takes codes of ISO 4217/,
    );
    expect(refusal('villagePay', { ...FACTS, currencies: [] })).toMatch(/facts\.currencies/);
  });

  it('keeps its facts when its package changes them afterwards', () => {
    const added = new AddedProviders();
    const facts = { ...FACTS, name: 'Before' };
    added.add('villagePay', facts, './village.ts');
    facts.name = 'After';
    expect(added.takenWith({}).villagePay?.name).toBe('Before');
  });
});

describe('a provider is refused', () => {
  it.each(['Village', 'village_pay', 'village-pay', '1pay', 'v', 'v'.repeat(31), '', undefined, 7])(
    'with the id %j, which is no lower-camel word',
    (id) => {
      expect(refusal(id, FACTS)).toMatch(/^\.\/it\.ts has the id .*\. Give it one of 2 to 30 letters and digits .*\.$/);
    },
  );

  it.each(
    [
      ...Object.keys(answeredBrowserPayment.members),
      ...Object.keys(answeredSource.members.provided.members),
      ...Object.keys(sourceOfFunds.members.provided.members),
      'constructor',
      'toString',
    ].filter((name) => !Object.keys(BROWSER_PAYMENT_PROVIDERS).includes(name)),
  )('with the id %s, which means something else in requests and answers', (id) => {
    expect(refusal(id, FACTS)).toBe(`./it.ts has the id ${id}, a name of the interface’s own. Give it another id.`);
  });

  it('with the id of an earlier one', () => {
    expect(refusal('villagePay', FACTS, ['villagePay'])).toBe(
      './it.ts and package-of-villagePay are both villagePay. Take one of them out of PROVIDERS.',
    );
  });

  it('with the id of one that the program has itself', () => {
    const added = new AddedProviders();
    added.add('demoBank', FACTS, './it.ts');
    expect(() => added.takenWith(BROWSER_PAYMENT_PROVIDERS)).toThrow(
      './it.ts has the id demoBank, which is a provider of Turnpike itself. Give it another id.',
    );
  });

  it('when it is added after the contract was built', () => {
    const added = new AddedProviders();
    added.takenWith({});
    expect(() => added.add('villagePay', FACTS, './it.ts')).toThrow(
      './it.ts comes too late: the interface is built. Name it in PROVIDERS, which is read before.',
    );
  });

  it.each<[unknown, RegExp]>([
    [undefined, /^\.\/it\.ts: facts /],
    [{ ...FACTS, name: undefined }, /: facts\.name takes the name that payers know\.$/],
    [{ ...FACTS, name: 'x'.repeat(41) }, /: facts\.name takes at most 40 characters\.$/],
    [{ ...FACTS, mark: { ...FACTS.mark, color: 'green' } }, /: facts\.mark\.color takes a colour such as #2f6b2f\.$/],
    [
      { ...FACTS, mark: { ...FACTS.mark, lines: 'M0 0"/><script>' } },
      /: facts\.mark\.lines takes the d of an SVG path\.$/,
    ],
    [{ ...FACTS, operations: [] }, /: facts\.operations takes at least one of AUTHORIZE, PAY\.$/],
    [
      { ...FACTS, operations: ['PAY', 'PAY'] },
      /: facts\.operations takes a list of some of AUTHORIZE, PAY, each once\.$/,
    ],
    [{ ...FACTS, confirmations: ['LATER'] }, /: facts\.confirmations\.0 takes a list of some of CONFIRM_AT_MERCHANT, /],
    [{ ...FACTS, movements: 'REFUND' }, /: facts\.movements takes a list of some of CAPTURE, REFUND, UPDATE, VOID, /],
    [{ ...FACTS, completedBy: 'MERCHANT' }, /: facts\.completedBy takes GATEWAY, or is left out\.$/],
    [{ ...FACTS, refunds: true }, /: facts takes no member refunds\.$/],
    [{ ...FACTS, merchantAccount: {} }, /: facts\.merchantAccount takes 1 to 20 members\.$/],
    [
      { ...FACTS, merchantAccount: { 'a-key': ACCOUNT.key } },
      /: facts\.merchantAccount takes members whose names are lower-camel words\.$/,
    ],
    [
      { ...FACTS, merchantAccount: { key: { ...ACCOUNT.key, pattern: /^k/g } } },
      /: facts\.merchantAccount\.key\.pattern takes a regular expression without the flags g and y\.$/,
    ],
    [
      { ...FACTS, account: { bank: 'digits' } },
      /: facts\.account takes a group of fields with texts that are no card data/,
    ],
    [
      { ...FACTS, account: group({ pan: field(digits(8, 8), 'A number.', { secret: 'CARD' }) }) },
      /: facts\.account takes a group of fields with texts that are no card data/,
    ],
  ])('with metadata of an unknown form: %#', (facts, says) => {
    expect(refusal('villagePay', facts)).toMatch(says);
  });
});
