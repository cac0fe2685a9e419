/** The `authentication` group of answers, and of the form that the payer's browser posts to the merchant. */
import { answeredAuthentication } from '../../../contract/fields/authentication-answer.ts';
import type { Values } from '../../../contract/read.ts';
import { merge } from '../../../contract/values.ts';
import { type AnswerFields, writeGroup } from '../../../contract/write.ts';
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

const DECOUPLED_TYPE = '04';

/** EMV's authenticationType to `authentication.method`. */
const METHODS: Readonly<Record<string, string>> = {
  '01': 'STATIC',
  '02': 'DYNAMIC',
  '03': 'OUT_OF_BAND',
  [DECOUPLED_TYPE]: 'DECOUPLED',
};

/**
 * @param redirect additional values of the operation's answer
 * @param version of the caller's request
 */
export function authenticationGroup(
  { authentication, view }: ShownAuthentication,
  profile: ProfileOfAuthentication,
  version: number,
  redirect: Values = {},
): AnswerFields {
  const { purpose, requested, transactionId, updatedAt } = authentication;
  const wasAsked = requested !== null;
  const values = merge<Values>(purpose.details.authentication, {
    ...resultOf(view, profile),
    transactionId,
    ...(wasAsked && { time: instant(updatedAt) }),
    ...redirect,
  });
  const amount = wasAsked && { amount: money(requestedAmount(authentication), purpose.currency) };
  return { ...amount, ...writeGroup(answeredAuthentication, values, version) };
}

/** In minor units. 0 before AUTHENTICATE_PAYER. */
export function requestedAmount({ purpose, requested }: ShownAuthentication['authentication']): bigint {
  return requested === null ? 0n : (purpose.amount ?? 0n);
}

/** The authentication in the answer of the payment that names it. */
export function paidAuthentication(
  { authentication, view }: ShownAuthentication,
  profile: ProfileOfAuthentication,
): Values {
  const { method: _method, payerInteraction: _interaction, ...result } = resultOf(view, profile);
  // An authentication of the older pair is not a transaction of the order.
  return authentication.purpose.checked ? result : { ...result, transactionId: authentication.transactionId };
}

function resultOf(view: AuthenticationView, { payerAuthentication }: ProfileOfAuthentication): Values {
  const { identity, result, version, challenge } = view;
  if (version === undefined) {
    return { version: 'NONE' };
  }
  const asked = view.stage === 'DECOUPLED' ? DECOUPLED_TYPE : challenge?.authenticationType;
  const method = METHODS[result?.authenticationType ?? asked ?? ''];
  const interaction = interactionOf(view);
  return {
    ...(identity && {
      '3ds': withoutUndefined({
        acsEci: result?.eci,
        authenticationToken: result?.authenticationToken?.reveal(),
        transactionId: identity.dsTransID,
      }),
    }),
    '3ds2': withoutUndefined({
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
    }),
    ...(method !== undefined && { method }),
    ...(interaction !== undefined && { payerInteraction: interaction }),
    version: '3DS2',
  };
}

/** EMV's transStatus: the result, or that a challenge is in progress. */
function statusOf({ stage, result }: AuthenticationView): string | undefined {
  return result?.transStatus ?? ({ CHALLENGE: 'C', DECOUPLED: 'D' } as Record<string, string>)[stage];
}

function interactionOf({ stage, result }: AuthenticationView): string | undefined {
  const isByBank = stage === 'DECOUPLED' || result?.authenticationType === DECOUPLED_TYPE;
  if (stage === 'CHALLENGE' || isByBank || result?.isChallenged) {
    return 'REQUIRED';
  }
  return stage === 'ENDED' ? 'NOT_REQUIRED' : undefined;
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
