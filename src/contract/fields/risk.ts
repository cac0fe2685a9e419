/**
 * The result of the risk rules for a payment. Answers contain it as `response.risk` and again as `risk.response`, for
 * newer clients.
 */
import { dateTime } from '../calendar-types.ts';
import { field, group, list } from '../field.ts';
import { enumeration, string } from '../field-types.ts';
import { count } from './amounts.ts';

/** This gateway's own limit of the rules in one answer. */
const RULES_MAX = 100;

const riskResult = enumeration('ACCEPTED', 'NOT_CHECKED', 'REJECTED', 'REVIEW_REQUIRED');

const review = group(
  {
    decisionReason: field(string(1, 100), 'Why it was decided so; MANUAL_OVERRIDE where you overruled a rejection.'),
    note: field(string(1, 2_000), 'The note of the reviewer.'),
    timeOfDecision: field(dateTime(), 'When it was decided.'),
    userId: field(string(1, 40), 'The person who decided.'),
  },
  { doc: 'The decision of a person.' },
);

const rule = group(
  {
    data: field(string(1, 255), 'The value that the rule evaluated.'),
    id: field(string(1, 32), 'The rule’s id.'),
    name: field(string(1, 100), 'The rule’s name.'),
    recommendation: field(enumeration('ACCEPT', 'NO_ACTION', 'REJECT', 'REVIEW'), 'The action of the rule.'),
    score: field(count, 'How much the rule adds to the total.'),
    type: field(
      enumeration('ERROR', 'EXTERNAL_RULE', 'MERCHANT_RULE', 'MSO_RULE'),
      'The owner of the rule; ERROR where an outside provider could not be reached.',
    ),
  },
  { doc: 'One rule.' },
);

const members = {
  gatewayCode: field(riskResult, 'The result of the rules.'),
  // The interface lists two values and allows others; a successful reversal needs a third.
  reversalResult: field(
    enumeration('FAIL', 'NOT_APPLICABLE', 'OKAY'),
    'Whether a payment that was rejected after its approval is given back; OKAY, for one that is, is our own value.',
  ),
  review,
  rule: list(rule, RULES_MAX, { doc: 'The rules that spoke.' }),
  totalScore: field(count, 'All scores together; more means more risk of fraud.'),
};

export const responseRisk = group(members, { doc: 'The risk that was seen in the payment.' });

export const risk = group(
  { response: group(members, { doc: 'As response.risk.' }) },
  { doc: 'The risk that was seen in the payment, where newer clients look for it.' },
);
