/** The transmission of a webhook, correct or with a fault. */

import type { WebhookMode } from '../faults.ts';
import type { EventRow } from '../ledger/rows.ts';
import { certificateId, signatureHeaders } from './signature.ts';
import type { Signers } from './signers.ts';

export interface SentWebhook {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The id of another account, with only those characters that PayPal uses. */
const OTHER_MERCHANT = 'W2TRANGERSHXP';

export function transmissionOf(
  { body }: EventRow,
  webhookId: string,
  mode: WebhookMode | 'NONE',
  { signers, base }: { readonly signers: Signers; readonly base: string },
): SentWebhook {
  const sent = mode === 'OTHER_MERCHANT' ? ofOtherMerchant(body) : body;
  const isForeign = mode === 'FOREIGN_CERTIFICATE' || mode === 'FOREIGN_HOST';
  const { signingKey } = isForeign || mode === 'FORGED' ? signers.foreign : signers.own;
  const certificates = `${base}/v1/notifications/certs/${certificateId(isForeign ? signers.foreign : signers.own)}`;
  const url = mode === 'FOREIGN_HOST' ? certificates.replace('//127.0.0.1', '//localhost') : certificates;
  return {
    headers: signatureHeaders({ webhookId, body: sent }, signingKey, url, Date.now()),
    body: mode === 'ALTERED' ? alterAmounts(sent) : sent,
  };
}

/** Replaces every account id in the event by the id of another account. */
function ofOtherMerchant(body: string): string {
  return body.replace(/"merchant_id":"[^"]*"/g, `"merchant_id":"${OTHER_MERCHANT}"`);
}

/** Puts a digit before every amount, for receivers that do not check the signature. */
function alterAmounts(body: string): string {
  return body.replace(/"value":"/g, '"value":"1');
}
