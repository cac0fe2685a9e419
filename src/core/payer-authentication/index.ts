/**
 * Payer authentication by EMV 3-D Secure, for the rest of the program. An authentication is a record in addition to an
 * order's transactions: it moves no money and takes no lock. The 3DS Server behind the port decides its progress, and a
 * payment can then refer to it (`operations/authenticated-payment.ts`).
 */

export { isCancelledByPayer } from '../cards/cancelled-challenge.ts';
export { checkedAuthentication, checkedOrderId } from '../cards/named-authentication.ts';
export { authenticatePayer, initiationDetails } from './authenticate.ts';
export type { AuthenticationCall, BrowserStep, PayerAuthenticationAnswer, ShownAuthentication } from './calls.ts';
export { challengeAgain, challengeCameBack } from './challenge.ts';
export { authenticatesPayers, hasDirectoryServer, isSchemeOf, takesVersion2 } from './enrolment.ts';
export { initiateAuthentication } from './initiate.ts';
export { methodCameBack, methodUnderWay } from './method.ts';
export { receiveResult } from './receive-result.ts';
export {
  type AuthenticationOrderStatus,
  authenticationAt,
  authenticationOfPayment,
  authenticationsOf,
  shownAuthentication,
  unpaidStatus,
} from './shown-authentication.ts';
export { type AuthenticationAddresses, authenticationAddresses, authenticationState } from './state.ts';
export { browserMessage, isBrowserMessage } from './three-ds-1/browser-messages.ts';
export { changePurpose, startMethod } from './three-ds-1/enrolment-changes.ts';
export { authenticationWorker } from './worker.ts';
