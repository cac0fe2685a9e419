/** Rules whose reason the payer is disclosed: which rules may be, and for which cards it is certain. */
import { describe, expect, it } from 'vitest';
import { assessBefore } from '../../../src/core/risk/assess.ts';
import type { CardKind } from '../../../src/core/risk/disclosed-rule.ts';
import { possibleRefusals, refusedCard } from '../../../src/core/risk/refused-card.ts';
import { givenRuleProblems } from '../../../src/core/risk/rule.ts';
import { facts, ready } from './payments.ts';

const disclosed = (when: object, more: object = {}) => ({
  id: 'r',
  when,
  recommendation: 'REJECT',
  tellPayer: true,
  ...more,
});
const PREPAID: CardKind = { cardBrand: 'VISA', cardTypes: ['DEBIT', 'PREPAID'], cardCountry: 'DEU' };
const CREDIT: CardKind = { cardBrand: 'VISA', cardTypes: ['CREDIT'] };

function refused(rules: object[], kinds: CardKind[] = [PREPAID], prefix = '41234567') {
  return refusedCard([ready({ rules })], { prefix, currency: 'EUR', kinds });
}

describe('a rule that the payer is told of', () => {
  it.each([
    ['one list of types', disclosed({ cardTypes: ['PREPAID'] }), true],
    ['first digits and currencies', disclosed({ bins: ['4'], currencies: ['EUR'] }), true],
    ['another recommendation', disclosed({ bins: ['4'] }, { recommendation: 'REVIEW' }), false],
    ['an exception', disclosed({ bins: ['4'] }, { unless: { emails: ['@a.example'] } }), false],
    ['two conditions of cards', disclosed({ bins: ['4'], cardTypes: ['DEBIT'] }), false],
    ['the condition of a fraud rule', disclosed({ emails: ['@a.example'] }), false],
    ['a whole number', disclosed({ cards: ['512345xxxxxx0008'] }), false],
    ['currencies alone', disclosed({ currencies: ['EUR'] }), false],
  ])('may have %s: %s', (_what, rule, may) => {
    expect(givenRuleProblems({ rules: [rule] }).map(({ path }) => path.join('.'))).toEqual(
      may ? [] : ['rules.0.tellPayer'],
    );
    // A profile that an earlier release stored without this check tells nothing either.
    expect(possibleRefusals([ready({ rules: [rule] })], 'EUR').length > 0).toBe(may);
  });
});

describe('the reason', () => {
  it.each([
    ['PREPAID', { cardTypes: ['PREPAID'] }],
    ['DEBIT', { cardTypes: ['DEBIT', 'PREPAID'] }],
    ['VISA', { cardBrands: ['AMEX', 'VISA'] }],
    ['COUNTRY', { cardCountries: ['DEU'] }],
    ['NUMBER', { bins: ['412345'] }],
    [undefined, { bins: ['4123456789'] }],
    [undefined, { cardTypes: ['CREDIT'] }],
    [undefined, { cardTypes: ['PREPAID'], currencies: ['USD'] }],
  ])('is %s for %o', (reason, when) => {
    expect(refused([disclosed(when)])).toBe(reason);
  });

  it('is given only if every card with these digits is refused for it', () => {
    const rules = [disclosed({ cardTypes: ['PREPAID'] }), disclosed({ cardTypes: ['CREDIT'] }, { id: 's' })];
    expect(refused(rules, [PREPAID, PREPAID])).toBe('PREPAID');
    expect(refused(rules.slice(0, 1), [PREPAID, CREDIT])).toBeUndefined();
    expect(refused(rules, [PREPAID, CREDIT])).toBeUndefined();
  });

  it('is not given where another rule may accept the payment', () => {
    const accept = { id: 'known', when: { emails: ['@a.example'] }, recommendation: 'ACCEPT' };
    expect(refused([disclosed({ cardTypes: ['PREPAID'] }), accept])).toBeUndefined();
  });

  it('is not given by a rule that only rejects', () => {
    expect(refused([disclosed({ cardTypes: ['PREPAID'] }, { tellPayer: false })])).toBeUndefined();
  });

  it('is stored with the rule that rejected the payment', () => {
    const rules = [
      disclosed({ cardTypes: ['PREPAID'] }),
      { id: 'silent', when: { bins: ['5'] }, recommendation: 'REJECT' },
    ];
    const { fired } = assessBefore([ready({ rules })], facts({ ...PREPAID }));
    expect(fired.map(({ id, disclosed: reason }) => [id, reason])).toEqual([
      ['r', 'PREPAID'],
      ['silent', undefined],
    ]);
  });
});
