/** Session answers: what is stored, the card number masked, the security code as `xxx`. */

import type { Session } from '../../checkout/session.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Values } from '../../contract/read.ts';
import { secretAt } from '../../contract/values.ts';
import { type Answer, writeGroup } from '../../contract/write.ts';
import { maskedNumber } from '../../gateway/instrument.ts';
import type { Merchant } from '../../gateway/merchant.ts';

const CARD = 'sourceOfFunds.provided.card';
const GIFT_CARD = 'sourceOfFunds.provided.giftCard';

/** @param values the session's fields with card data as `Secret`s, which are masked here */
export function sessionAnswer(session: Session, values: Values, merchant: Merchant, version: number): Answer {
  const fields = writeGroup(OPERATIONS.UPDATE_SESSION, masked(values, merchant), version);
  return {
    ...fields,
    merchant: merchant.id,
    session: {
      id: session.id,
      updateStatus: session.updateStatus,
      version: session.version,
    },
    version: version.toString(),
  };
}

function masked(values: Values, { profile }: Merchant): Values {
  const copy = structuredCopy(values);
  replace(copy, values, `${CARD}.number`, (secret) => maskedNumber(secret, profile.cardMasking));
  replace(copy, values, `${GIFT_CARD}.number`, (secret) => maskedNumber(secret, profile.cardMasking));
  replace(copy, values, `${CARD}.securityCode`, () => 'xxx');
  replace(copy, values, `${GIFT_CARD}.pin`, () => 'xxx');
  return copy;
}

/** `Secret` writes itself as a mask, so a copy by way of JSON holds none. */
function structuredCopy(values: Values): Values {
  return JSON.parse(JSON.stringify(values)) as Values;
}

function replace(
  copy: Values,
  values: Values,
  path: string,
  mask: (secret: NonNullable<ReturnType<typeof secretAt>>) => string,
): void {
  const secret = secretAt(values, path);
  if (secret === undefined) return;
  const names = path.split('.');
  const last = names.pop() as string;
  let at = copy;
  for (const name of names) at = at[name] as Values;
  at[last] = mask(secret);
}
