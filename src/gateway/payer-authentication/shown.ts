/** Authentications as they may be told of, and what they make of an order that nobody has paid. */

import { namedAuthentication } from '../cards/named-authentication.ts';
import type { AuthenticationReader, Gateway } from '../gateway.ts';
import type { OrderState } from '../order/order.ts';
import type { FoundAuthentication, StoredOrder, StoredTransaction } from '../ports/index.ts';
import type { ShownAuthentication } from './calls.ts';
import { readAuthenticationState } from './state.ts';
import { changeState, logRunOut } from './stored-authentication.ts';

/**
 * What may be told of it now. An end that time alone has made is stored before it is told: by the clock of another
 * process a result may still be in time, and would make another end of it.
 */
export async function shownAuthentication(
  gateway: AuthenticationReader,
  found: FoundAuthentication,
): Promise<ShownAuthentication> {
  const { authenticator } = gateway.payerAuthentication;
  const {
    found: stored,
    isChanged,
    made,
  } = await changeState(gateway, found, (before) => {
    const now = authenticator.timePassed(before);
    return { view: now.view, ...(now.view.stage === 'ENDED' && { changed: now }) };
  });
  if (isChanged) {
    logRunOut(gateway, stored.authentication, made.view);
  }
  return { ...stored, view: made.view };
}

interface OfOrder {
  readonly order: StoredOrder;
  readonly merchantId: string;
}

/** In the order in which they began. Reads nothing where the order has none. */
export async function authenticationsOf(
  gateway: Gateway,
  { order, merchantId }: OfOrder,
): Promise<ShownAuthentication[]> {
  if (order.state.authentications === undefined) {
    return [];
  }
  const stored = await gateway.payerAuthentication.authentications.ofOrder(order.key);
  return Promise.all(
    stored.map((authentication) => shownAuthentication(gateway, { order, merchantId, authentication })),
  );
}

/** The one that a payment was made with; undefined where it names none. */
export async function authenticationOfPayment(
  gateway: AuthenticationReader,
  { order, merchantId, transaction }: OfOrder & { readonly transaction: StoredTransaction },
): Promise<ShownAuthentication | undefined> {
  const named = await namedAuthentication(gateway, order.merchantKey, order, transaction.request.details);
  // An id of the merchant's own may be given to another authentication later.
  const isMade = named?.authentication.purpose.checked === undefined || named.authentication.usedBy === transaction.key;
  return named && isMade ? shownAuthentication(gateway, { ...named, merchantId }) : undefined;
}

/** By the state in an address; undefined for what the gateway never wrote. */
export async function authenticationAt(gateway: Gateway, state: string): Promise<ShownAuthentication | undefined> {
  const read = readAuthenticationState(gateway.sealer, state);
  const found = read && (await gateway.payerAuthentication.authentications.findByKey(read.key));
  return found !== undefined && read?.isOf(found.authentication) ? shownAuthentication(gateway, found) : undefined;
}

export type AuthenticationOrderStatus =
  | 'AUTHENTICATED'
  | 'AUTHENTICATION_INITIATED'
  | 'AUTHENTICATION_NOT_NEEDED'
  | 'AUTHENTICATION_UNSUCCESSFUL';

type ResultStatus = NonNullable<ShownAuthentication['view']['result']>['status'];

const AFTER: Readonly<Record<ResultStatus, AuthenticationOrderStatus>> = {
  AUTHENTICATION_ATTEMPTED: 'AUTHENTICATED',
  AUTHENTICATION_EXEMPT: 'AUTHENTICATION_NOT_NEEDED',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_UNSUCCESSFUL',
  AUTHENTICATION_NOT_SUPPORTED: 'AUTHENTICATION_NOT_NEEDED',
  AUTHENTICATION_REJECTED: 'AUTHENTICATION_UNSUCCESSFUL',
  AUTHENTICATION_SUCCESSFUL: 'AUTHENTICATED',
  AUTHENTICATION_UNAVAILABLE: 'AUTHENTICATION_UNSUCCESSFUL',
};

/**
 * The status of an order while nobody has tried to pay it: that of its newest authentication. Undefined: it has a
 * payment, or no authentication.
 * @param authentications in the order in which they began
 */
export function unpaidStatus(
  { movements }: Pick<OrderState, 'movements'>,
  authentications: readonly Pick<ShownAuthentication, 'view'>[],
): AuthenticationOrderStatus | undefined {
  const newest = authentications.at(-1);
  if (movements.length > 0 || newest === undefined) {
    return undefined;
  }
  const { result } = newest.view;
  return result === undefined ? 'AUTHENTICATION_INITIATED' : AFTER[result.status];
}
