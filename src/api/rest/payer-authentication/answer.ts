/** The answer about a payer authentication: of its operations, and in retrievals of the order's transactions. */
import type { AnswerOf } from '../../../contract/answer-types.ts';
import { omit, pick } from '../../../contract/edit-schema.ts';
import type { authenticationAnswer } from '../../../contract/fields/answer-fields.ts';
import { AUTHENTICATION_SINCE } from '../../../contract/fields/authentication-fields.ts';
import { transaction as transactionFields } from '../../../contract/fields/transaction-fields.ts';
import { REQUEST } from '../../../contract/operations.ts';
import type { RequestFields } from '../../../contract/request-fields.ts';
import { writeFields } from '../../../contract/write.ts';
import { type Merchant, snapshot } from '../../../core/index.ts';
import { type ShownAuthentication, unpaidStatus } from '../../../core/payer-authentication/index.ts';
import type { StoredOrder } from '../../../core/ports/index.ts';
import { instant, money, type OrderAnswer, orderGroup } from '../answers/order-answer.ts';
import { shippingFields } from '../answers/shipping-answer.ts';
import { cardGroup } from '../answers/source-of-funds-answer.ts';
import { entryPoint } from '../answers/transaction-answer.ts';
import { answerStatuses } from './authentication-status.ts';
import { authenticationGroup, type RedirectValues, requestedAmount } from './group.ts';

/** Groups of the request that the answer repeats as stored. */
const ECHOED_FIELDS = pick(REQUEST, 'agreement', 'billing', 'customer', 'shipping');
/** The transaction's fields without the acquirer's: the acquirer is not contacted before the payment. */
const TRANSACTION_FIELDS = omit(transactionFields, 'acquirer');

export interface AuthenticationShowing {
  readonly merchant: Merchant;
  /**
   * The order's authentications in the order of their start, which determine its status until a payment is attempted.
   */
  readonly authentications: readonly ShownAuthentication[];
  readonly version: number;
  /** The next step for the payer's browser. */
  readonly redirect?: RedirectValues | undefined;
  /** The caller is authenticated by the session's id only, so the shop's stored data is omitted. */
  readonly isPayer?: boolean;
}

export type AuthenticationAnswer = AnswerOf<typeof authenticationAnswer>;

export function authenticationBody(
  shown: ShownAuthentication,
  { merchant, authentications, version, redirect, isPayer = false }: AuthenticationShowing,
): AuthenticationAnswer {
  const { authentication, view, order } = shown;
  const { purpose } = authentication;
  const hasGroup = version >= AUTHENTICATION_SINCE;
  const details: RequestFields = isPayer ? {} : purpose.details;
  const shipping = details.shipping && shippingFields(details.shipping);
  const { status, gatewayCode, gatewayRecommendation, result } = answerStatuses(view, merchant.profile);
  return {
    ...writeFields(ECHOED_FIELDS, { ...details, shipping }, version),
    authentication: hasGroup
      ? authenticationGroup(isPayer ? withoutReason(shown) : shown, merchant.profile, version, redirect)
      : undefined,
    gatewayEntryPoint: entryPoint(purpose.entryPoint, version),
    merchant: merchant.id,
    order: {
      ...orderGroup(order.orderId, details, snapshot(order), version, hasGroup ? status : undefined),
      ...authenticatedOrder(order, authentications),
    },
    response: { gatewayCode, gatewayRecommendation, risk: { gatewayCode: 'NOT_CHECKED' } },
    result,
    risk: { response: { gatewayCode: 'NOT_CHECKED' } },
    sourceOfFunds: isPayer ? undefined : cardGroup(purpose.instrument, version),
    timeOfLastUpdate: instant(authentication.updatedAt),
    timeOfRecord: instant(authentication.createdAt),
    transaction: {
      source: 'INTERNET',
      ...writeFields(TRANSACTION_FIELDS, details.transaction, version),
      amount: money(requestedAmount(authentication), purpose.currency),
      authenticationStatus: status,
      currency: purpose.currency,
      id: authentication.transactionId,
      type: 'AUTHENTICATION',
    },
    version: version.toString(),
  };
}

/** Removes the issuer's reason, which would help card testers. */
function withoutReason(shown: ShownAuthentication): ShownAuthentication {
  const { result } = shown.view;
  return result === undefined
    ? shown
    : { ...shown, view: { ...shown.view, result: { ...result, transStatusReason: undefined } } };
}

/** Amount, currency and status of an order without a payment attempt, from its newest authentication. */
export function authenticatedOrder(
  order: StoredOrder,
  authentications: readonly ShownAuthentication[],
): Pick<OrderAnswer, 'amount' | 'currency' | 'status'> | undefined {
  const status = unpaidStatus(order.state, authentications);
  const purpose = authentications.at(-1)?.authentication.purpose;
  return status === undefined || purpose === undefined
    ? undefined
    : { amount: money(purpose.amount ?? 0n, purpose.currency), currency: purpose.currency, status };
}
