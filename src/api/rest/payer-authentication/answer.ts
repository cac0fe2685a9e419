/** The answer about a payer authentication: of its operations, and in retrievals of the order's transactions. */
import { omit, pick } from '../../../contract/edit-schema.ts';
import { AUTHENTICATION_SINCE } from '../../../contract/fields/authentication-fields.ts';
import { transaction as transactionFields } from '../../../contract/fields/transaction-fields.ts';
import { REQUEST } from '../../../contract/operations.ts';
import type { Values } from '../../../contract/read.ts';
import type { RequestFields } from '../../../contract/request-fields.ts';
import { type AnswerFields, writeGroup } from '../../../contract/write.ts';
import { type Merchant, snapshot } from '../../../core/index.ts';
import { type ShownAuthentication, unpaidStatus } from '../../../core/payer-authentication/index.ts';
import type { StoredOrder } from '../../../core/ports/index.ts';
import { instant, money, orderGroup } from '../answers/order-answer.ts';
import { shippingFields } from '../answers/shipping-answer.ts';
import { cardGroup } from '../answers/source-of-funds-answer.ts';
import { entryPoint } from '../answers/transaction-answer.ts';
import { answerStatuses } from './authentication-status.ts';
import { authenticationGroup, requestedAmount } from './group.ts';

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
  readonly redirect?: Values;
  /** The caller is authenticated by the session's id only, so the shop's stored data is omitted. */
  readonly isPayer?: boolean;
}

export function authenticationBody(
  shown: ShownAuthentication,
  { merchant, authentications, version, redirect, isPayer = false }: AuthenticationShowing,
): AnswerFields {
  const { authentication, view, order } = shown;
  const { purpose } = authentication;
  const hasGroup = version >= AUTHENTICATION_SINCE;
  const details: RequestFields = isPayer ? {} : purpose.details;
  const { status, gatewayCode, gatewayRecommendation, result } = answerStatuses(view, merchant.profile);
  return {
    ...writeGroup(
      ECHOED_FIELDS,
      { ...details, ...(details.shipping && { shipping: shippingFields(details.shipping) }) },
      version,
    ),
    ...(hasGroup && {
      authentication: authenticationGroup(isPayer ? withoutReason(shown) : shown, merchant.profile, version, redirect),
    }),
    gatewayEntryPoint: entryPoint(purpose.entryPoint, version),
    merchant: merchant.id,
    order: {
      ...orderGroup(order.orderId, details, snapshot(order), version),
      ...authenticatedOrder(order, authentications),
      ...(hasGroup && { authenticationStatus: status }),
    },
    response: { gatewayCode, gatewayRecommendation, risk: { gatewayCode: 'NOT_CHECKED' } },
    result,
    risk: { response: { gatewayCode: 'NOT_CHECKED' } },
    ...(!isPayer && { sourceOfFunds: cardGroup(purpose.instrument, version) }),
    timeOfLastUpdate: instant(authentication.updatedAt),
    timeOfRecord: instant(authentication.createdAt),
    transaction: {
      source: 'INTERNET',
      ...writeGroup(TRANSACTION_FIELDS, details.transaction, version),
      amount: money(requestedAmount(authentication), purpose.currency),
      authenticationStatus: status,
      currency: purpose.currency,
      id: authentication.transactionId,
      type: 'AUTHENTICATION',
    },
    version: version.toString(),
  };
}

/** The issuer's reason would help card testers. */
function withoutReason(shown: ShownAuthentication): ShownAuthentication {
  const { result } = shown.view;
  return result === undefined
    ? shown
    : { ...shown, view: { ...shown.view, result: { ...result, transStatusReason: undefined } } };
}

/** Amount, currency and status of an order without a payment attempt, from its newest authentication. */
export function authenticatedOrder(order: StoredOrder, authentications: readonly ShownAuthentication[]): AnswerFields {
  const status = unpaidStatus(order.state, authentications);
  const purpose = authentications.at(-1)?.authentication.purpose;
  return status === undefined || purpose === undefined
    ? {}
    : { amount: money(purpose.amount ?? 0n, purpose.currency), currency: purpose.currency, status };
}
