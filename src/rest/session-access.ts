/**
 * Mobile SDKs update a session with nothing but its id: as the password of HTTP Basic, or, below version 50, with no
 * authentication at all and `apiOperation` UPDATE_PAYER_DATA. Whoever holds the id is the payer, so only what a payer knows may be
 * changed that way: never the order, its amount, or where the payer is sent.
 */

import type { Sessions } from '../checkout/session.ts';
import type { SessionBook } from '../checkout/session-book.ts';
import { InterfaceError, invalidFields } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { Merchant, Merchants } from '../gateway/merchant.ts';
import { type Authenticator, basicCredentials, invalidCredentials } from './authenticate.ts';
import { apiOperation, bodyObject, type RestRequest } from './request.ts';

const UNAUTHENTICATED_BELOW_VERSION = 50;
/** Everything else that a session takes is the payer's, or unknown and ignored. */
const ORDER_GROUPS = new Set(['order', 'interaction', 'checkoutMode', 'paymentLink', 'transaction', 'userId']);

export interface SessionAccess {
  readonly authenticator: Authenticator;
  readonly merchants: Merchants;
  readonly book: SessionBook;
  readonly sessions: Sessions;
}

/** The merchant on whose session the caller may act. @throws InterfaceError */
export async function merchantOrSession(
  access: SessionAccess,
  request: RestRequest,
  merchantId: string,
): Promise<Merchant> {
  const credentials = basicCredentials(request.authorization);
  const sessionId = request.path.session ?? '';
  const body = bodyObject(request.body);
  const byId = credentials !== undefined && credentials.merchantId === merchantId && credentials.password === sessionId;
  const byNothing =
    request.authorization === undefined &&
    request.version < UNAUTHENTICATED_BELOW_VERSION &&
    apiOperation(body) === 'UPDATE_PAYER_DATA';
  if (!byId && !byNothing)
    return access.authenticator.merchant(request.authorization, merchantId, request.remoteAddress);
  return payersMerchant(access, merchantId, sessionId, body);
}

async function payersMerchant(
  { merchants, book, sessions }: SessionAccess,
  merchantId: string,
  sessionId: string,
  body: JsonObject,
): Promise<Merchant> {
  const merchant = await merchants.find(merchantId);
  const session = await book.peek(sessionId);
  if (merchant === undefined || session === undefined || session.merchantKey !== merchant.key)
    throw invalidCredentials();
  const beyond = Object.keys(body).filter((name) => ORDER_GROUPS.has(name));
  if (beyond.length > 0) {
    throw invalidFields(
      beyond.map((field) => ({
        field,
        validationType: 'UNSUPPORTED',
        explanation: "the session's own id does not authorize changing it",
      })),
    );
  }
  if (!(await sessions.countAuthentication(session.key))) {
    throw new InterfaceError('REQUEST_REJECTED', "The session's authenticationLimit is reached.");
  }
  return merchant;
}
