/** Signs callbacks in the form of the sandbox's providers. */
import { createHmac } from 'node:crypto';
import type { RawCallback } from '../../core/ports/index.ts';

const HEADER = 'x-provider-signature';

/** Forges a callback: the same message and time, signed with a key that the sandbox does not have. */
export function resignDemoCallback({ headers, body }: RawCallback): RawCallback {
  const [, seconds = ''] = /^t=(\d+),/.exec(String(headers[HEADER])) ?? [];
  const signature = createHmac('sha256', "a stranger's key").update(`${seconds}.`).update(body).digest('hex');
  return { headers: { ...headers, [HEADER]: `t=${seconds},v1=${signature}` }, body };
}
