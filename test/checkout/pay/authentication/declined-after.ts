/** The page's words for one authentication result and one payment result. */
import { vi } from 'vitest';
import type { GatewayCode } from '../../../../src/contract/gateway-codes.ts';
import { OUTCOME_OF_EXPIRY } from '../../../../src/sandbox/acquirer/outcomes.ts';
import type { World } from '../../../api/rest/payer-authentication/world.ts';
import { cardForm, hands, wordsOf } from '../../hands.ts';

export type TransStatus = 'A' | 'I' | 'N' | 'R' | 'U' | 'Y';

export const NOT_CONFIRMED = /Your bank did not confirm this payment/;
export const NOT_ASKED = /We couldn.t reach your bank/;
/** Titles of a decline that is independent of the authentication. */
export const PLAIN = /Your card was declined|The payment did not go through/;

/** Without this, so many declines of one payer would count as card testing. */
export const UNLIMITED = { limits: { challenges: false, declinesPerCard: null, declinesPerBin: null } };

const ANSWERED = { timeout: 20_000 };

let cards = 0;
/** A card of the sandbox's directory servers that is used once in this file, since limits count declines by card. */
function freshCard(): string {
  cards += 1;
  const digits = `51234500${cards.toString().padStart(7, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** @returns the text of the payer's page after the payment, and the gateway code for the merchant */
export async function paidAfter({ rig, threeDS, origin }: World, transStatus: TransStatus, expiry: string) {
  const { checkout, browse, form, post } = hands(() => rig);
  threeDS.threeDS.outcomes.choose({ transStatus }, 1);
  const { id, order } = await checkout();
  const { hidden, action, cookie } = await form(id);
  await post(action, { ...hidden, ...cardForm(expiry, { number: freshCard() }) }, { Cookie: cookie, Origin: origin });
  // On a busy machine the acquirer's answer may come after the page's.
  const code = await vi.waitUntil(async () => {
    const { json } = await rig.api('GET', `/order/${order}/transaction/1`);
    return json.result === 'PENDING' ? undefined : (json.response?.gatewayCode as GatewayCode | undefined);
  }, ANSWERED);
  const words = wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }));
  return { words, code };
}

/** The expiry for which the sandbox's acquirer gives the code. */
export function expiryFor(code: GatewayCode): string {
  const [expiry = ''] = Object.entries(OUTCOME_OF_EXPIRY).find(([, outcome]) => outcome === code) ?? [];
  return `${expiry.slice(0, 2)}/${expiry.slice(2)}`;
}
