/** The payer at the challenge page to which a page of the checkout leads. */
import { challenged } from '../../../core/payer-authentication/rig.ts';
import type { Hands } from '../../hands.ts';

/** Completes the challenge that the checkout's page shows, and returns to the checkout. */
export async function answerBank(browse: Hands['browse'], id: string, choice: 'CANCEL' | 'SUBMIT'): Promise<void> {
  const { text } = await browse(`/checkout/pay/${id}`);
  const [, creq = ''] = /name="creq" value="([^"]*)"/.exec(text) ?? [];
  const [, acsUrl = ''] = /<form id="bank" method="post" action="(http[^"]*)"/.exec(text) ?? [];
  const { acsTransID } = JSON.parse(Buffer.from(creq, 'base64url').toString()) as { acsTransID: string };
  const shown = { view: { identity: { acsTransID } } } as never;
  const { cres, action } = await challenged({ step: { kind: 'CHALLENGE', acsUrl, creq }, shown }, choice);
  await fetch(action, { method: 'POST', body: new URLSearchParams({ cres }), redirect: 'manual' });
  // The first request after the challenge sends the payment.
  await browse(`/checkout/pay/${id}`);
}
