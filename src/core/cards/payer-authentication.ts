/** The payer authentication to send to the acquirer, from any source, and the rules of its field groups. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { Secret } from '../../contract/secret.ts';
import type { PayerAuthentication } from '../ports/index.ts';

/** An authentication status requires an enrolled card, and the status AUTHENTICATION_NOT_AVAILABLE excludes a token. */
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
 * Chooses the single result that is sent to the acquirer, the first of these that exists: the gateway's own
 * authentication that the payment names, which a request cannot override; a mobile wallet's cryptogram, which the
 * device made for this payment; an EMV 3-D Secure result made elsewhere (`authentication.3ds` and
 * `authentication.3ds2`); a result in the older group `3DSecure`. A wallet has only an indicator and a token; its other
 * data comes from one of the others as a whole, because parts of two results would prove no authentication.
 *
 * @param made the authentication by this gateway
 */
export function payerAuthentication(
  fields: RequestFields,
  made?: PayerAuthentication,
): PayerAuthentication | undefined {
  const result = made ?? externalAuthentication(fields);
  return isEmpty(result) ? undefined : result;
}

function isEmpty(result: PayerAuthentication): boolean {
  const { eci, token, xid, dsTransactionId, protocolVersion, transStatus } = result;
  return (eci ?? token ?? xid ?? dsTransactionId ?? protocolVersion ?? transStatus) === undefined;
}

function externalAuthentication(fields: RequestFields): PayerAuthentication {
  const other = ofOwnServer(fields) ?? ofOlderGroup(fields);
  const wallet = fields.sourceOfFunds?.provided?.card?.mobileWallet?.['3DSecure'];
  const { eciIndicator, onlinePaymentCryptogram } = wallet ?? {};
  return {
    ...other,
    eci: eciIndicator ?? other.eci,
    token: onlinePaymentCryptogram ?? other.token,
  };
}

/** The result of the merchant's own 3DS Server. Undefined if the request has none of its fields. */
function ofOwnServer({ authentication }: RequestFields): PayerAuthentication | undefined {
  const { '3ds': shared, '3ds2': version2 } = authentication ?? {};
  const dsTransactionId = version2?.dsTransactionId ?? shared?.transactionId;
  const [protocolVersion, transStatus] = [version2?.protocolVersion, version2?.transactionStatus];
  const result = {
    ...eciAndToken(shared),
    dsTransactionId,
    protocolVersion,
    transStatus,
  };
  return isEmpty(result) ? undefined : result;
}

function ofOlderGroup({ '3DSecure': result }: RequestFields): PayerAuthentication {
  return { ...eciAndToken(result), xid: result?.xid };
}

interface EciAndToken {
  readonly acsEci?: string | undefined;
  readonly authenticationToken?: string | undefined;
}

function eciAndToken({ acsEci, authenticationToken }: EciAndToken = {}): PayerAuthentication {
  return {
    eci: acsEci,
    token: authenticationToken === undefined ? undefined : new Secret(authenticationToken),
  };
}
