/** Reads the operator's rules, a JSON file in the form of a profile's `risk`. */
import { z } from 'zod';
import { type ReadyPolicy, readyPolicy } from './assess.ts';
import { givenRuleProblems, riskPolicy } from './rule.ts';

/** `message` is for the operator: one line per problem. */
export class RiskRulesError extends Error {}

/** @returns undefined if the file has no rules @throws RiskRulesError if the file is invalid */
export function readOperatorRules(text: string): ReadyPolicy | undefined {
  return readyPolicy(readRiskPolicy(text), 'MSO_RULE');
}

/** @throws RiskRulesError if the text is not valid JSON or the rules are invalid */
export function readRiskPolicy(text: string): z.infer<typeof riskPolicy> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new RiskRulesError('The risk rules are not JSON.');
  }
  const { success, data, error } = z.strictObject(riskPolicy.shape).safeParse(given);
  const problems = [
    ...(success ? [] : error.issues.map(({ path, message }) => ({ path: path as (string | number)[], message }))),
    ...givenRuleProblems(given),
  ];
  if (!success || problems.length > 0) {
    throw new RiskRulesError(problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  return data;
}
