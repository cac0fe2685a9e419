/** Answer fields beside the order: the outcome, the checks, the masked card, the instalment plan. */
import { ENTRY_POINTS, GATEWAY_CODES, RESULTS } from './enumerations.ts';
import {
  ASKED_AMOUNT,
  alphanumeric,
  ascii,
  BOOLEAN,
  COUNT_MAX,
  CURRENCY,
  DATE_TIME,
  decimal,
  digits,
  digitsBetween,
  integer,
  oneOf,
  someOf,
  string,
} from './facts.ts';
import type { EnumerationFact, FieldFact, InterfaceField } from './field.ts';
import { fields, type RowFact, under } from './rows.ts';

const ALWAYS = { presence: 'ALWAYS PROVIDED' } as const;
const always = (type: FieldFact): RowFact => [type, ALWAYS];
const score = integer(1n, COUNT_MAX);
const planAmount = decimal({ from: '0.001', to: '2140000000', places: 3 });

const outcome: Record<string, RowFact> = {
  result: always(oneOf(...RESULTS)),
  correlationId: string(1, 100),
  merchant: [alphanumeric(1, 40, '-_'), { requiredIn: ['REFUND'] }],
  gatewayEntryPoint: oneOf(...ENTRY_POINTS),
  'response.gatewayCode': always(oneOf(...GATEWAY_CODES)),
  'response.acquirerCode': ascii(1, 100),
  'response.acquirerMessage': ascii(1, 255),
  'response.debugInformation': string(1, 2064),
  'response.cardSecurityCode.acquirerCode': ascii(1, 100),
  'response.cardSecurityCode.gatewayCode': oneOf('MATCH', 'NOT_PRESENT', 'NOT_PROCESSED', 'NOT_SUPPORTED', 'NO_MATCH'),
};

const verification: Record<string, RowFact> = {
  'avs.acquirerCode': ascii(1, 100),
  'avs.gatewayCode': oneOf(
    'ADDRESS_MATCH',
    'ADDRESS_ZIP_MATCH',
    'NAME_ADDRESS_MATCH',
    'NAME_MATCH',
    'NAME_ZIP_MATCH',
    'NOT_AVAILABLE',
    'NOT_REQUESTED',
    'NOT_VERIFIED',
    'NO_MATCH',
    'SERVICE_NOT_AVAILABLE_RETRY',
    'SERVICE_NOT_SUPPORTED',
    'ZIP_MATCH',
  ),
  'detailedVerification[n].gatewayCode': oneOf(
    'MATCHED',
    'NOT_CHECKED',
    'NOT_MATCHED',
    'NOT_PROVIDED',
    'SERVICE_NOT_AVAILABLE_RETRY',
    'SERVICE_NOT_SUPPORTED',
  ),
  'detailedVerification[n].type': oneOf(
    'BILLING_PHONE',
    'BILLING_POSTCODE_ZIP',
    'BILLING_STREET_ADDRESS',
    'CARDHOLDER_NAME',
    'CUSTOMER_EMAIL',
  ),
};

const risk: Record<string, RowFact> = {
  gatewayCode: oneOf('ACCEPTED', 'NOT_CHECKED', 'REJECTED', 'REVIEW_REQUIRED'),
  reversalResult: someOf('FAIL', 'NOT_APPLICABLE'),
  'review.decisionReason': string(1, 100),
  'review.note': string(1, 2000),
  'review.timeOfDecision': DATE_TIME,
  'review.userId': string(1, 40),
  'rule[n].id': string(1, 32),
  'rule[n].name': string(1, 100),
  'rule[n].data': string(1, 255),
  'rule[n].recommendation': oneOf('ACCEPT', 'NO_ACTION', 'REJECT', 'REVIEW'),
  'rule[n].score': score,
  'rule[n].type': oneOf('ERROR', 'EXTERNAL_RULE', 'MERCHANT_RULE', 'MSO_RULE'),
  totalScore: score,
};

const localBrand: EnumerationFact = {
  ...someOf(
    'CARTE_BANCAIRE',
    'EBT',
    'ELO',
    'EFTPOS',
    'PAGOBANCOMAT',
    'BANKAXEPT',
    'CARNET',
    'SORIANA',
    'Q_CARD',
    'TRUE_REWARDS',
    'FARMERS',
    'LASER',
    'BANAMEX_COSTCO',
    'COSTCO_MEMBER_CREDIT',
    'OTHER',
  ),
  forms: ['GIROCARD_*'],
};

const card: Record<string, RowFact> = {
  brand: always(someOf('LOCAL_BRAND_ONLY', 'UNKNOWN')),
  scheme: always(someOf('OTHER')),
  localBrand,
  fundingMethod: always(oneOf('CHARGE', 'CREDIT', 'DEBIT', 'UNKNOWN')),
  number: { kind: 'Masked', min: 9, max: 19 },
  'expiry.month': always(digitsBetween(1n, 12n)),
  'expiry.year': always(digits(2, 2)),
  'holder.firstName': string(1, 50),
  'holder.lastName': string(1, 50),
  securityCodePresence: alphanumeric(1, 2),
  // One version, which the document does not name, shows exactly three digits.
  sequenceNumber: digitsBetween(0n, 999n),
  trackDataProvided: BOOLEAN,
};

const money: Record<string, RowFact> = {
  'currencyConversion.baseAmount': ASKED_AMOUNT,
  'currencyConversion.baseCurrency': CURRENCY,
  'paymentPlan.planId': always(string(1, 40)),
  'paymentPlan.finalAmount': planAmount,
  'paymentPlan.paymentAmount': planAmount,
  'paymentPlan.interestRate': decimal({ from: '0', to: '100' }),
  'paymentPlan.numberOfDeferrals': integer(0n, 99n),
  'paymentPlan.numberOfPayments': integer(1n, 99n),
};

export const RESPONSE: readonly InterfaceField[] = fields(
  { side: 'response' },
  {
    ...outcome,
    ...under('response.cardholderVerification', verification),
    ...under('response.risk', risk),
    ...under('sourceOfFunds.provided.card', card),
    ...money,
  },
);
