/** Precedence among rules, in two phases and two policies. */
import { describe, expect, it } from 'vitest';
import { assessAfter, assessBefore } from '../../../src/core/risk/assess.ts';
import { facts, ready } from './payments.ts';

const HOLDS = { currencies: ['EUR'] };
const rule = (id: string, recommendation: string, more: object = {}) => ({ id, when: HOLDS, recommendation, ...more });
const scoring = (id: string, score: number) => rule(id, 'NO_ACTION', { score });
const verdict = (merchant: object, operator?: object) => {
  const policies = [...(operator ? [ready(operator, 'MSO_RULE')] : []), ready(merchant)];
  return assessBefore(policies, facts()).verdict;
};
const rules = (...list: object[]) => ({ rules: list });

describe('the verdict by the rules of one policy that apply', () => {
  it.each<[string, object, string]>([
    ['none', rules({ id: 'a', when: { currencies: ['USD'] }, recommendation: 'REJECT' }), 'ACCEPT'],
    ['one that does nothing', rules(rule('a', 'NO_ACTION')), 'ACCEPT'],
    ['a review', rules(rule('a', 'REVIEW')), 'REVIEW'],
    ['a rejection over a review', rules(rule('a', 'REVIEW'), rule('b', 'REJECT')), 'REJECT'],
    ['an acceptance over both', rules(rule('a', 'REJECT'), rule('b', 'REVIEW'), rule('c', 'ACCEPT')), 'ACCEPT'],
    ['a score below both thresholds', { ...rules(scoring('a', 49)), reviewFrom: 50, rejectFrom: 90 }, 'ACCEPT'],
    ['scores that reach the lower', { ...rules(scoring('a', 30), scoring('b', 20)), reviewFrom: 50 }, 'REVIEW'],
    ['scores that reach the higher', { ...rules(scoring('a', 90)), reviewFrom: 50, rejectFrom: 90 }, 'REJECT'],
    ['an acceptance over scores', { ...rules(scoring('a', 90), rule('b', 'ACCEPT')), rejectFrom: 90 }, 'ACCEPT'],
    ['a score without thresholds', rules(scoring('a', 1_000_000)), 'ACCEPT'],
  ])('is the expected one: %s', (_what, policy, wins) => {
    expect(verdict(policy)).toBe(wins);
  });
});

describe('the verdict by two policies', () => {
  it.each<[string, object, object, string]>([
    [
      'no merchant accepts a payment that the operator rejects',
      rules(rule('a', 'ACCEPT')),
      rules(rule('a', 'REJECT')),
      'REJECT',
    ],
    ['nor one that the operator reviews', rules(rule('a', 'ACCEPT')), rules(rule('a', 'REVIEW')), 'REVIEW'],
    [
      'no operator accepts a payment that the merchant rejects',
      rules(rule('a', 'REJECT')),
      rules(rule('b', 'ACCEPT')),
      'REJECT',
    ],
    [
      'each adds up its own scores',
      { ...rules(scoring('a', 30)), rejectFrom: 50 },
      { ...rules(scoring('b', 30)), rejectFrom: 50 },
      'ACCEPT',
    ],
  ])('is the expected one: %s', (_what, merchant, operator, wins) => {
    expect(verdict(merchant, operator)).toBe(wins);
  });

  it('every rule that holds is named, with its policy', () => {
    const policies = [
      ready(rules(rule('same', 'REVIEW')), 'MSO_RULE'),
      ready(rules(rule('same', 'ACCEPT', { name: 'Mine' }))),
    ];
    expect(assessBefore(policies, facts()).fired).toEqual([
      { id: 'same', name: 'same', type: 'MSO_RULE', recommendation: 'REVIEW', data: 'currency EUR' },
      { id: 'same', name: 'Mine', type: 'MERCHANT_RULE', recommendation: 'ACCEPT', data: 'currency EUR' },
    ]);
  });
});

describe('after the acquirer’s answer', () => {
  const assess = (policy: object, said: object) => {
    const policies = [ready(policy)];
    return assessAfter(policies, facts(said), assessBefore(policies, facts()));
  };
  const onAvs = rule('avs', 'REJECT', { when: { avs: ['NO_MATCH'] } });
  const onCsc = rule('csc', 'REJECT', { when: { csc: ['NO_MATCH'] } });

  it('rules on its results are evaluated, and not before', () => {
    expect(assessBefore([ready(rules(onAvs))], facts({ avs: 'NO_MATCH' }))).toEqual({ verdict: 'ACCEPT', fired: [] });
    expect(assess(rules(onAvs), { avs: 'NO_MATCH' })).toMatchObject({ verdict: 'REJECT', rejected: 'DECLINED_AVS' });
    expect(assess(rules(onAvs), {})).toEqual({ verdict: 'ACCEPT', fired: [] });
  });

  it.each<[string, object, object, string]>([
    ['the security code', rules(onCsc), { csc: 'NO_MATCH' }, 'DECLINED_CSC'],
    ['both', rules(onAvs, onCsc), { avs: 'NO_MATCH', csc: 'NO_MATCH' }, 'DECLINED_AVS_CSC'],
    ['one that held of two', rules(onAvs, onCsc), { avs: 'ZIP_MATCH', csc: 'NO_MATCH' }, 'DECLINED_CSC'],
    [
      'a score, which has no single reason',
      { ...rules(scoring('a', 40), { id: 'avs', when: { avs: ['NO_MATCH'] }, score: 40 }), rejectFrom: 80 },
      { avs: 'NO_MATCH' },
      'BLOCKED',
    ],
  ])('the decline has the rule’s reason: %s', (_what, policy, said, code) => {
    expect(assess(policy, said).rejected).toBe(code);
  });

  it('an ACCEPT by a rule on the acquirer’s results overrides an earlier REVIEW', () => {
    const policy = rules(rule('a', 'REVIEW'), rule('good', 'ACCEPT', { when: { avs: ['ADDRESS_MATCH'] } }));
    expect(assess(policy, { avs: 'ADDRESS_MATCH' }).verdict).toBe('ACCEPT');
    expect(assess(policy, { avs: 'NO_MATCH' }).verdict).toBe('REVIEW');
  });
});
