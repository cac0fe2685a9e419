/** The `authentication` group of answers, and of the form that the payer's browser posts to the merchant. */
import type { AnswerOf, AnswerValues } from '../../../contract/answer-types.ts';
import { answeredAuthentication } from '../../../contract/fields/authentication-answer.ts';
import type { Values } from '../../../contract/read.ts';
import { merge } from '../../../contract/values.ts';
import { writeGroup } from '../../../contract/write.ts';
import type { MerchantProfile } from '../../../core/index.ts';
import type { ShownAuthentication } from '../../../core/payer-authentication/index.ts';
import type { AuthenticationView } from '../../../core/ports/index.ts';
import { instant, money } from '../answers/order-answer.ts';

type ProfileOfAuthentication = Pick<MerchantProfile, 'payerAuthentication'>;

/** Registered application provider ids (RID), by which EMV 3-D Secure identifies the schemes' directory servers. */
const DIRECTORY_SERVER_IDS: Readonly<Record<string, string>> = {
  AMEX: 'A000000025',
  DINERS_CLUB: 'A000000152',
  DISCOVER: 'A000000152',
  JCB: 'A000000065',
  MASTERCARD: 'A000000004',
  UNIONPAY: 'A000000333',
  VISA: 'A000000003',
};

type AuthenticationValues = AnswerValues<typeof answeredAuthentication>;

const DECOUPLED_TYPE = '04';

/** EMV's authenticationType to `authentication.method`. */
const METHODS: Readonly<Record<string, AuthenticationValues['method']>> = {
  '01': 'STATIC',
  '02': 'DYNAMIC',
  '03': 'OUT_OF_BAND',
  [DECOUPLED_TYPE]: 'DECOUPLED',
};

/** Values of an answer that only the operation itself has: the next step for the payer's browser. */
export type RedirectValues = Pick<AuthenticationValues, 'redirect' | 'redirectHtml'>;

/**
 * @param redirect additional values of the operation's answer
 * @param version the version of the caller's request
 */
export function authenticationGroup(
  { authentication, view }: ShownAuthentication,
  profile: ProfileOfAuthentication,
  version: number,
  redirect?: RedirectValues,
): AnswerOf<typeof answeredAuthentication> {
  const { purpose, requested, transactionId, updatedAt } = authentication;
  const wasAsked = requested !== null;
  const made: AuthenticationValues = {
    ...resultOf(view, profile),
    transactionId,
    time: wasAsked ? instant(updatedAt) : undefined,
    redirect: redirect?.redirect,
    redirectHtml: redirect?.redirectHtml,
  };
  const values = merge<Values>(purpose.details.authentication, made as Values) as AuthenticationValues;
  return {
    amount: wasAsked ? money(requestedAmount(authentication), purpose.currency) : undefined,
    ...writeGroup(answeredAuthentication, values, version),
  };
}

/** The amount of the authentication in minor units; 0 before AUTHENTICATE_PAYER. */
export function requestedAmount({ purpose, requested }: ShownAuthentication['authentication']): bigint {
  return requested === null ? 0n : (purpose.amount ?? 0n);
}

/** The group in the answer of a payment that names an authentication. */
export function paidAuthentication(
  { authentication, view }: ShownAuthentication,
  profile: ProfileOfAuthentication,
): AuthenticationValues {
  const { transactionId, purpose } = authentication;
  return {
    ...resultOf(view, profile),
    method: undefined,
    payerInteraction: undefined,
    // An authentication of the older pair is not a transaction of the order.
    transactionId: purpose.checked ? undefined : transactionId,
  };
}

function resultOf(view: AuthenticationView, { payerAuthentication }: ProfileOfAuthentication): AuthenticationValues {
  const { identity, result, version, challenge } = view;
  if (version === undefined) {
    return { version: 'NONE' };
  }
  const asked = view.stage === 'DECOUPLED' ? DECOUPLED_TYPE : challenge?.authenticationType;
  return {
    '3ds': identity && {
      acsEci: result?.eci,
      authenticationToken: result?.authenticationToken?.reveal(),
      transactionId: identity.dsTransID,
    },
    '3ds2': {
      '3dsServerTransactionId': identity && view.threeDSServerTransID,
      acsReference: identity?.acsReferenceNumber,
      acsTransactionId: identity?.acsTransID,
      authenticationScheme: view.scheme,
      directoryServerId: DIRECTORY_SERVER_IDS[view.scheme],
      dsReference: identity?.dsReferenceNumber,
      dsTransactionId: identity?.dsTransID,
      methodCompleted: view.method?.completed === 'Y',
      methodSupported: view.method === undefined ? 'NOT_SUPPORTED' : 'SUPPORTED',
      protocolVersion: version,
      requestorId: payerAuthentication?.requestorId,
      requestorName: payerAuthentication?.requestorName,
      statusReasonCode: result?.transStatusReason,
      transactionStatus: statusOf(view),
    },
    method: METHODS[result?.authenticationType ?? asked ?? ''],
    payerInteraction: interactionOf(view),
    version: '3DS2',
  };
}

type TransactionStatus = NonNullable<AuthenticationValues['3ds2']>['transactionStatus'];

const OPEN_STATUSES: Readonly<Partial<Record<AuthenticationView['stage'], TransactionStatus>>> = {
  CHALLENGE: 'C',
  DECOUPLED: 'D',
};

/** EMV's transStatus: the result, or that a challenge is in progress. */
function statusOf({ stage, result }: AuthenticationView): TransactionStatus {
  return result?.transStatus ?? OPEN_STATUSES[stage];
}

function interactionOf({ stage, result }: AuthenticationView): AuthenticationValues['payerInteraction'] {
  const isByBank = stage === 'DECOUPLED' || result?.authenticationType === DECOUPLED_TYPE;
  if (stage === 'CHALLENGE' || isByBank || result?.isChallenged) {
    return 'REQUIRED';
  }
  return stage === 'ENDED' ? 'NOT_REQUIRED' : undefined;
}
