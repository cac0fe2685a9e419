/**
 * A payment that names an authentication by this gateway (`authentication.transactionId`). It must have the
 * authenticated card, amount and currency, and an authentication is valid for one payment. Its result is evaluated here
 * with the merchant's rules; a payment that fails them is not sent to the acquirer.
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { type FieldProblem, invalidField, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import { type Currency, majorText } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { Secret } from '../../contract/secret.ts';
import { RACED, retryRaces } from '../../platform/races.ts';
import { isAuthenticatedCard } from '../cards/authenticated-card.ts';
import { isCancelledByPayer } from '../cards/cancelled-challenge.ts';
import { namedAuthentication } from '../cards/named-authentication.ts';
import type { Gateway } from '../gateway.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import {
  type AuthenticationResult,
  type AuthenticationView,
  authenticationPlace,
  type Instrument,
  type PayerAuthentication,
  type StoredAuthentication,
  type StoredOrder,
  type StoredTransaction,
} from '../ports/index.ts';

import type { TransactionCall } from './plan.ts';

const FIELDS = { ofOrder: 'authentication.transactionId', checked: '3DSecureId' } as const;

export interface AuthenticatedPayment {
  /** The authentication data for the acquirer. */
  readonly made?: PayerAuthentication;
  /** Key of the authentication that the payment uses up. */
  readonly spentAuthentication?: number;
  /** The result of a payment that must not be sent. */
  readonly decided?: GatewayCode;
  /** True if the payment is not sent because the payer cancelled the challenge. */
  readonly isCancelled?: true;
}

export interface PaidByCard {
  readonly merchantKey: number;
  readonly values: RequestFields;
  readonly profile: MerchantProfile;
  readonly currency: Currency;
  /** The amount of this payment in minor units. For a payment of a part of the order, the amount of that part. */
  readonly amount: bigint;
  readonly number: Secret;
}

/** @throws InterfaceError if this payment cannot be made with the named authentication */
export async function authenticatedPayment(
  gateway: Gateway,
  order: StoredOrder | undefined,
  paid: PaidByCard,
): Promise<AuthenticatedPayment> {
  const field = paid.values['3DSecureId'] === undefined ? FIELDS.ofOrder : FIELDS.checked;
  const found = await usedAuthentication(gateway, order, paid, field);
  if (found === undefined) {
    return {};
  }
  const { authentication, view } = found;
  if (authentication.usedBy !== null) {
    throw invalidField(field, 'an authentication that no payment was made with');
  }
  const isCancelled = authentication.purpose.checked?.isCancelled === true;
  if (view.result === undefined && !isCancelled) {
    throw invalidField(field, 'an authentication that has ended');
  }
  const problems = mismatches(gateway, authentication, paid);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  const decided =
    isCancelled || view.result === undefined
      ? 'AUTHENTICATION_FAILED'
      : decision(view.result, paid.profile.payerAuthentication);
  return {
    made: resultOf(view),
    spentAuthentication: authentication.key,
    decided,
    isCancelled: decided !== undefined && view.result && isCancelledByPayer(view.result) ? true : undefined,
  };
}

/**
 * @returns undefined if the payment names no authentication, or also has a result of the merchant's own 3DS Server
 * @throws InterfaceError if there is no such authentication, or the request names it in two fields
 */
async function usedAuthentication(
  gateway: Gateway,
  order: StoredOrder | undefined,
  { merchantKey, values }: PaidByCard,
  field: string,
) {
  const isChecked = values['3DSecureId'] !== undefined;
  const isNamed = values.authentication?.transactionId !== undefined;
  if (!isNamed && !isChecked) {
    return undefined;
  }
  if (isNamed && isChecked) {
    throw invalidField(FIELDS.checked, 'absent where authentication.transactionId names an authentication');
  }
  const found = await current(gateway, merchantKey, order, values);
  const elsewhere = resultElsewhere(values);
  if (found === undefined) {
    if (isChecked && elsewhere !== undefined) {
      // The result is from the merchant's own 3DS Server, so the interface ignores the id.
      return undefined;
    }
    throw invalidField(
      field,
      isChecked ? 'an id of yours that was checked' : 'the transaction id of an authentication of this order',
    );
  }
  if (isChecked && elsewhere !== undefined) {
    throw invalidField(elsewhere, 'absent where 3DSecureId names an authentication that was made here');
  }
  return found;
}

/** The issuer is liable with Y (successful), and also with A (attempted). */
const AUTHENTICATED_STATUSES: ReadonlySet<string | undefined> = new Set(['A', 'Y']);

/** Declines a card without a successful authentication, if the checkout requires authentication. */
export function requiredAuthentication(
  { mustAuthenticate }: TransactionCall,
  { kind }: Instrument,
  authenticated: AuthenticatedPayment,
): AuthenticatedPayment {
  const { made, decided } = authenticated;
  const isRequired = mustAuthenticate === true && kind === 'CARD';
  if (!isRequired || decided !== undefined || AUTHENTICATED_STATUSES.has(made?.transStatus)) {
    return authenticated;
  }
  return {
    ...authenticated,
    decided: made?.transStatus === undefined ? 'NOT_ENROLLED_3D_SECURE' : 'AUTHENTICATION_FAILED',
  };
}

/** The name of the first field group with a result from the merchant's own 3DS Server. */
function resultElsewhere({ '3DSecure': older, authentication }: RequestFields): string | undefined {
  const groups: readonly (readonly [name: string, given: object | undefined])[] = [
    ['3DSecure', older],
    ['authentication.3ds', authentication?.['3ds']],
    ['authentication.3ds2', authentication?.['3ds2']],
  ];
  return groups.find(([, given]) => given !== undefined)?.[0];
}

/**
 * Returns the authentication of a stored payment, to send the same payment again.
 * @param transactions all transactions of the order
 */
export async function authenticationMade(
  gateway: Gateway,
  { order, transactions }: { readonly order: StoredOrder; readonly transactions: readonly StoredTransaction[] },
  stored: StoredTransaction,
): Promise<PayerAuthentication | undefined> {
  const named = await namedAuthentication(gateway, order.merchantKey, order, stored.request.details);
  if (named === undefined) {
    return undefined;
  }
  const { authentication } = named;
  // If the payment had a result from the merchant's own 3DS Server, its id was ignored and may belong to another
  // authentication now.
  const isMade =
    authentication.purpose.checked === undefined || authentication.usedBy === firstTry(transactions, stored).key;
  return isMade ? resultOf(openAuthentication(gateway, authentication).now.view) : undefined;
}

/** Follows the targets of a resent payment to its first attempt, which used the authentication. */
function firstTry(transactions: readonly StoredTransaction[], sent: StoredTransaction): StoredTransaction {
  const { target } = sent.request;
  const before = transactions.find(({ transactionId }) => transactionId === target);
  return before === undefined ? sent : firstTry(transactions, before);
}

function openAuthentication({ sealer, payerAuthentication }: Gateway, authentication: StoredAuthentication) {
  const stored = new Secret(sealer.open(authentication.sealedState, authenticationPlace(authentication)));
  return { stored, now: payerAuthentication.authenticator.timePassed(stored) };
}

/**
 * Returns the current state of the named authentication, or undefined if there is none. If it ended by a timeout, that
 * end is stored before a payment depends on it. Otherwise a result that arrived in time, but is not stored yet, could
 * still end it differently.
 */
async function current(gateway: Gateway, merchantKey: number, order: StoredOrder | undefined, values: RequestFields) {
  const found = await retryRaces(() => currentUnlessRaced(gateway, merchantKey, order, values));
  if (found === RACED) {
    throw namedError('ORDER_BUSY');
  }
  return found;
}

async function currentUnlessRaced(
  gateway: Gateway,
  merchantKey: number,
  order: StoredOrder | undefined,
  values: RequestFields,
) {
  const named = await namedAuthentication(gateway, merchantKey, order, values);
  if (named === undefined) {
    return undefined;
  }
  const { authentication } = named;
  const { stored, now } = openAuthentication(gateway, authentication);
  const isStored = now.stored.reveal() === stored.reveal();
  if (now.view.result === undefined || isStored) {
    return { authentication, view: now.view };
  }
  const { revision, purpose } = authentication;
  const ended: StoredAuthentication = {
    ...authentication,
    sealedState: gateway.sealer.seal(now.stored.reveal(), authenticationPlace(authentication)),
    revision: revision + 1,
    // An authentication of the hosted page stays due, because the worker makes its payment.
    wakeAt: purpose.entryPoint === 'HOSTED_PAGE' ? authentication.wakeAt : null,
    updatedAt: gateway.clock.now(),
  };
  const isChanged = await gateway.payerAuthentication.authentications.change(ended);
  return isChanged ? { authentication: ended, view: now.view } : RACED;
}

function resultOf({ version, identity, result }: AuthenticationView): PayerAuthentication {
  const { eci, authenticationToken: token, transStatus } = result ?? {};
  return {
    eci,
    token,
    dsTransactionId: identity?.dsTransID,
    protocolVersion: identity && version,
    transStatus,
  };
}

/** Compares the payment with the authenticated card, currency and amount. */
function mismatches(
  { sealer }: Gateway,
  { cardHash, purpose, requested }: StoredAuthentication,
  { number, currency, amount, values }: PaidByCard,
): FieldProblem[] {
  const isSameCard = isAuthenticatedCard(sealer, number, cardHash);
  const isSameCurrency = purpose.currency === currency.code;
  const { amount: authenticated } = purpose;
  // Without AUTHENTICATE_PAYER no amount was authenticated, so any amount matches.
  const isAny = requested === null && purpose.checked === undefined;
  // CHECK_3DS_ENROLLMENT requires an amount, but a subsequent VERIFY has the amount 0.
  const isVerified = amount === 0n && purpose.checked !== undefined;
  const isSameAmount = isAny || isVerified || authenticated === undefined || authenticated === amount;
  const card = values.sourceOfFunds?.token === undefined ? 'sourceOfFunds.provided.card.number' : 'sourceOfFunds.token';
  return [
    ...(isSameCard ? [] : [invalidProblem(card, 'the card that was authenticated')]),
    ...(isSameCurrency ? [] : [invalidProblem('order.currency', `${purpose.currency}, which was authenticated`)]),
    ...(isSameAmount || !isSameCurrency
      ? []
      : [invalidProblem('order.amount', `${majorText(authenticated, currency)}, which was authenticated`)]),
  ];
}

/** Returns undefined if the payment may be sent. Without authentication settings in the profile the defaults apply. */
function decision(
  { status, recommendation, liability }: AuthenticationResult,
  profile: MerchantProfile['payerAuthentication'],
): GatewayCode | undefined {
  if (recommendation === 'DO_NOT_PROCEED') {
    return 'AUTHENTICATION_FAILED';
  }
  const isRefused = status === 'AUTHENTICATION_UNAVAILABLE' && profile?.whenUnavailable !== 'PROCEED';
  const isAtRisk = profile?.requireLiabilityShift === true && liability !== 'ISSUER';
  return isRefused || isAtRisk ? 'BLOCKED' : undefined;
}
