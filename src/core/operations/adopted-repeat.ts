/**
 * A merchant's repeat of a request that a restored backup lacks. Its transaction was adopted from the acquirer's
 * ledger, which has the movement and its amount, but no card and no details. The repeat supplies them.
 */
import { InterfaceError } from '../../contract/interface-error.ts';
import type { Gateway } from '../gateway.ts';
import { storedCurrency } from '../order/stored-currency.ts';
import { cardPlace, type StoredTransaction } from '../ports/index.ts';
import { amountAt } from '../request/money-fields.ts';
import { requestFingerprint } from './fingerprint.ts';
import { planInitialPayment } from './initial-payment.ts';
import type { Plan, TransactionCall } from './plan.ts';

const INITIAL: ReadonlySet<string> = new Set(['AUTHORIZE', 'PAY', 'VERIFY']);

/** @returns true if it requests the same movement of the same money. Either way, it is not sent. */
export async function isRepeatOfAdopted(
  gateway: Gateway,
  call: TransactionCall,
  adopted: StoredTransaction,
): Promise<boolean> {
  if (call.operation !== adopted.request.operation || !namesSameMoney(call, adopted)) {
    return false;
  }
  await learn(gateway, call, adopted, INITIAL.has(call.operation) ? await planIfPossible(gateway, call) : undefined);
  return true;
}

function namesSameMoney(
  { operation, values, part }: TransactionCall,
  { request: { amount, currency: code } }: StoredTransaction,
): boolean {
  // A verification moves no money, and the page computes the amount of a part.
  if (operation === 'VERIFY' || part !== undefined) {
    return true;
  }
  const currency = storedCurrency(code);
  const group = INITIAL.has(operation) || values.transaction?.amount === undefined ? 'order' : 'transaction';
  const named = amountAt(values, `${group}.amount`, currency);
  const namedCode = values[group]?.currency;
  const isSameAmount = named.value === undefined ? named.problems.length === 0 : named.value === amount;
  return isSameAmount && (namedCode === undefined || namedCode === code);
}

/** @returns undefined if the session, token or authentication of the request was lost too */
async function planIfPossible(gateway: Gateway, call: TransactionCall): Promise<Plan | undefined> {
  try {
    return (await planInitialPayment(gateway, call, undefined)).plan;
  } catch (error) {
    if (error instanceof InterfaceError) {
      return undefined;
    }
    throw error;
  }
}

async function learn(
  gateway: Gateway,
  call: TransactionCall,
  { request: { adopted: _adopted, ...request }, ...adopted }: StoredTransaction,
  plan: Plan | undefined,
): Promise<void> {
  if (INITIAL.has(call.operation) && plan === undefined) {
    return;
  }
  const learned: StoredTransaction = {
    ...adopted,
    fingerprint: requestFingerprint(gateway, call),
    request: {
      ...request,
      version: call.version,
      entryPoint: call.entryPoint,
      ...(plan && { instrument: plan.instrument, details: plan.details }),
    },
  };
  const { number } = plan ?? {};
  const place = cardPlace(call.merchant.key, learned);
  await gateway.orders.learn(learned, number === undefined ? null : gateway.sealer.seal(number.reveal(), place));
}
