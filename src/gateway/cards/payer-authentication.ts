/** The payer authentication that was made outside the gateway, as sent to the acquirer; and the rules of its group. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { Secret } from '../../contract/secret.ts';
import type { PayerAuthentication } from '../ports/index.ts';

/** An attempted authentication needs an enrolled card, and its token an authentication that got an answer. */
export function authenticationProblems({ '3DSecure': result }: RequestFields): FieldProblem[] {
  const { authenticationStatus: status, authenticationToken: token, enrollmentStatus: enrollment } = result ?? {};
  const problems: FieldProblem[] = [];
  if (status !== undefined && enrollment !== 'ENROLLED') {
    problems.push(invalidProblem('3DSecure.authenticationStatus', 'only where enrollmentStatus is ENROLLED'));
  }
  if (token !== undefined && status === 'AUTHENTICATION_NOT_AVAILABLE') {
    problems.push(
      invalidProblem(
        '3DSecure.authenticationToken',
        'there is none where authenticationStatus is AUTHENTICATION_NOT_AVAILABLE',
      ),
    );
  }
  return problems;
}

/** A mobile wallet's cryptogram takes precedence over a 3-D Secure result: the device made it for this payment. */
export function payerAuthentication(fields: RequestFields): PayerAuthentication | undefined {
  const { acsEci, authenticationToken, xid } = fields['3DSecure'] ?? {};
  const wallet = fields.sourceOfFunds?.provided?.card?.mobileWallet?.['3DSecure'];
  const eci = wallet?.eciIndicator ?? acsEci;
  const token =
    wallet?.onlinePaymentCryptogram ??
    (authenticationToken === undefined ? undefined : new Secret(authenticationToken));
  if (eci === undefined && token === undefined && xid === undefined) {
    return undefined;
  }
  return { ...(eci !== undefined && { eci }), ...(token && { token }), ...(xid !== undefined && { xid }) };
}
