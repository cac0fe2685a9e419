/**
 * Asks the acquirer about an instrument that is to be stored: a verification for nothing, on no order.
 *
 * Nothing is written before the message leaves but that a session's security code is gone. A process that dies before
 * the answer leaves nothing behind that anyone waits for: no money was held, and the merchant asks again. One that gets
 * no answer sends the reversal that the acquirer's protocol wants of everyone who stops waiting.
 */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { currencyOf } from '../../contract/money.ts';
import type { Values } from '../../contract/read.ts';
import { textAt } from '../../contract/values.ts';
import { cardPresentData, instrumentOf } from '../cards/instrument.ts';
import { payerAuthentication } from '../cards/payer-authentication.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant.ts';
import type { AcquirerOutcome, AcquirerRequest } from '../ports.ts';
import { rejectionOf } from '../rejection.ts';
import { traceOf } from '../trace.ts';
import { verificationCurrency } from './checks.ts';
import type { Tokens } from './stored-token.ts';

/**
 * The acquirer's records want an order and a transaction. A merchant's order of this name has other traces, and is
 * another.
 */
const ORDER_PREFIX = 'TOKEN-';
const TRANSACTION_ID = '1';

export interface VerificationDependencies {
  readonly gateway: Gateway;
  readonly tokens: Tokens;
}

/** @param values whole by `checkProblems` of ACQUIRER @returns the code to answer with: only a success may be stored */
export async function verifyToken(
  dependencies: VerificationDependencies,
  merchant: Merchant,
  values: Values,
): Promise<GatewayCode> {
  const { gateway, tokens } = dependencies;
  const messageKey = tokens.newKey();
  const request = requestOf(merchant, values, messageKey, gateway.clock.now());
  const outcome = await answerTo(gateway, request);
  const { gatewayCode, isReversed } = judged(outcome, merchant);
  if (isReversed) {
    await reverse(dependencies, request, messageKey);
  }
  return gatewayCode;
}

/** The port never throws; if it does all the same, nobody knows what arrived. */
async function answerTo({ acquirer, log }: Gateway, request: AcquirerRequest): Promise<AcquirerOutcome> {
  try {
    return await acquirer.request(request);
  } catch (error) {
    log.error({ err: error, receipt: request.trace.receipt }, 'the acquirer link failed on a verification');
    return { status: 'NO_ANSWER' };
  }
}

/**
 * A request that may have arrived unanswered is reversed, and so is an approval that the merchant's own rules refuse.
 */
function judged(outcome: AcquirerOutcome, { profile }: Merchant): { gatewayCode: GatewayCode; isReversed: boolean } {
  if (outcome.status === 'NOT_SENT') {
    return { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', isReversed: false };
  }
  if (outcome.status === 'NO_ANSWER') {
    return { gatewayCode: 'TIMED_OUT', isReversed: true };
  }
  const rejected = rejectionOf(outcome.reply, profile.rejectOn);
  const { gatewayCode } = outcome.reply;
  return { gatewayCode: rejected ?? gatewayCode, isReversed: rejected !== undefined || gatewayCode === 'TIMED_OUT' };
}

async function reverse(
  { gateway, tokens }: VerificationDependencies,
  { trace: original, merchantId, orderId, transactionId, amount, currency }: AcquirerRequest,
  messageKey: number,
): Promise<void> {
  const now = gateway.clock.now();
  const key = tokens.newKey();
  const trace = traceOf(key, now);
  await tokens.reverse(
    {
      key,
      messageKey,
      advice: { trace, original, originalKind: 'VERIFICATION', merchantId, orderId, transactionId, amount, currency },
    },
    now,
  );
  gateway.reversalStored();
}

function requestOf(merchant: Merchant, values: Values, messageKey: number, now: number): AcquirerRequest {
  const code = verificationCurrency(values) ?? '';
  const currency = currencyOf(code);
  if (currency === undefined) {
    throw new TypeError(`The currency ${code} was not checked.`);
  }
  const trace = traceOf(messageKey, now);
  const street = textAt(values, 'billing.address.street');
  const postcodeZip = textAt(values, 'billing.address.postcodeZip');
  const reference = textAt(values, 'transaction.reference');
  const cardPresent = cardPresentData(values);
  const authentication = payerAuthentication(values);
  return {
    kind: 'VERIFICATION',
    trace,
    merchantId: merchant.id,
    orderId: ORDER_PREFIX + trace.receipt,
    transactionId: TRANSACTION_ID,
    amount: 0n,
    currency: { code: currency.code, numeric: currency.numeric },
    instrument: instrumentOf(values),
    billingAddress: { ...(street !== undefined && { street }), ...(postcodeZip !== undefined && { postcodeZip }) },
    ...(reference !== undefined && { reference }),
    ...(cardPresent && { cardPresent }),
    ...(authentication && { authentication }),
    source: textAt(values, 'transaction.source') ?? 'INTERNET',
  };
}
