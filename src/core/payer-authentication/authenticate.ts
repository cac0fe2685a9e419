/**
 * AUTHENTICATE_PAYER: sends the authentication request to the issuer through the scheme's directory server.
 *
 * - asked: the state is durable before the request is sent. The request is sent once, and the worker continues after a
 *   crash.
 * - answered: the issuer's answer or a timeout is stored, with the challenge if there is one.
 *
 * A repeat waits for the answer and returns it; a pending challenge is returned again.
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge } from '../../contract/values.ts';
import { RACED, type Raced } from '../../platform/races.ts';
import { isAuthenticatedCard } from '../cards/authenticated-card.ts';
import { describeInstrument, instrumentOf, instrumentProblems } from '../cards/instrument.ts';
import { withAgreedTerms } from '../cards/stored-details.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { returnHostProblems } from '../merchant/return-hosts.ts';
import { isFingerprintOf, requestFingerprint } from '../operations/fingerprint.ts';
import { mergedValues } from '../operations/merged-values.ts';
import type { Authentication, FoundAuthentication, StoredAuthentication } from '../ports/index.ts';
import { awaitAnswer, type IdempotentOperation, runIdempotent } from '../processing/run-idempotent.ts';
import { authenticationDetails } from './authentication-details.ts';
import { makeAuthenticationRequest } from './authentication-request.ts';
import type { AuthenticationCall, BrowserStep, PayerAuthenticationAnswer, ShownAuthentication } from './calls.ts';
import { challengeAgain, challengeStep } from './challenge.ts';
import { authenticationMoney } from './request-money.ts';
import { shownAuthentication } from './shown-authentication.ts';
import { authenticationAddresses, authenticationState } from './state.ts';
import { changedRow, changeState, openState, reloadAuthentication } from './stored-authentication.ts';
import { unfitRequest } from './unfit-fields.ts';
import { type AuthenticationMessage, sentWithinLimits } from './within-limits.ts';

const AUTHENTICATION: IdempotentOperation<AuthenticationCall, FoundAuthentication, PayerAuthenticationAnswer> = {
  assume: () => undefined,
  find: findInitiated,
  replay,
  // An authentication moves no money, so it does not lock the order.
  lockOf: () => undefined,
  execute: executeNew,
};

/** @throws InterfaceError if the request is refused; no change is made */
export function authenticatePayer(gateway: Gateway, call: AuthenticationCall): Promise<PayerAuthenticationAnswer> {
  return runIdempotent(gateway, call, AUTHENTICATION);
}

/** @throws InterfaceError if INITIATE_AUTHENTICATION has started no authentication with that id */
async function findInitiated(gateway: Gateway, call: AuthenticationCall): Promise<FoundAuthentication> {
  const { merchant, orderId, transactionId, operation } = call;
  const order = await gateway.orders.find(merchant.key, orderId);
  const authentication = order && (await gateway.payerAuthentication.authentications.find(order.key, transactionId));
  if (order === undefined || authentication === undefined) {
    const why = `INITIATE_AUTHENTICATION has begun no authentication '${transactionId}' of order '${orderId}'`;
    throw namedError('NOT_POSSIBLE', { operation, why });
  }
  return { order, authentication, merchantId: merchant.id };
}

/** The details of the request that started the authentication; empty if there is no such authentication. */
export async function initiationDetails(
  { orders, payerAuthentication }: Gateway,
  merchant: Merchant,
  orderId: string,
  transactionId: string,
): Promise<RequestFields> {
  const order = await orders.find(merchant.key, orderId);
  const initiated = order && (await payerAuthentication.authentications.find(order.key, transactionId));
  return initiated?.purpose.details ?? {};
}

/** @throws InterfaceError if the stored request with these ids differs, or has no answer yet */
async function replay(
  gateway: Gateway,
  call: AuthenticationCall,
  found: FoundAuthentication,
): Promise<PayerAuthenticationAnswer | undefined> {
  const { requested } = found.authentication;
  if (requested === null) {
    return undefined;
  }
  if (!isFingerprintOf(gateway, call, requested)) {
    throw namedError('NOT_A_REPEAT', { transactionId: call.transactionId });
  }
  return awaitAnswer(gateway, async (polls) => {
    const now = polls === 0 ? found : await reloadAuthentication(gateway, found);
    const shown = await shownAuthentication(gateway, now);
    if (shown.view.stage === 'ASKED') {
      return undefined;
    }
    const step = await challengeAgain(gateway, shown);
    const after = step === undefined ? shown : await reloadAuthentication(gateway, shown);
    return answerOf(await shownAuthentication(gateway, after), step, true);
  });
}

async function executeNew(
  gateway: Gateway,
  call: AuthenticationCall,
  found: FoundAuthentication,
): Promise<PayerAuthenticationAnswer | Raced> {
  if (!gateway.isAlive()) {
    throw namedError('PROCESS_WITHOUT_STORE');
  }
  const plan = await planRequest(gateway, call, found);
  const started = await storeRequest(gateway, call, found, plan);
  if (started === RACED) {
    return RACED;
  }
  return plan.message === undefined
    ? answerOf({ ...started, view: plan.state.view })
    : storeAnswer(gateway, started, await sentWithinLimits(gateway, call, plan.message));
}

/** The planned change: the new state of the authentication, and the request to the issuer. */
interface PlannedRequest {
  readonly state: Authentication;
  readonly purpose: StoredAuthentication['purpose'];
  /** Undefined if there is no request to send, because the card is not enrolled. */
  readonly message: AuthenticationMessage | undefined;
}

/** @throws InterfaceError if the authentication request cannot be made */
async function planRequest(
  gateway: Gateway,
  call: AuthenticationCall,
  found: FoundAuthentication,
): Promise<PlannedRequest> {
  const { authenticator } = gateway.payerAuthentication;
  const { authentication } = found;
  const { profile } = call.merchant;
  const { values, session, currency, amount } = await mergeAndValidate(gateway, call, authentication);
  const instrument = instrumentOf(values);
  const purpose = {
    ...authentication.purpose,
    amount,
    instrument: describeInstrument({ instrument, values, profile, cardFacts: gateway.cardFacts }),
    details: authenticationDetails(values),
    session,
  };
  const stored = openState(gateway, authentication);
  if (profile.payerAuthentication === null) {
    return { state: endedBefore(authenticator.timePassed(stored), call), purpose, message: undefined };
  }
  const { entryPoint, from, isPayer = false, merchant } = call;
  const isMerchants = values.authentication?.channel === 'MERCHANT_REQUESTED';
  const request = makeAuthenticationRequest({
    merchant,
    profile: profile.payerAuthentication,
    currency,
    amount,
    entryPoint,
    isPayer,
    values: isMerchants ? await withAgreedTerms(gateway, merchant.key, values) : values,
    number: instrument.number,
    notificationUrl: challengeUrlOf(gateway, authentication),
    from,
  });
  const answer = authenticator.authenticate(stored, request);
  if (answer.status === 'UNFIT') {
    throw unfitRequest(answer.fields);
  }
  // An authentication that has ended, such as that of a card that is not enrolled, sends no request.
  const message = answer.status === 'ASKED' ? { values, instrument, request: answer } : undefined;
  return { state: answer.asked, purpose, message };
}

/**
 * @throws InterfaceError if the authentication has not ended: it was started while the profile still had settings for
 *   payer authentication
 */
function endedBefore(state: Authentication, { operation }: AuthenticationCall): Authentication {
  if (state.view.stage !== 'ENDED') {
    throw namedError('NOT_POSSIBLE', { operation, why: "the merchant's profile does not want it any more" });
  }
  return state;
}

function challengeUrlOf(gateway: Gateway, authentication: StoredAuthentication): string {
  const state = authenticationState(gateway, authentication);
  return authenticationAddresses(gateway.browser.publicOrigin, state).challengeUrl;
}

/**
 * Returns the request merged over its session and token, and over the request that started the authentication.
 * @throws InterfaceError naming all missing or invalid fields
 */
async function mergeAndValidate(gateway: Gateway, call: AuthenticationCall, authentication: StoredAuthentication) {
  const { details, session: before } = authentication.purpose;
  const merged = await mergedValues(gateway, call);
  const values = merge(details, merged.values);
  const { currency, amount, problems } = authenticationMoney(values, true);
  const all = [
    ...problems,
    ...instrumentProblems(values),
    ...mismatches(gateway, authentication, merged.values),
    ...returnHostProblems(values, 'authentication.redirectResponseUrl', call.merchant.profile),
  ];
  if (all.length > 0 || currency === undefined || amount === undefined) {
    throw invalidFields(all);
  }
  return { values, currency, amount, session: merged.session ?? before };
}

/**
 * Compares the request with that of INITIATE_AUTHENTICATION: card, currency, purpose and channel must match; the amount
 * may differ.
 */
function mismatches(
  { sealer }: Gateway,
  { cardHash, purpose: initiated }: StoredAuthentication,
  { authentication, order, sourceOfFunds }: RequestFields,
): FieldProblem[] {
  const number = sourceOfFunds?.provided?.card?.number;
  const of = initiated.details.authentication;
  const isOtherCard = number !== undefined && !isAuthenticatedCard(sealer, number, cardHash);
  const given: [field: string, asked: string | undefined, initiated: string | undefined][] = [
    ['order.currency', order?.currency, initiated.currency],
    ['authentication.purpose', authentication?.purpose, of?.purpose],
    ['authentication.channel', authentication?.channel, of?.channel],
  ];
  return [
    ...(isOtherCard
      ? [invalidProblem('sourceOfFunds.provided.card.number', 'the card that it was initiated for')]
      : []),
    ...given
      .filter(([, asked, before]) => asked !== undefined && before !== undefined && asked !== before)
      .map(([field, , before]) => invalidProblem(field, `${before}, for which it was initiated`)),
  ];
}

/** @returns RACED if the authentication has changed since it was read; no row was written then */
async function storeRequest(
  gateway: Gateway,
  call: AuthenticationCall,
  found: FoundAuthentication,
  { state, purpose }: PlannedRequest,
): Promise<FoundAuthentication | Raced> {
  const requested = requestFingerprint(gateway, call);
  const authentication = changedRow(gateway, found.authentication, state, { purpose, requested });
  const isStored = await gateway.payerAuthentication.authentications.change(authentication);
  return isStored ? { ...found, authentication } : RACED;
}

/**
 * Stores the issuer's answer. Preserves concurrent changes to the row by a browser or an operator. If a timeout or
 * another process has already ended the authentication, its result is not replaced. Conflicts are retried without a
 * limit, because the issuer answers only once.
 */
async function storeAnswer(
  gateway: Gateway,
  started: FoundAuthentication,
  answer: Authentication,
): Promise<PayerAuthenticationAnswer> {
  const challenge = challengeStep(gateway, answer, started.authentication.purpose);
  const state = challenge?.changed ?? answer;
  const { authenticator } = gateway.payerAuthentication;
  const { found, isChanged } = await changeState(
    gateway,
    started,
    (stored) => (authenticator.timePassed(stored).view.stage === 'ASKED' ? { changed: state } : {}),
    Number.POSITIVE_INFINITY,
  );
  return isChanged
    ? answerOf({ ...found, view: state.view }, challenge?.step)
    : answerOf(await shownAuthentication(gateway, found));
}

function answerOf(shown: ShownAuthentication, challenge?: BrowserStep, repeated = false): PayerAuthenticationAnswer {
  const step = challenge ?? returnStep(shown);
  return { kind: 'DONE', shown, step, repeated };
}

/** The redirect to the merchant, once the authentication has ended or continues without the browser. */
function returnStep({ authentication, view }: ShownAuthentication): BrowserStep | undefined {
  const url = authentication.purpose.details.authentication?.redirectResponseUrl;
  const isFree = view.stage === 'ENDED' || view.stage === 'DECOUPLED';
  return url !== undefined && isFree ? { kind: 'RETURN', url } : undefined;
}
