/** A merchant's payments under an agreement, and the payer's link for one that requires authentication. */
import { turnpike } from '../../cli/turnpike.ts';
import { newOrderId } from '../../support/merchant.ts';
import type { Stack } from '../../support/stack.ts';

const NUMBER = '5123450000000008';
export const APPROVED_EXPIRY = { month: '1', year: '39' };
/** The sandbox's acquirer answers with a soft decline (SCA required). */
export const SOFT_EXPIRY = { month: '11', year: '38' };

const cardOf = (expiry: object) => ({ type: 'CARD', provided: { card: { number: NUMBER, expiry } } });

export interface Renewal {
  readonly orderId: string;
  readonly agreement: { readonly id: string; readonly type: string };
}

let agreements = 0;

/** An agreement that its payer has made, and a renewal of EUR 12.00 under it as transaction `r1`. */
export async function renewal(
  { merchant }: Stack,
  { expiry = SOFT_EXPIRY, ...more }: { readonly expiry?: object; readonly sourceOfFunds?: object } = {},
): Promise<Renewal> {
  agreements += 1;
  const agreement = { id: `BOX-${Date.now()}-${agreements}`, type: 'UNSCHEDULED' };
  const order = { amount: '12.00', currency: 'EUR', description: 'A box of books' };
  const agreed = await merchant.pay(newOrderId(), '1', { order, agreement, sourceOfFunds: cardOf(APPROVED_EXPIRY) });
  if (agreed.body.result !== 'SUCCESS') {
    throw new Error(agreed.text);
  }
  const orderId = newOrderId();
  await renew(merchant, { orderId, agreement }, 'r1', { order, sourceOfFunds: cardOf(expiry), ...more });
  return { orderId, agreement };
}

/** A merchant-initiated payment under the agreement. */
export async function renew(
  merchant: Stack['merchant'],
  { orderId, agreement }: Renewal,
  transactionId: string,
  more: object = {},
) {
  const order = { amount: '12.00', currency: 'EUR', description: 'A box of books' };
  const answer = await merchant.pay(orderId, transactionId, {
    ...{ order, agreement, sourceOfFunds: cardOf(SOFT_EXPIRY), transaction: { source: 'MERCHANT' } },
    ...more,
  });
  if (answer.status >= 300) {
    throw new Error(answer.text);
  }
  return answer;
}

/** `turnpike payer-authentication link`, in this process. */
export async function linkFor({ dataDir, databaseUrl, origin }: Stack, orderId: string, ...more: string[]) {
  const args = ['payer-authentication', 'link', 'TESTSHOP', orderId, ...more];
  const { code, out, err } = await turnpike(dataDir, args, {
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: origin,
  });
  const [url = ''] = out.split('\n');
  return { code, out, err, url };
}
