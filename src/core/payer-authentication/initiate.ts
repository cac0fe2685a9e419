/**
 * INITIATE_AUTHENTICATION: looks up whether the card is enrolled, without sending a message, and stores the
 * authentication with its order. From then on, transactions of the order cannot use the authentication's id. A repeat
 * of the request returns the stored authentication.
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
import { RACED, type Raced } from '../../platform/races.ts';
import { authenticatedCardHash } from '../cards/authenticated-card.ts';
import { describeInstrument, expiryOf, instrumentKind } from '../cards/instrument.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { returnHostProblems } from '../merchant/return-hosts.ts';
import { isFingerprintOf, requestFingerprint } from '../operations/fingerprint.ts';
import { mergedValues } from '../operations/merged-values.ts';
import { idsOf, refuseOwnNumber } from '../operations/own-number.ts';
import { newOrder } from '../order/order.ts';
import { withoutHeld } from '../order/parts.ts';
import { refusal } from '../order/transitions.ts';
import type { Authentication, Instrument, StoredAuthentication, StoredOrder } from '../ports/index.ts';
import { type IdempotentOperation, lockOfOrder, runIdempotent } from '../processing/run-idempotent.ts';
import { authenticationDetails } from './authentication-details.ts';
import type { AuthenticationCall, PayerAuthenticationAnswer, ShownAuthentication } from './calls.ts';
import { enrolment } from './enrolment.ts';
import { methodStep } from './method.ts';
import { authenticationMoney } from './request-money.ts';
import { shownAuthentication } from './shown-authentication.ts';
import { openState, sealedColumns } from './stored-authentication.ts';

/**
 * The maximum number of authentications in an order's row. Usually an order has a few payment attempts, with one
 * authentication each.
 */
const OF_ORDER_MAX = 100;

/** The order of the request, and the authentication stored under its id earlier. */
interface FoundInitiation {
  readonly order: StoredOrder | undefined;
  readonly earlier: StoredAuthentication | undefined;
}

const INITIATION: IdempotentOperation<AuthenticationCall, FoundInitiation, PayerAuthenticationAnswer> = {
  assume: () => undefined,
  find: findInitiation,
  replay,
  lockOf: ({ order }) => lockOfOrder(order),
  execute: executeNew,
};

/** @throws InterfaceError if the request is refused; no change is made */
export function initiateAuthentication(gateway: Gateway, call: AuthenticationCall): Promise<PayerAuthenticationAnswer> {
  return runIdempotent(gateway, call, INITIATION);
}

/** @throws InterfaceError if a transaction of the order has the request's transaction id */
async function findInitiation(gateway: Gateway, call: AuthenticationCall): Promise<FoundInitiation> {
  const { transactionId, merchant, orderId } = call;
  const order = await gateway.orders.find(merchant.key, orderId);
  const earlier = order && (await gateway.payerAuthentication.authentications.find(order.key, transactionId));
  if (
    order !== undefined &&
    earlier === undefined &&
    (await gateway.orders.transaction(order.key, transactionId)) !== undefined
  ) {
    throw namedError('NOT_A_REPEAT', { transactionId });
  }
  return { order, earlier };
}

/** @throws InterfaceError if the authentication stored under the id was initiated by a different request */
async function replay(
  gateway: Gateway,
  call: AuthenticationCall,
  { order, earlier }: FoundInitiation,
): Promise<PayerAuthenticationAnswer | undefined> {
  if (order === undefined || earlier === undefined) {
    return undefined;
  }
  const { transactionId, merchant } = call;
  if (!isFingerprintOf(gateway, call, earlier.initiated)) {
    throw namedError('NOT_A_REPEAT', { transactionId });
  }
  const shown = await shownAuthentication(gateway, { order, authentication: earlier, merchantId: merchant.id });
  return answerOf(gateway, shown, openState(gateway, shown.authentication), true);
}

function answerOf(
  gateway: Gateway,
  shown: ShownAuthentication,
  stored: Secret,
  repeated: boolean,
): PayerAuthenticationAnswer {
  const step = methodStep(gateway, shown.authentication, stored, shown.view);
  return { kind: 'DONE', shown, step, repeated };
}

async function executeNew(
  gateway: Gateway,
  call: AuthenticationCall,
  { order: existing }: FoundInitiation,
): Promise<PayerAuthenticationAnswer | Raced> {
  if (!gateway.isAlive()) {
    throw namedError('PROCESS_WITHOUT_STORE');
  }
  requirePayable(call, existing);
  const request = await mergeAndValidate(gateway, call);
  await gateway.payerAuthentication.authenticator.ready();
  const state = enrolment(gateway, call, request);
  const order = orderWith(gateway, call, existing, request);
  const authentication = await authenticationOf(gateway, call, order, { request, state });
  const isNew = existing === undefined;
  if (!(await gateway.payerAuthentication.authentications.begin({ order, isNew, authentication }))) {
    return RACED;
  }
  const shown = { order, authentication, merchantId: call.merchant.id, view: state.view };
  return answerOf(gateway, shown, state.stored, false);
}

/** @throws InterfaceError if the order allows no payment after the authentication */
function requirePayable({ operation }: AuthenticationCall, order: StoredOrder | undefined): void {
  const why = refusal(order && withoutHeld(order.state), 'PAY');
  const isFull = (order?.state.authentications?.length ?? 0) >= OF_ORDER_MAX;
  if (why !== undefined || isFull) {
    throw namedError('NOT_POSSIBLE', { operation, why: why ?? 'the order has too many authentications' });
  }
}

type ValidatedRequest = Awaited<ReturnType<typeof mergeAndValidate>>;

/** @throws InterfaceError naming all missing or invalid fields */
async function mergeAndValidate(gateway: Gateway, call: AuthenticationCall) {
  const { values, session } = await mergedValues(gateway, call);
  const { currency, amount, problems } = authenticationMoney(values, call.keepCard !== undefined);
  const number = values.sourceOfFunds?.provided?.card?.number;
  const all = [
    ...problems,
    ...cardProblems(values),
    ...returnHostProblems(values, 'authentication.redirectResponseUrl', call.merchant.profile),
    ...(call.keepCard === undefined ? [] : redirectProblems(values, call.merchant)),
  ];
  if (all.length > 0 || currency === undefined || number === undefined) {
    throw invalidFields(all);
  }
  // A request of CHECK_3DS_ENROLLMENT has a single id, which serves for order and authentication.
  refuseOwnNumber(call.keepCard === undefined ? idsOf(call) : { '3DSecureId': call.transactionId }, number);
  const instrument: Instrument = {
    kind: 'CARD',
    number,
    ...expiryOf(values.sourceOfFunds?.provided?.card),
  };
  const { profile } = call.merchant;
  const view = describeInstrument({ instrument, values, profile, cardFacts: gateway.cardFacts });
  return { values, session, currency, amount, number, view };
}

const RESPONSE_URL = '3DSecure.authenticationRedirect.responseUrl';

/** Validates `authenticationRedirect` of CHECK_3DS_ENROLLMENT. */
function redirectProblems(values: RequestFields, { profile }: Merchant): FieldProblem[] {
  const { pageGenerationMode, responseUrl } = values['3DSecure']?.authenticationRedirect ?? {};
  const explanation = 'it is required where pageGenerationMode is SIMPLE';
  return pageGenerationMode === 'SIMPLE' && responseUrl === undefined
    ? [{ field: RESPONSE_URL, validationType: 'MISSING', explanation }]
    : returnHostProblems(values, RESPONSE_URL, profile);
}

function cardProblems(values: RequestFields): FieldProblem[] {
  if (instrumentKind(values) !== 'CARD') {
    return [invalidProblem('sourceOfFunds.type', 'only CARD: no other payer is authenticated')];
  }
  const explanation = 'neither the request nor a session or token gives it';
  return values.sourceOfFunds?.provided?.card?.number === undefined
    ? [{ field: 'sourceOfFunds.provided.card.number', validationType: 'MISSING', explanation }]
    : [];
}

function orderWith(
  gateway: Gateway,
  { merchant, orderId, transactionId }: AuthenticationCall,
  existing: StoredOrder | undefined,
  { currency, amount = 0n }: ValidatedRequest,
): StoredOrder {
  const now = gateway.clock.now();
  const before = existing ?? {
    key: gateway.orders.newKey(),
    merchantKey: merchant.key,
    orderId,
    state: newOrder(currency.code, amount),
    lockedBy: null,
    fence: 0,
    createdAt: now,
  };
  const authentications = [...(before.state.authentications ?? []), transactionId];
  return { ...before, state: { ...before.state, authentications }, fence: before.fence + 1, updatedAt: now };
}

interface NewAuthentication {
  readonly request: ValidatedRequest;
  readonly state: Authentication;
}

async function authenticationOf(
  gateway: Gateway,
  call: AuthenticationCall,
  order: StoredOrder,
  { request, state }: NewAuthentication,
): Promise<StoredAuthentication> {
  const now = gateway.clock.now();
  const key = gateway.payerAuthentication.authentications.newKey();
  const purpose = { ...purposeOf(call, request), ...(await checkedOf(call, request, state)) };
  return {
    key,
    orderKey: order.key,
    transactionId: call.transactionId,
    threeDSServerTransID: state.view.threeDSServerTransID,
    purpose,
    initiated: requestFingerprint(gateway, call),
    requested: null,
    cardHash: authenticatedCardHash(gateway.sealer, request.number),
    ...sealedColumns(gateway, { key, orderKey: order.key, purpose }, state),
    revision: 1,
    usedBy: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The authentication request is sent when the payer's browser arrives, without another request of the merchant. */
async function checkedOf(
  { keepCard }: AuthenticationCall,
  { values }: ValidatedRequest,
  { view }: Authentication,
): Promise<Pick<StoredAuthentication['purpose'], 'checked'>> {
  if (keepCard === undefined) {
    return {};
  }
  return { checked: view.stage === 'ENROLLED' ? { cardSession: await keepCard(values) } : {} };
}

function purposeOf(call: AuthenticationCall, asked: ValidatedRequest): StoredAuthentication['purpose'] {
  const { version, entryPoint, from } = call;
  const { values, session, currency, amount, view } = asked;
  return {
    version,
    entryPoint,
    currency: currency.code,
    amount,
    instrument: view,
    details: authenticationDetails(values),
    session,
    from,
  };
}
