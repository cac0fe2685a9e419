/**
 * Turns a session into a checkout: validates the fields that a hosted page needs before a payer is redirected there.
 */
import { randomBytes } from 'node:crypto';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import { type Currency, minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import { amountAt, currencyAt, type Merchant, returnHostProblems, sumRuleProblems } from '../../core/index.ts';
import { isCharging } from './charging.ts';
import type { Checkout } from './session.ts';

const ATTEMPTS_DEFAULT = 3;
const SUCCESS_INDICATOR_BYTES = 16;
const URLS = ['returnUrl', 'cancelUrl', 'timeoutUrl', 'redirectMerchantUrl'] as const;

/**
 * @param values of an INITIATE_CHECKOUT or CREATE_CHECKOUT_SESSION request
 * @param isAmountDue false where the request may leave the amount to a later one
 * @throws InterfaceError naming every field that is missing or invalid
 */
export function checkoutFrom(values: RequestFields, merchant: Merchant, version: number, isAmountDue = true): Checkout {
  const problems = checkoutProblems(values, merchant, isAmountDue);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  return newCheckout(values, version, merchant);
}

/** @param values for which `checkoutProblems` is empty */
export function newCheckout(values: RequestFields, version: number, { profile }: Merchant): Checkout {
  return {
    operation: values.interaction?.operation as Checkout['operation'],
    mode: (values.checkoutMode ?? 'WEBSITE') as Checkout['mode'],
    successIndicator: randomBytes(SUCCESS_INDICATOR_BYTES).toString('hex'),
    version,
    attemptsMax: Math.min(
      Number(values.paymentLink?.numberOfAllowedAttempts ?? values.interaction?.retryAttemptCount ?? ATTEMPTS_DEFAULT),
      profile.limits.declinesPerSession,
    ),
    idleMinutes: profile.notification?.checkoutEvents?.idleMinutes,
  };
}

/**
 * Also validates a session that a merchant updates after it became a checkout.
 *
 * @param reported problems of fields that were refused before, and are not among the values
 */
export function checkoutProblems(
  values: RequestFields,
  merchant: Merchant,
  isAmountDue = true,
  reported: readonly FieldProblem[] = [],
): FieldProblem[] {
  const charging = isCharging(values.interaction?.operation);
  const amount = charging && isAmountDue ? (['order.amount'] as const) : [];
  const required = ['interaction.operation', 'order.id', 'order.currency', ...amount] as const;
  return [
    ...required.filter((path) => textAt(values, path) === undefined).map(missing),
    ...moneyProblems(values),
    ...URLS.flatMap((name) => returnHostProblems(values, `interaction.${name}`, merchant.profile)),
    ...sumRuleProblems(values, reported),
  ];
}

function missing(field: string): FieldProblem {
  return { field, validationType: 'MISSING', explanation: 'a checkout needs it' };
}

function moneyProblems(values: RequestFields): readonly FieldProblem[] {
  const { value: currency, problems } = currencyAt(values, 'order.currency');
  if (currency === undefined) {
    return problems;
  }
  return isCharging(values.interaction?.operation)
    ? amountAt(values, 'order.amount', currency).problems
    : placesProblems(values.order?.amount, currency);
}

/** An amount that is not charged may be 0. */
function placesProblems(amount: string | undefined, currency: Currency): FieldProblem[] {
  return amount === undefined || minorUnits(amount, currency) !== undefined
    ? []
    : [invalidProblem('order.amount', `${currency.code} has ${currency.exponent} decimal places`)];
}
