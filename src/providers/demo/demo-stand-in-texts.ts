/** What the sandbox's providers write, read and written by its stand-in. */
import { createHmac } from 'node:crypto';
import { type Currency, currencyOf, minorUnits } from '../../contract/money.ts';
import type { RawCallback } from '../../gateway/ports/index.ts';

const HEADER = 'x-provider-signature';

/** The same message and time, signed with a key that the sandbox does not have. */
export function resignedByStranger({ headers, body }: RawCallback): RawCallback {
  const [, seconds = ''] = /^t=(\d+),/.exec(String(headers[HEADER])) ?? [];
  const signature = createHmac('sha256', "a stranger's key").update(`${seconds}.`).update(body).digest('hex');
  return { headers: { ...headers, [HEADER]: `t=${seconds},v1=${signature}` }, body };
}

/** @param amount in major units, as the sandbox's ledger has it */
export function minorAmount(amount: string, currency: string): bigint {
  return minorUnits(amount, currencyOf(currency) as Currency) as bigint;
}
