/** The authentication of a payer as it is sent to the acquirer, wherever it was made; and the rules of its groups. */
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

/**
 * The one result that the acquirer is sent: the first that exists of the authentication made here that the payment
 * names, which nothing in a request overrules; a mobile wallet's cryptogram, since the device made it for this payment;
 * one made elsewhere by EMV 3-D Secure (`authentication.3ds` and `authentication.3ds2`); one in the older group,
 * `3DSecure`. A wallet has its own indicator and token alone; the rest is taken from one of the others whole, since
 * halves of two would prove nothing.
 *
 * @param made the authentication made here
 */
export function payerAuthentication(
  fields: RequestFields,
  made?: PayerAuthentication,
): PayerAuthentication | undefined {
  const result = made ?? notMadeHere(fields);
  return Object.keys(result).length === 0 ? undefined : result;
}

function notMadeHere(fields: RequestFields): PayerAuthentication {
  const other = ofOwnServer(fields) ?? ofOlderGroup(fields);
  const wallet = fields.sourceOfFunds?.provided?.card?.mobileWallet?.['3DSecure'];
  const { eciIndicator, onlinePaymentCryptogram } = wallet ?? {};
  return {
    ...other,
    ...(eciIndicator !== undefined && { eci: eciIndicator }),
    ...(onlinePaymentCryptogram && { token: onlinePaymentCryptogram }),
  };
}

/** Made by a merchant's own server. Undefined where nothing of it is given. */
function ofOwnServer({ authentication }: RequestFields): PayerAuthentication | undefined {
  const { '3ds': shared, '3ds2': version2 } = authentication ?? {};
  const dsTransactionId = version2?.dsTransactionId ?? shared?.transactionId;
  const [protocolVersion, transStatus] = [version2?.protocolVersion, version2?.transactionStatus];
  const result = {
    ...eciAndToken(shared),
    ...(dsTransactionId !== undefined && { dsTransactionId }),
    ...(protocolVersion !== undefined && { protocolVersion }),
    ...(transStatus !== undefined && { transStatus }),
  };
  return Object.keys(result).length === 0 ? undefined : result;
}

function ofOlderGroup({ '3DSecure': result }: RequestFields): PayerAuthentication {
  return { ...eciAndToken(result), ...(result?.xid !== undefined && { xid: result.xid }) };
}

interface EciAndToken {
  readonly acsEci?: string | undefined;
  readonly authenticationToken?: string | undefined;
}

function eciAndToken({ acsEci, authenticationToken }: EciAndToken = {}): PayerAuthentication {
  return {
    ...(acsEci !== undefined && { eci: acsEci }),
    ...(authenticationToken !== undefined && { token: new Secret(authenticationToken) }),
  };
}
