/** Validation of rules: the refusals and their messages. */
import { describe, expect, it } from 'vitest';
import { RiskRulesError, readOperatorRules } from '../../../src/core/risk/operator-file.ts';
import { givenRuleProblems, riskPolicy } from '../../../src/core/risk/rule.ts';

const problems = (rule: unknown) =>
  givenRuleProblems({ rules: [rule] }).map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
const when = (condition: object) => ({ id: 'r', when: condition });

describe('a rule', () => {
  it.each<[string, unknown, string]>([
    ['that is no object', 'reject all', ': '],
    ['without an id', { when: { currencies: ['EUR'] } }, 'id: '],
    ['with an id that has a space', { ...when({ currencies: ['EUR'] }), id: 'no cards' }, 'id: 1 to 32 characters'],
    ['without a condition', { id: 'r', recommendation: 'REJECT' }, 'when: at least one member'],
    [
      'with an unknown member',
      { ...when({ currencies: ['EUR'] }), action: 'REJECT' },
      'action: there is no such member',
    ],
    ['with an unknown condition', when({ cardCountry: ['DEU'] }), 'when.cardCountry: there is no such member'],
    ['with a note among conditions', when({ _: 'x', currencies: ['EUR'] }), 'when._: there is no such member'],
    ['with an unknown country', when({ cardCountries: ['DE'] }), 'when.cardCountries.0: a country of ISO 3166-1'],
    ['with an empty list', when({ currencies: [] }), 'when.currencies: '],
    ['with an unknown currency', when({ currencies: ['EUR', 'ZZZ'] }), 'when.currencies.1: this is no currency'],
    ['with an invalid IP address', when({ ipAddresses: ['203.0.113.0/33'] }), 'when.ipAddresses.0: an IP address'],
    ['with a range of unequal ends', when({ bins: ['4000-41'] }), 'when.bins.0: 1 to 12 digits'],
    ['with a backward range', when({ bins: ['4200-4100'] }), 'when.bins.0: 1 to 12 digits'],
    ['with a full card number', when({ cards: ['5123450000000008'] }), 'when.cards.0: a masked number'],
    ['with an invalid e-mail address', when({ emails: ['ann'] }), 'when.emails.0: an e-mail address'],
    ['with an unknown AVS result', when({ avs: ['NOMATCH'] }), 'when.avs.0: one of'],
    ['with an amount without a bound', when({ amount: { currency: 'EUR' } }), 'when.amount: above, below or both'],
    [
      'with too many decimal places',
      when({ amount: { currency: 'JPY', above: '1.5' } }),
      'when.amount.above: an amount with 0',
    ],
    [
      'with a count without a limit',
      when({ velocity: { per: 'CARD', withinMinutes: 5 } }),
      'when.velocity: either moreThan',
    ],
    [
      'with a sum without a currency',
      when({ velocity: { per: 'CARD', withinMinutes: 5, sumAbove: '1' } }),
      'when.velocity: sumAbove and currency',
    ],
    [
      'with a window that is too long',
      when({ velocity: { per: 'CARD', withinMinutes: 43_201, moreThan: 1 } }),
      'when.velocity.withinMinutes: ',
    ],
    ['with a score of zero', { ...when({ currencies: ['EUR'] }), score: 0 }, 'score: '],
    [
      'with an exception without a condition',
      { ...when({ currencies: ['EUR'] }), unless: { amount: {} } },
      'unless.amount',
    ],
  ])('%s is refused', (_what, rule, problem) => {
    expect(problems(rule)).toContainEqual(expect.stringContaining(problem));
  });

  it('with the id of another one is refused', () => {
    const rule = when({ currencies: ['EUR'] });
    expect(givenRuleProblems({ rules: [rule, { ...rule, _: 'again' }] })).toEqual([
      { path: ['rules', 1, 'id'], message: 'rule 1 has the same id' },
    ]);
  });
});

it('a rule with a note is accepted', () => {
  expect(problems({ _: 'ask Ann', ...when({ currencies: ['EUR'] }) })).toEqual([]);
});

it('an unknown rule of a stored policy does nothing, and the others stay', () => {
  const rule = { ...when({ currencies: ['EUR'] }), recommendation: 'REJECT' };
  const newer = when({ currencies: ['EUR'], moonPhase: ['FULL'] });
  expect(riskPolicy.parse({ rules: [newer, rule, 7] }).rules).toEqual([null, rule, null]);
});

describe('the operator’s file', () => {
  it('has the form of the rules in a profile', () => {
    const policy = { rules: [{ ...when({ bins: ['4'] }), recommendation: 'REVIEW' }], rejectFrom: 90 };
    expect(readOperatorRules(JSON.stringify(policy))).toMatchObject({ owner: 'MSO_RULE', rejectFrom: 90 });
    expect(readOperatorRules('{}')).toBeUndefined();
  });

  it.each([
    ['{', /not JSON/],
    ['[]', /expected object/],
    ['{"rule":[]}', /rule/],
    ['{"rules":[{"id":"a","when":{"bins":["x"]}}]}', /^rules\.0\.when\.bins\.0: 1 to 12 digits/],
  ])('is refused whole: %s', (text, words) => {
    expect(() => readOperatorRules(text)).toThrow(RiskRulesError);
    expect(() => readOperatorRules(text)).toThrow(words);
  });
});
