/** The payer authentication that was made outside the gateway, as sent to the acquirer; and the rules of its group. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import type { Values } from '../../contract/read.ts';
import { Secret } from '../../contract/secret.ts';
import { secretAt, textAt } from '../../contract/values.ts';
import type { PayerAuthentication } from '../ports/index.ts';

const GROUP = '3DSecure';
const WALLET = 'sourceOfFunds.provided.card.mobileWallet.3DSecure';

/** Built once: building and splitting a path at each use costs time. */
const PATHS = {
  acsEci: `${GROUP}.acsEci`,
  authenticationStatus: `${GROUP}.authenticationStatus`,
  authenticationToken: `${GROUP}.authenticationToken`,
  eciIndicator: `${WALLET}.eciIndicator`,
  enrollmentStatus: `${GROUP}.enrollmentStatus`,
  onlinePaymentCryptogram: `${WALLET}.onlinePaymentCryptogram`,
  xid: `${GROUP}.xid`,
} as const;

/** An attempted authentication needs an enrolled card, and its token an authentication that got an answer. */
export function authenticationProblems(values: Values): FieldProblem[] {
  const enrollment = textAt(values, PATHS.enrollmentStatus);
  const status = textAt(values, PATHS.authenticationStatus);
  const problems: FieldProblem[] = [];
  if (status !== undefined && enrollment !== 'ENROLLED') {
    problems.push(invalidInGroup('authenticationStatus', 'only where enrollmentStatus is ENROLLED'));
  }
  if (textAt(values, PATHS.authenticationToken) !== undefined && status === 'AUTHENTICATION_NOT_AVAILABLE') {
    problems.push(
      invalidInGroup('authenticationToken', 'there is none where authenticationStatus is AUTHENTICATION_NOT_AVAILABLE'),
    );
  }
  return problems;
}

function invalidInGroup(name: string, explanation: string): FieldProblem {
  return invalidProblem(`${GROUP}.${name}`, explanation);
}

/** A mobile wallet's cryptogram takes precedence over a 3-D Secure result: the device made it for this payment. */
export function payerAuthentication(values: Values): PayerAuthentication | undefined {
  const eci = textAt(values, PATHS.eciIndicator) ?? textAt(values, PATHS.acsEci);
  const text = textAt(values, PATHS.authenticationToken);
  const token = secretAt(values, PATHS.onlinePaymentCryptogram) ?? (text === undefined ? undefined : new Secret(text));
  const xid = textAt(values, PATHS.xid);
  if (eci === undefined && token === undefined && xid === undefined) {
    return undefined;
  }
  return { ...(eci !== undefined && { eci }), ...(token && { token }), ...(xid !== undefined && { xid }) };
}
