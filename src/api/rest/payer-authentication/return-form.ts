/**
 * The form that the payer's browser posts to the merchant after the authentication. A browser can alter it, so a
 * merchant with a session reads the result from the part that is encrypted under the session's key, or retrieves the
 * transaction.
 */
import { createCipheriv, randomBytes } from 'node:crypto';
import type { KeyedSession, Session, Sessions } from '../../../checkout/index.ts';
import { textAt } from '../../../contract/values.ts';
import { answerText } from '../../../contract/write.ts';
import { type Merchant, returnHostProblems } from '../../../core/index.ts';
import type { ShownAuthentication } from '../../../core/payer-authentication/index.ts';
import type { Merchants } from '../../../core/ports/index.ts';
import { answerStatuses } from './authentication-status.ts';
import { authenticationGroup } from './group.ts';
import type { FormFields } from './html.ts';

/**
 * 32 bytes in Base64, constant for a session.
 *
 * @returns undefined if a session of an older release is given without its id, from which its key was derived
 */
export type SessionKey = (session: KeyedSession & Partial<Pick<Session, 'id'>>) => string | undefined;

export interface ReturnFormDependencies {
  readonly merchants: Merchants;
  readonly sessions: Sessions;
  readonly sessionKey: SessionKey;
}

/** A form for the payer's browser to post. */
export interface ReturnForm {
  /** Absolute: the merchant's `authentication.redirectResponseUrl`. */
  readonly url: string;
  readonly fields: FormFields;
}

/** The nonce of GCM, which must be unique under one key. */
const NONCE_BYTES = 12;

/** Undefined if the merchant gave no URL, or the profile no longer allows it: then the payer stays on the page. */
export async function returnForm(
  dependencies: ReturnFormDependencies,
  shown: ShownAuthentication,
): Promise<ReturnForm | undefined> {
  const { details } = shown.authentication.purpose;
  const url = textAt(details, 'authentication.redirectResponseUrl');
  const merchant = await dependencies.merchants.find(shown.merchantId);
  if (url === undefined || merchant === undefined) {
    return undefined;
  }
  if (returnHostProblems(details, 'authentication.redirectResponseUrl', merchant.profile).length > 0) {
    return undefined;
  }
  return { url, fields: await returnFields(dependencies, merchant, shown) };
}

/** The field names contain dots, which PHP converts to underscores. */
export async function returnFields(
  { sessions, sessionKey }: Omit<ReturnFormDependencies, 'merchants'>,
  { profile }: Merchant,
  shown: ShownAuthentication,
): Promise<FormFields> {
  const { transactionId, purpose } = shown.authentication;
  const { gatewayRecommendation, result } = answerStatuses(shown.view, profile);
  const session = purpose.session === undefined ? undefined : await sessions.findByKey(purpose.session);
  const key = session && sessionKey(session);
  const authentication = authenticationGroup(shown, profile, purpose.version);
  return {
    'order.id': shown.order.orderId,
    'transaction.id': transactionId,
    'response.gatewayRecommendation': gatewayRecommendation,
    result,
    ...(key !== undefined && encryptedFields(answerText(authentication), key)),
  };
}

function encryptedFields(text: string, key: string): FormFields {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    'encryptedData.ciphertext': ciphertext.toString('base64'),
    'encryptedData.nonce': nonce.toString('base64'),
    'encryptedData.tag': cipher.getAuthTag().toString('base64'),
  };
}
