/** CHECK_3DS_ENROLLMENT, PROCESS_ACS_RESULT and their retrieval: `…/3DSecureId/{id}`. */
import { namedError } from '../../../../contract/errors/catalogue.ts';
import { invalidField } from '../../../../contract/interface-error.ts';
import { OPERATIONS } from '../../../../contract/operations.ts';
import type { RequestFields } from '../../../../contract/request-fields.ts';
import { type Merchant, problemsOfRefused } from '../../../../core/index.ts';
import {
  authenticationAddresses,
  authenticationState,
  browserMessage,
  checkedAuthentication,
  checkedOrderId,
  initiateAuthentication,
  isBrowserMessage,
  isSchemeOf,
  type ShownAuthentication,
  shownAuthentication,
} from '../../../../core/payer-authentication/index.ts';
import { echo, type OperationAnswer, type OperationRequest, readRequest } from '../../rest-request.ts';
import { simpleHtml } from '../html.ts';
import type { AuthenticationDependencies } from '../routes.ts';
import { type EnrolmentRedirect, olderAnswer } from './enrolment-answer.ts';

/**
 * The time for the payer to open the page of the ACS. Afterwards the card is deleted, and the page starts no
 * authentication.
 */
const PAYER_COMES_MS_MAX = 60 * 60_000;

export async function checkEnrolment(
  dependencies: AuthenticationDependencies,
  merchant: Merchant,
  request: OperationRequest<'CHECK_3DS_ENROLLMENT'>,
): Promise<OperationAnswer<'CHECK_3DS_ENROLLMENT'>> {
  const { gateway, loopbackUrls, sessionService, sessions } = dependencies;
  const { operation, version, json, path } = request;
  const id = path['3DSecure'];
  const { values, ignored, asSent } = await readRequest(
    OPERATIONS[operation].request,
    json,
    { merchant, operation, version, loopbackUrls },
    (read, reported) => problemsOfRefused(gateway, { merchant, operation, values: read, reported }),
  );
  const authentication = { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' } as const;
  const answered = await initiateAuthentication(gateway, {
    merchant,
    orderId: checkedOrderId(id),
    transactionId: id,
    operation: 'INITIATE_AUTHENTICATION',
    version,
    entryPoint: 'WEB_SERVICES_API',
    values: { ...values, authentication },
    asSent: asSent && (() => ({ ...asSent(), authentication })),
    from: request.remoteAddress,
    keepCard: async (merged) => {
      const session = await sessionService.create(merchant.key, { values: cardOf(merged) });
      await sessions.touch(session.key, gateway.clock.now() + PAYER_COMES_MS_MAX);
      return session.key;
    },
  });
  if (answered.kind === 'LOCKED') {
    throw namedError('ORDER_BUSY');
  }
  const { shown } = answered;
  const redirect = shown.view.stage === 'ENDED' ? undefined : redirectOf(dependencies, shown);
  const body = olderAnswer(shown, { merchant, version, hasScheme: hasSchemeOf(dependencies, shown), redirect });
  return { body: Object.assign(echo(values), body), ignored };
}

/** Keeps the card without its security code, which belongs to the payment rather than to the authentication. */
function cardOf({ sourceOfFunds }: RequestFields): RequestFields {
  const { number, expiry, nameOnCard } = sourceOfFunds?.provided?.card ?? {};
  const card = { ...(number && { number }), ...(expiry && { expiry }), ...(nameOnCard && { nameOnCard }) };
  return { sourceOfFunds: { type: 'CARD', provided: { card } } };
}

/** The form for the payer's browser. Unless the request selects a form, the answer contains both. */
function redirectOf(
  { gateway }: AuthenticationDependencies,
  { authentication }: ShownAuthentication,
): EnrolmentRedirect {
  const { pageGenerationMode, responseUrl } = authentication.purpose.details['3DSecure']?.authenticationRedirect ?? {};
  const { publicOrigin } = gateway.browser;
  const { bankUrl } = authenticationAddresses(publicOrigin, authenticationState(gateway, authentication));
  const paReq = browserMessage(gateway, 'PaReq', authentication);
  const isSimple = responseUrl !== undefined && pageGenerationMode !== 'CUSTOMIZED';
  return {
    customized: pageGenerationMode === 'SIMPLE' ? undefined : { acsUrl: bankUrl, paReq },
    simple: isSimple
      ? { htmlBodyContent: simpleHtml(bankUrl, { PaReq: paReq, TermUrl: responseUrl, MD: '' }) }
      : undefined,
  };
}

export async function processAcsResult(
  dependencies: AuthenticationDependencies,
  merchant: Merchant,
  request: OperationRequest<'PROCESS_ACS_RESULT'>,
): Promise<OperationAnswer<'PROCESS_ACS_RESULT'>> {
  const { gateway, loopbackUrls } = dependencies;
  const { operation, version, json, path } = request;
  const { values, ignored } = await readRequest(
    OPERATIONS[operation].request,
    json,
    { merchant, operation, version, loopbackUrls },
    (read, reported) => problemsOfRefused(gateway, { merchant, operation, values: read, reported }),
  );
  const paRes = values['3DSecure']?.paRes;
  if (paRes === undefined) {
    throw invalidField('3DSecure.paRes', 'it is required', 'MISSING');
  }
  const shown = await findChecked(dependencies, merchant, path['3DSecure']);
  if (!isBrowserMessage(gateway, 'PaRes', shown.authentication, paRes)) {
    throw invalidField('3DSecure.paRes', 'the PaRes that the payer’s browser brought home from this authentication');
  }
  return { body: Object.assign(echo(values), answerOf(dependencies, merchant, version, shown)), ignored };
}

export async function getAcsResult(
  dependencies: AuthenticationDependencies,
  merchant: Merchant,
  { path, version }: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_3DS_RESULT'>> {
  return {
    body: answerOf(dependencies, merchant, version, await findChecked(dependencies, merchant, path['3DSecure'])),
  };
}

/** @throws InterfaceError if the merchant has checked no card under this id */
async function findChecked({ gateway }: AuthenticationDependencies, merchant: Merchant, id: string) {
  const found = await checkedAuthentication(gateway, merchant.key, id);
  if (found === undefined) {
    throw invalidField('3DSecureId', 'an id of yours that CHECK_3DS_ENROLLMENT was called with');
  }
  return shownAuthentication(gateway, { ...found, merchantId: merchant.id });
}

function answerOf(
  dependencies: AuthenticationDependencies,
  merchant: Merchant,
  version: number,
  shown: ShownAuthentication,
) {
  return olderAnswer(shown, { merchant, version, hasScheme: hasSchemeOf(dependencies, shown) });
}

function hasSchemeOf({ gateway }: AuthenticationDependencies, { authentication }: ShownAuthentication): boolean {
  return isSchemeOf(gateway.payerAuthentication.schemes, authentication.purpose.instrument.scheme);
}
