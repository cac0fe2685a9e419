/** The schemas of a risk rule and a policy, in a merchant profile or the operator's own file. */
import { z } from 'zod';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import { condition, type RiskCondition } from './condition.ts';

/** The maximum number of rules, because each rule is evaluated for every payment. */
export const RULES_MAX = 100;
/** The maximum score of a rule. It is far below the interface's maximum, so that sums do not exceed that. */
const SCORE_MAX = 1_000_000;

const score = z.number().int().min(1).max(SCORE_MAX);

const riskRule = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,32}$/, '1 to 32 characters from A-Z, a-z, 0-9, full stop, - and _')
    .describe('Its id in answers: 1 to 32 letters, digits, full stops, hyphens and underscores.'),
  name: z.string().min(1).max(100).optional().describe('Its name in answers beside the id; if absent, the id.'),
  when: condition.prefault({}).describe('Holds where all of its members hold.'),
  unless: condition
    .optional()
    .describe('An exception, with the same members: where all of them hold, the rule is silent.'),
  recommendation: z
    .enum(['ACCEPT', 'NO_ACTION', 'REJECT', 'REVIEW'])
    .default('NO_ACTION')
    .describe(
      '`REJECT` declines the payment, `REVIEW` takes it and holds it for a person, `ACCEPT` overrules the others of ' +
        'the same policy, `NO_ACTION` is for a score, or to watch a rule before it counts.',
    ),
  tellPayer: z
    .boolean()
    .optional()
    .describe(
      'Whether the hosted page tells the payer that the shop does not accept such cards, while the number is typed ' +
        'and after the refusal: for a rule that refuses cards as a policy of the shop. It needs `recommendation` ' +
        'REJECT, no `unless`, and in `when` one of `cardBrands`, `cardTypes`, `cardCountries` and `bins`, beside ' +
        '`currencies` at most.',
    ),
  score: score.optional().describe('The points that it adds to the payment’s score.'),
});

export type RiskRule = z.infer<typeof riskRule>;

export const riskPolicy = z.object({
  // Drops a stored rule of another release that is invalid in this one. When an operator enters a profile, such a rule
  // is refused instead.
  rules: z
    .array(riskRule.nullable().catch(null))
    .max(RULES_MAX)
    .default([])
    .describe('Rules, each by itself: their order does not matter. At most 100.'),
  reviewFrom: score.optional().describe('From this score on a payment is held for a person.'),
  rejectFrom: score.optional().describe('From this score on it is declined.'),
});

export type RiskPolicy = z.infer<typeof riskPolicy>;

/** The conditions that the first digits of a number decide, and that payers understand. */
const TOLD_CONDITIONS = ['cardBrands', 'cardTypes', 'cardCountries', 'bins'] as const;

const DISCLOSED_RULES = `it takes recommendation REJECT, no unless, and in when one of ${TOLD_CONDITIONS.join(', ')}, beside currencies at most`;

/** Whether the payer is told that a rule refuses the card. */
export function isDisclosed({ tellPayer, recommendation, when, unless }: RiskRule): boolean {
  const conditions = Object.keys(when).filter((name) => name !== 'currencies');
  const [only] = conditions;
  return (
    tellPayer === true &&
    recommendation === 'REJECT' &&
    unless === undefined &&
    conditions.length === 1 &&
    TOLD_CONDITIONS.some((name) => name === only)
  );
}

export interface RuleProblem {
  readonly path: (string | number)[];
  readonly message: string;
}

/**
 * Unknown members are refused: a rule whose unknown condition is ignored would hold more often than its author
 * intended.
 */
const givenRule = z.strictObject(riskRule.shape);

/** @param given a policy as the operator enters it @returns the problems of its rules; other members are not checked */
export function givenRuleProblems(given: unknown): RuleProblem[] {
  const rules = (given as { rules?: unknown } | null | undefined)?.rules;
  if (!Array.isArray(rules)) {
    return [];
  }
  return rules.flatMap((rule: unknown, index) => {
    const { success, error, data } = givenRule.safeParse(withoutNotes(rule));
    const problems = success ? [...meaningless(data), ...repeatedId(rules, index)] : error.issues.map(problemOf);
    return problems.map(({ path, message }) => ({ path: ['rules', index, ...path], message }));
  });
}

function problemOf(issue: z.core.$ZodIssue): RuleProblem {
  const path = issue.path as (string | number)[];
  const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return unknown === undefined
    ? { path, message: issue.message }
    : { path: [...path, unknown], message: 'there is no such member' };
}

/** A rule may have notes, members that begin with an underscore; its conditions may not. */
function withoutNotes(rule: unknown): unknown {
  return typeof rule === 'object' && rule !== null
    ? Object.fromEntries(Object.entries(rule).filter(([name]) => !name.startsWith('_')))
    : rule;
}

function repeatedId(rules: readonly { id?: unknown }[], index: number): RuleProblem[] {
  const first = rules.findIndex((rule) => rule?.id === rules[index]?.id);
  return first === index ? [] : [{ path: ['id'], message: `rule ${first + 1} has the same id` }];
}

/** Finds members that are valid, but have no effect in their rule. */
function meaningless(rule: RiskRule): RuleProblem[] {
  const { when, unless, tellPayer } = rule;
  const isEmpty = Object.keys(when).length === 0 && Object.keys(unless ?? {}).length === 0;
  return [
    ...(isEmpty ? [{ path: ['when'], message: 'at least one member of when or unless' }] : []),
    ...(tellPayer === true && !isDisclosed(rule) ? [{ path: ['tellPayer'], message: DISCLOSED_RULES }] : []),
    ...conditionProblems(when).map(({ path, message }) => ({ path: ['when', ...path], message })),
    ...conditionProblems(unless ?? {}).map(({ path, message }) => ({ path: ['unless', ...path], message })),
  ];
}

function conditionProblems({ amount, velocity, currencies = [] }: RiskCondition): RuleProblem[] {
  return [
    ...currencies.flatMap((code, index) => unknownCurrency(['currencies', index], code)),
    ...(amount === undefined
      ? []
      : [
          ...moneyProblems(['amount'], amount.currency, { above: amount.above, below: amount.below }),
          ...(amount.above === undefined && amount.below === undefined
            ? [{ path: ['amount'], message: 'above, below or both' }]
            : []),
        ]),
    ...(velocity === undefined ? [] : velocityProblems(velocity)),
  ];
}

function velocityProblems({ moreThan, sumAbove, currency, of }: NonNullable<RiskCondition['velocity']>): RuleProblem[] {
  if ((moreThan === undefined) === (sumAbove === undefined)) {
    return [{ path: ['velocity'], message: 'either moreThan or sumAbove' }];
  }
  if ((sumAbove === undefined) !== (currency === undefined)) {
    return [{ path: ['velocity'], message: 'sumAbove and currency belong together: give both or none' }];
  }
  if (sumAbove !== undefined && of === 'DECLINES') {
    return [{ path: ['velocity', 'of'], message: 'no sum is made of declines' }];
  }
  return currency === undefined ? [] : moneyProblems(['velocity'], currency, { sumAbove });
}

function moneyProblems(
  path: string[],
  code: string,
  amounts: Readonly<Record<string, string | undefined>>,
): RuleProblem[] {
  const known = currencyOf(code);
  if (known === undefined) {
    return unknownCurrency([...path, 'currency'], code);
  }
  return Object.entries(amounts).flatMap(([name, text]) =>
    text !== undefined && minorUnits(text, known) === undefined
      ? [{ path: [...path, name], message: `an amount with ${known.exponent} decimal places` }]
      : [],
  );
}

function unknownCurrency(path: (string | number)[], code: string): RuleProblem[] {
  return currencyOf(code) === undefined ? [{ path, message: 'this is no currency of ISO 4217' }] : [];
}
