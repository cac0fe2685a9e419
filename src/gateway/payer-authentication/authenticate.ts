/**
 * AUTHENTICATE_PAYER: asks the card's issuer who pays, by the scheme's directory server.
 *
 *   asked      durable before anything is sent: the issuer is asked once, and a crash leaves what the worker takes up
 *   answered   by the issuer or by time, stored with the challenge if there is one
 *
 * A repeat waits for the answer and gets it; a payer who is to be challenged is given the challenge again.
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge } from '../../contract/values.ts';
import { isAuthenticatedCard } from '../cards/authenticated-card.ts';
import { describeInstrument, instrumentOf, instrumentProblems } from '../cards/instrument.ts';
import { withAgreedTerms } from '../cards/stored-details.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { returnHostProblems } from '../merchant/return-hosts.ts';
import { fingerprintOf, idempotencyKey, isFingerprintOf } from '../operations/fingerprint.ts';
import { mergedValues } from '../operations/merged-values.ts';
import type { Authentication, FoundAuthentication, StoredAuthentication } from '../ports/index.ts';
import { RACES_MAX } from '../processing/races.ts';
import { askedDetails } from './asked-details.ts';
import { askedRequest } from './asked-request.ts';
import type { AuthenticationAnswer, AuthenticationCall, BrowserStep, ShownAuthentication } from './calls.ts';
import { challengeAgain, challengeStep } from './challenge.ts';
import { askedMoney } from './request-money.ts';
import { shownAuthentication } from './shown.ts';
import { authenticationAddresses, authenticationState } from './state.ts';
import { changedRow, changeState, openState, reloaded } from './stored-authentication.ts';
import { unfitRequest } from './unfit-fields.ts';
import { sentWithinLimits } from './within-limits.ts';

/** Longer than an issuer is waited for: by then the time alone has ended what a dead process has asked. */
const REPEAT_WAIT_MS_MAX = 30_000;
const REPEAT_POLL_MS = 200;

/** @throws InterfaceError when the request is refused; nothing was done then */
export async function authenticatePayer(gateway: Gateway, call: AuthenticationCall): Promise<AuthenticationAnswer> {
  const address = idempotencyKey(call);
  for (let race = 0; race < RACES_MAX; race += 1) {
    await gateway.idempotency.inFlight(address);
    const found = await initiated(gateway, call);
    if (found.authentication.requested !== null) {
      return replay(gateway, call, found);
    }
    if (gateway.idempotency.inFlight(address) !== undefined) {
      continue;
    }
    const answer = await gateway.idempotency.run(address, () => ask(gateway, call, found));
    if (answer !== 'RACED') {
      return answer;
    }
  }
  throw namedError('ORDER_BUSY');
}

/** @throws InterfaceError where INITIATE_AUTHENTICATION has begun no authentication of that id */
async function initiated(gateway: Gateway, call: AuthenticationCall): Promise<FoundAuthentication> {
  const { merchant, orderId, transactionId, operation } = call;
  const order = await gateway.orders.find(merchant.key, orderId);
  const authentication = order && (await gateway.payerAuthentication.authentications.find(order.key, transactionId));
  if (order === undefined || authentication === undefined) {
    const why = `INITIATE_AUTHENTICATION has begun no authentication '${transactionId}' of order '${orderId}'`;
    throw namedError('NOT_POSSIBLE', { operation, why });
  }
  return { order, authentication, merchantId: merchant.id };
}

/** The details that the authentication was begun with; none where there is none. */
export async function begunDetails(
  { orders, payerAuthentication }: Gateway,
  merchant: Merchant,
  orderId: string,
  transactionId: string,
): Promise<RequestFields> {
  const order = await orders.find(merchant.key, orderId);
  const begun = order && (await payerAuthentication.authentications.find(order.key, transactionId));
  return begun?.purpose.details ?? {};
}

/** @throws InterfaceError for another request under the same ids, or one that has no answer yet */
async function replay(
  gateway: Gateway,
  call: AuthenticationCall,
  found: FoundAuthentication,
): Promise<AuthenticationAnswer> {
  const { requested } = found.authentication;
  if (requested === null || !isFingerprintOf(gateway, call, requested)) {
    throw namedError('NOT_A_REPEAT', { transactionId: call.transactionId });
  }
  let now = found;
  for (let waited = 0; waited < REPEAT_WAIT_MS_MAX; waited += REPEAT_POLL_MS) {
    const shown = await shownAuthentication(gateway, now);
    if (shown.view.stage !== 'ASKED') {
      const step = await challengeAgain(gateway, shown);
      const after = step === undefined ? shown : await reloaded(gateway, shown);
      return answerOf(await shownAuthentication(gateway, after), step, true);
    }
    await gateway.pause(REPEAT_POLL_MS);
    now = await reloaded(gateway, now);
  }
  throw namedError('STILL_UNDER_WAY');
}

/** Where the payer's browser goes once the authentication has ended, or its bank goes on without it. */
function returnStep({ authentication, view }: ShownAuthentication): BrowserStep | undefined {
  const url = authentication.purpose.details.authentication?.redirectResponseUrl;
  const isFree = view.stage === 'ENDED' || view.stage === 'DECOUPLED';
  return url !== undefined && isFree ? { kind: 'RETURN', url } : undefined;
}

async function ask(
  gateway: Gateway,
  call: AuthenticationCall,
  found: FoundAuthentication,
): Promise<AuthenticationAnswer | 'RACED'> {
  if (!gateway.isAlive()) {
    throw namedError('PROCESS_WITHOUT_STORE');
  }
  const { authentications } = gateway.payerAuthentication;
  const { state, send, purpose } = await asked(gateway, call, found);
  const requested = fingerprintOf(gateway, call);
  const authentication = changedRow(gateway, found.authentication, state, { purpose, requested });
  if (!(await authentications.change(authentication))) {
    return 'RACED';
  }
  const begun = { ...found, authentication };
  return send === undefined ? answerOf({ ...begun, view: state.view }) : answered(gateway, begun, await send());
}

/**
 * Stores the issuer's answer. What a browser or an operator has changed of the row meanwhile stays beside it; where
 * time or another process has ended the asking, that stands. Tried again as often as others are faster: the issuer says
 * it only once.
 */
async function answered(
  gateway: Gateway,
  begun: FoundAuthentication,
  answer: Authentication,
): Promise<AuthenticationAnswer> {
  const challenge = challengeStep(gateway, answer, begun.authentication.purpose);
  const state = challenge?.changed ?? answer;
  const { authenticator } = gateway.payerAuthentication;
  const { found, isChanged } = await changeState(
    gateway,
    begun,
    (stored) => (authenticator.timePassed(stored).view.stage === 'ASKED' ? { changed: state } : {}),
    Number.POSITIVE_INFINITY,
  );
  return isChanged
    ? answerOf({ ...found, view: state.view }, challenge?.step)
    : answerOf(await shownAuthentication(gateway, found));
}

function answerOf(shown: ShownAuthentication, challenge?: BrowserStep, repeated = false): AuthenticationAnswer {
  const step = challenge ?? returnStep(shown);
  return { kind: 'DONE', shown, ...(step && { step }), repeated };
}

interface Asked {
  readonly state: Authentication;
  /** Undefined where there is nobody to ask: the card takes no part. */
  readonly send?: () => Promise<Authentication>;
  readonly purpose: StoredAuthentication['purpose'];
}

/** @throws InterfaceError where it cannot be asked for so */
async function asked(gateway: Gateway, call: AuthenticationCall, found: FoundAuthentication): Promise<Asked> {
  const { authenticator } = gateway.payerAuthentication;
  const { authentication } = found;
  const { profile } = call.merchant;
  const { values, session, currency, amount } = await judged(gateway, call, authentication);
  const instrument = instrumentOf(values);
  const purpose = {
    ...authentication.purpose,
    amount,
    instrument: describeInstrument({ instrument, values, profile, cardFacts: gateway.cardFacts }),
    details: askedDetails(values),
    ...(session !== undefined && { session }),
  };
  const stored = openState(gateway, authentication);
  if (profile.payerAuthentication === null) {
    return { state: endedBefore(authenticator.timePassed(stored), call), purpose };
  }
  const { entryPoint, from, isPayer = false, merchant } = call;
  const isMerchants = values.authentication?.channel === 'MERCHANT_REQUESTED';
  const request = askedRequest({
    ...{ merchant, profile: profile.payerAuthentication, currency, amount, entryPoint, isPayer },
    values: isMerchants ? await withAgreedTerms(gateway, merchant.key, values) : values,
    number: instrument.number,
    notificationUrl: challengeUrlOf(gateway, authentication),
    ...(from !== undefined && { from }),
  });
  const answer = authenticator.authenticate(stored, request);
  if (answer.status === 'UNFIT') {
    throw unfitRequest(answer.fields);
  }
  // One that has ended already, as that of a card which takes no part, is not asked about.
  const { status } = answer;
  return {
    state: answer.asked,
    purpose,
    ...(status === 'ASKED' && { send: () => sentWithinLimits(gateway, call, { values, instrument }, answer) }),
  };
}

/** @throws InterfaceError where it was begun while the merchant's profile wanted it, and has not ended */
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
 * The request over its session over its token, over what began the authentication.
 * @throws InterfaceError naming every field that is missing or does not fit
 */
async function judged(gateway: Gateway, call: AuthenticationCall, authentication: StoredAuthentication) {
  const { details, session: before } = authentication.purpose;
  const merged = await mergedValues(gateway, call);
  const values = merge(details, merged.values);
  const { currency, amount, problems } = askedMoney(values, true);
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
 * What INITIATE_AUTHENTICATION has begun is for this card, currency, purpose and channel; its amount may be another.
 */
function mismatches(
  { sealer }: Gateway,
  { cardHash, purpose: begun }: StoredAuthentication,
  { authentication, order, sourceOfFunds }: RequestFields,
): FieldProblem[] {
  const number = sourceOfFunds?.provided?.card?.number;
  const of = begun.details.authentication;
  const isOtherCard = number !== undefined && !isAuthenticatedCard(sealer, number, cardHash);
  const given: [field: string, asked: string | undefined, begun: string | undefined][] = [
    ['order.currency', order?.currency, begun.currency],
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
