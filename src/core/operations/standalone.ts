/** The card, amount and currency of a capture or refund without an earlier transaction. */
import { namedError } from '../../contract/errors/catalogue.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { Currency } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import { describeInstrument, instrumentKind, instrumentOf, instrumentProblems } from '../cards/instrument.ts';
import { authenticationProblems } from '../cards/payer-authentication.ts';
import type { Gateway } from '../gateway.ts';
import { routeOf } from '../merchant/acquirer-routes.ts';
import { withStatementName } from '../order/statement.ts';
import { phaseOf, refusal } from '../order/transitions.ts';
import type { Instrument, StoredOrder } from '../ports/index.ts';
import { agreementProblems } from '../request/agreement-problems.ts';
import { amountAt, currencyAt } from '../request/money-fields.ts';
import { storedFieldsOf } from '../request/payment-details.ts';
import { subMerchantProblems } from '../request/sub-merchant-problems.ts';
import { sumProblems } from '../request/sums.ts';
import { mergedValues } from './merged-values.ts';
import { idsOf, refuseOwnNumber } from './own-number.ts';
import type { Plan, TransactionCall } from './plan.ts';

export interface Standalone {
  readonly plan: Pick<Plan, 'acquirer' | 'currency' | 'amount' | 'instrument' | 'details' | 'number' | 'spentSession'>;
  /** The request merged over the session over the token. */
  readonly values: RequestFields;
  /** Undefined if the terminal reports that its encryption failed. The transaction is declined then. */
  readonly instrument: Instrument | undefined;
}

/**
 * Refuses a request without a card and without a session that may have one. Such a request is not standalone: it is
 * meant for an earlier transaction of its order.
 *
 * @throws InterfaceError stating why the order does not allow the operation
 */
export function requireOwnCard({ values, orderId, operation }: TransactionCall, order: StoredOrder | undefined): void {
  const hasCard = values.sourceOfFunds !== undefined || values.session?.id !== undefined;
  if (hasCard) {
    return;
  }
  if (order === undefined) {
    throw namedError('ORDER_UNKNOWN', { orderId });
  }
  throw namedError('NOT_POSSIBLE', { operation, why: `the order's status is ${phaseOf(order.state)}` });
}

/**
 * Amount and currency come from `transaction`, or else from `order`.
 *
 * @param further problems to report, which the operation has found
 * @throws InterfaceError naming all missing or invalid fields, or an id that contains the card number
 */
export async function standalone(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
  problems: readonly FieldProblem[] = [],
): Promise<Standalone> {
  const why = refusal(order?.state, call.operation);
  if (why !== undefined) {
    throw namedError('NOT_POSSIBLE', { operation: call.operation, why });
  }
  const { values, declined, emv, sensitiveSession } = await mergedValues(gateway, call);
  const readable = declined === undefined;
  const { currency, amount } = moneyOf(values, [
    ...problems,
    ...(readable ? instrumentProblems(values) : []),
    ...cardOnly(instrumentKind(values)),
    ...sumProblems(values),
    ...authenticationProblems(values),
    ...agreementProblems(values),
    ...contradictions(values),
  ]);
  const { profile } = call.merchant;
  const instrument = readable ? instrumentOf(values) : undefined;
  const view = describeInstrument({
    instrument,
    values,
    profile,
    cardFacts: gateway.cardFacts,
    emv,
  });
  const details = storedFieldsOf(values);
  const ofSubMerchant = subMerchantProblems(details, view.brand, profile.name);
  if (ofSubMerchant.length > 0) {
    throw invalidFields(ofSubMerchant);
  }
  refuseOwnNumber(idsOf(call), instrument?.number);
  const plan = {
    currency,
    amount,
    instrument: view,
    details: withStatementName(details, profile.statementDescriptor, view),
    acquirer: routeOf(profile, view, currency.code),
    number: instrument?.number,
    spentSession: sensitiveSession,
  };
  return { plan, values, instrument };
}

type MoneyPath = `${'order' | 'transaction'}.${'amount' | 'currency'}`;

/**
 * @param problems further problems to report
 * @throws InterfaceError naming them and all invalid amounts and currencies
 */
function moneyOf(values: RequestFields, problems: readonly FieldProblem[]): { currency: Currency; amount: bigint } {
  const [amountField, currencyField] = [fieldOf(values, 'amount'), fieldOf(values, 'currency')];
  const currency = currencyAt(values, currencyField);
  const amount = amountAt(values, amountField, currency.value);
  const all = [
    ...problems,
    ...problemIfMissing(amountField, textAt(values, amountField), 'the amount of this transaction'),
    ...problemIfMissing(currencyField, textAt(values, currencyField), 'an ISO 4217 currency code'),
    ...currency.problems,
    ...amount.problems,
  ];
  if (all.length > 0 || currency.value === undefined || amount.value === undefined) {
    throw invalidFields(all);
  }
  return { currency: currency.value, amount: amount.value };
}

function fieldOf({ order, transaction }: RequestFields, name: 'amount' | 'currency'): MoneyPath {
  const inOrder = transaction?.[name] === undefined && order?.[name] !== undefined;
  return `${inOrder ? 'order' : 'transaction'}.${name}`;
}

/** The amounts and currencies of `order` and `transaction` must be equal if the request has both. */
function contradictions({ order, transaction }: RequestFields): FieldProblem[] {
  return (['amount', 'currency'] as const).flatMap((name) => {
    const [own, ofOrder] = [transaction?.[name], order?.[name]];
    if (own === undefined || ofOrder === undefined || own === ofOrder) {
      return [];
    }
    return [invalidProblem(`order.${name}`, `transaction.${name} is ${own}`)];
  });
}

function problemIfMissing(field: string, value: string | undefined, explanation: string): FieldProblem[] {
  return value === undefined ? [{ field, validationType: 'MISSING', explanation }] : [];
}

function cardOnly(kind: Instrument['kind']): FieldProblem[] {
  return kind === 'CARD' ? [] : [invalidProblem('sourceOfFunds.type', 'only CARD without an earlier payment')];
}
