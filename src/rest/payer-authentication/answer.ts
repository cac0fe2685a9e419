/** The answer of a payer's authentication: of its operations, and of its retrieval among the order's transactions. */
import { omit, pick } from '../../contract/edit-schema.ts';
import { AUTHENTICATION_SINCE } from '../../contract/fields/authentication-fields.ts';
import { transaction as transactionFields } from '../../contract/fields/transaction-fields.ts';
import { REQUEST } from '../../contract/operations.ts';
import type { Values } from '../../contract/read.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { type Answer, writeGroup } from '../../contract/write.ts';
import { type Merchant, snapshot } from '../../gateway/index.ts';
import { type ShownAuthentication, unpaidStatus } from '../../gateway/payer-authentication/index.ts';
import type { StoredOrder } from '../../gateway/ports/index.ts';
import { instant, money, orderGroup } from '../answers/order-answer.ts';
import { shownShipping } from '../answers/shipping-answer.ts';
import { cardGroup } from '../answers/source-of-funds-answer.ts';
import { entryPoint } from '../answers/transaction-answer.ts';
import { authenticationGroup, requestedAmount } from './group.ts';
import { standingOf } from './standing.ts';

/** Groups of the request that the answer shows as stored. */
const KEPT = pick(REQUEST, 'agreement', 'billing', 'customer', 'shipping');
/** Of the transaction too, but for what is the acquirer's: no acquirer is spoken to before the payment. */
const KEPT_OF_TRANSACTION = omit(transactionFields, 'acquirer');

export interface AuthenticationShowing {
  readonly merchant: Merchant;
  /** Those of the order, in the order in which they began: its status follows from them while nobody has paid. */
  readonly authentications: readonly ShownAuthentication[];
  readonly version: number;
  /** Where the payer's browser goes next. */
  readonly redirect?: Values;
  /** The caller has the session's id alone: it is shown nothing that the shop has stored. */
  readonly isPayer?: boolean;
}

export function authenticationAnswer(
  shown: ShownAuthentication,
  { merchant, authentications, version, redirect, isPayer = false }: AuthenticationShowing,
): Answer {
  const { authentication, view, order } = shown;
  const { purpose } = authentication;
  const hasGroup = version >= AUTHENTICATION_SINCE;
  const details: RequestFields = isPayer ? {} : purpose.details;
  const { status, gatewayCode, gatewayRecommendation, result } = standingOf(view, merchant.profile);
  return {
    ...writeGroup(
      KEPT,
      { ...details, ...(details.shipping && { shipping: shownShipping(details.shipping) }) },
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
      ...writeGroup(KEPT_OF_TRANSACTION, details.transaction, version),
      amount: money(requestedAmount(authentication), purpose.currency),
      authenticationStatus: status,
      currency: purpose.currency,
      id: authentication.transactionId,
      type: 'AUTHENTICATION',
    },
    version: version.toString(),
  };
}

/** The issuer's reason tells whoever tests cards what is wrong with each. */
function withoutReason(shown: ShownAuthentication): ShownAuthentication {
  const { result } = shown.view;
  return result === undefined
    ? shown
    : { ...shown, view: { ...shown.view, result: { ...result, transStatusReason: undefined } } };
}

/** What an order that nobody has tried to pay is to be, by its newest authentication. */
export function authenticatedOrder(order: StoredOrder, authentications: readonly ShownAuthentication[]): Answer {
  const status = unpaidStatus(order.state, authentications);
  const purpose = authentications.at(-1)?.authentication.purpose;
  return status === undefined || purpose === undefined
    ? {}
    : { amount: money(purpose.amount ?? 0n, purpose.currency), currency: purpose.currency, status };
}
