/**
 * Sends the acquirer a verification of an instrument before it is stored, with the amount 0 and without an order.
 * Before the message is sent, only the erasure of a session's security code is written. If the process dies before the
 * answer, there is no transaction to recover: no money was reserved, and the merchant repeats the request. A
 * verification without an answer is reversed, as the acquirer's protocol requires for all timed-out requests.
 */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { currencyOf } from '../../contract/money.ts';
import type { Values } from '../../contract/read.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { cardPresentData, describeInstrument, instrumentOf } from '../cards/instrument.ts';
import { payerAuthentication } from '../cards/payer-authentication.ts';
import type { Gateway } from '../gateway.ts';
import { declineClass } from '../limits/decline-classes.ts';
import { LIMITED_CODE } from '../limits/limit-rules.ts';
import { routeOf } from '../merchant/acquirer-routes.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { attemptOf } from '../operations/limited-attempt.ts';
import type { AcquirerOutcome, AcquirerRequest, Tokens } from '../ports/index.ts';
import { acquirerNamed } from '../processing/acquirers.ts';
import { rejectionOf } from '../processing/rejection.ts';
import { traceOf } from '../processing/trace.ts';
import { verificationCurrency } from './checks.ts';

/**
 * The message needs ids of an order and a transaction. A merchant's order with the same id is distinct, because its
 * messages have other traces.
 */
const ORDER_PREFIX = 'TOKEN-';
const TRANSACTION_ID = '1';

export interface VerificationDependencies {
  readonly gateway: Gateway;
  readonly tokens: Tokens;
}

/**
 * @param values must be complete: `checkProblems` for ACQUIRER is empty
 * @returns the gateway code of the response; the token must be stored only for a success
 */
export async function verifyToken(
  dependencies: VerificationDependencies,
  merchant: Merchant,
  values: RequestFields,
): Promise<GatewayCode> {
  const { gateway, tokens } = dependencies;
  const messageKey = tokens.newKey();
  const request = requestOf(merchant, values, messageKey, gateway.clock.now());
  const acquirer = acquirerFor(gateway, merchant, values, request);
  const attempt = attemptOf(merchant, { instrument: request.instrument, values });
  const attempted = await gateway.attemptLimits.run(
    attempt,
    () => answerTo(gateway, acquirer, request),
    (answer) =>
      answer.status === 'ANSWERED'
        ? declineClass(verificationResult(answer, merchant).gatewayCode, answer.reply)
        : 'NONE',
  );
  if ('limited' in attempted) {
    return LIMITED_CODE;
  }
  const answer: AcquirerOutcome = 'waited' in attempted ? { status: 'NOT_SENT' } : attempted.answer;
  const { gatewayCode, isReversed } = verificationResult(answer, merchant);
  if (isReversed) {
    await reverse(dependencies, acquirer, request, messageKey);
  }
  return gatewayCode;
}

/** The name of the acquirer that the merchant's routes choose. */
function acquirerFor(
  { cardFacts }: Gateway,
  { profile }: Merchant,
  values: Values,
  { instrument, currency }: AcquirerRequest,
): string {
  return routeOf(profile, describeInstrument({ instrument, values, profile, cardFacts }), currency.code);
}

/** The port does not throw. Should it throw nevertheless, the message may have arrived, so it counts as unanswered. */
async function answerTo(gateway: Gateway, acquirer: string, request: AcquirerRequest): Promise<AcquirerOutcome> {
  try {
    return await acquirerNamed(gateway, acquirer).request(request);
  } catch (error) {
    gateway.log.error({ err: error, receipt: request.trace.receipt }, 'the acquirer link failed on a verification');
    return { status: 'NO_ANSWER' };
  }
}

/**
 * A request without an answer may have arrived and is reversed, and so is an approval that the merchant's rules reject.
 */
function verificationResult(
  outcome: AcquirerOutcome,
  { profile }: Merchant,
): { gatewayCode: GatewayCode; isReversed: boolean } {
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
  acquirer: string,
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
      acquirer,
      advice: { trace, original, originalKind: 'VERIFICATION', merchantId, orderId, transactionId, amount, currency },
    },
    now,
  );
  gateway.reversalStored();
}

function requestOf(merchant: Merchant, values: RequestFields, messageKey: number, now: number): AcquirerRequest {
  const code = verificationCurrency(values) ?? '';
  const currency = currencyOf(code);
  if (currency === undefined) {
    throw new TypeError(`The currency ${code} was not checked.`);
  }
  const trace = traceOf(messageKey, now);
  const street = values.billing?.address?.street;
  const postcodeZip = values.billing?.address?.postcodeZip;
  const reference = values.transaction?.reference;
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
    billingAddress: { street, postcodeZip },
    reference,
    cardPresent,
    authentication,
    source: values.transaction?.source ?? 'INTERNET',
  };
}
