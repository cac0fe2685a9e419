/** The current views of authentications, and the order status that follows from them before a payment. */

import { namedAuthentication } from '../cards/named-authentication.ts';
import type { AuthenticationReader, Gateway } from '../gateway.ts';
import type { OrderState } from '../order/order.ts';
import type { FoundAuthentication, StoredOrder, StoredTransaction } from '../ports/index.ts';
import type { ShownAuthentication } from './calls.ts';
import { readAuthenticationState } from './state.ts';
import { changeState, logRunOut } from './stored-authentication.ts';

/**
 * Returns the current view. An end by a timeout is stored before it is shown. Otherwise another process, whose clock
 * differs, could still accept a result and end the authentication differently.
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
    return { view: now.view, changed: now.view.stage === 'ENDED' ? now : undefined };
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

/** Returns the authentications of an order, the oldest first. Reads no rows if the order has no authentication. */
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

/** The authentication of a payment; undefined if the payment names no authentication. */
export async function authenticationOfPayment(
  gateway: AuthenticationReader,
  { order, merchantId, transaction }: OfOrder & { readonly transaction: StoredTransaction },
): Promise<ShownAuthentication | undefined> {
  const named = await namedAuthentication(gateway, order.merchantKey, order, transaction.request.details);
  // The merchant may give the same id to another authentication later.
  const isMade = named?.authentication.purpose.checked === undefined || named.authentication.usedBy === transaction.key;
  return named && isMade ? shownAuthentication(gateway, { ...named, merchantId }) : undefined;
}

/** Finds an authentication by the state in an address; undefined for an invalid state. */
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
 * The status of an order without a payment attempt: that of its newest authentication. Undefined if the order has a
 * payment attempt, or no authentication.
 * @param authentications the oldest first
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
