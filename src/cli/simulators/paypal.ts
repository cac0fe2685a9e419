/** A simulator of PayPal: the sandbox's, in a process of its own. */

import type { PayerAct, StandIn } from '../../adapters/providers/index.ts';
import { sandboxPayPalAccount, sandboxProviderKey } from '../../settings/sandbox/index.ts';
import { listenForCallbacks } from './callback-listener.ts';
import { control } from './control.ts';
import { type PayPalEntry, paypalLedger } from './paypal-ledger.ts';
import { referencesOfEvent, resignPayPalWebhook } from './paypal-texts.ts';
import { startSandbox } from './sandbox-process.ts';

/** PayPal repeats a message for three days, with the time of the first. A day more allows for clock differences. */
const SIGNATURE_MS_MAX = 4 * 24 * 60 * 60_000;

/** The payer's form on the page. PayPal declines a payment only on its completion, not on the page. */
const FORMS = {
  AGREE: { choice: 'APPROVE', instrument: 'BALANCE' },
  AGREE_WITHOUT_MONEY: { choice: 'APPROVE', instrument: 'DECLINED_CARD' },
  CANCEL: { choice: 'CANCEL' },
} as const satisfies Partial<Record<PayerAct, object>>;
type Act = keyof typeof FORMS;

/** The states of an order for which PayPal has not sent a webhook yet. */
const UNHEARD: readonly string[] = ['CREATED', 'PAYER_ACTION_REQUIRED'];

export async function startPayPalSimulator(): Promise<StandIn> {
  const sandbox = await startSandbox({ later: 'AT_ONCE' });
  const listener = await listenForCallbacks(referencesOfEvent);
  const secret = sandboxProviderKey(sandbox.folder);
  const { clientId, ...account } = sandboxPayPalAccount(secret);
  const { clientSecret, webhookId } = account;
  const ask = control(`${sandbox.origin}/providers/paypal`);
  await ask('PUT', `/accounts/${clientId}`, { ...account, webhookUrl: listener.url });
  // Lets the kit renew an authorization at once: by default PayPal accepts that only after three days.
  await ask('PUT', '/settings', { honorMs: 0 });
  const entriesOf = async (order: string) =>
    (await ask('GET', `/ledger?order=${encodeURIComponent(order)}`)) as readonly PayPalEntry[];
  return {
    origin: sandbox.origin,
    acts: Object.keys(FORMS) as Act[],
    currencies: ['EUR', 'JPY', 'USD'],
    signatureMsMax: SIGNATURE_MS_MAX,
    callbackUrl: listener.url,
    // Pages and certificates keep their address: payers' browsers and certificate requests do not pass the kit.
    environment: (origin) => ({ env: {}, sandbox: { origin, pages: sandbox.origin, secret } }),
    // One account for all merchants: only the payment's name distinguishes them.
    account: () => ({ clientId, clientSecret, webhookId }),
    async pay(act, { pageUrl }) {
      const body = new URLSearchParams(FORMS[act as Act]);
      const { headers } = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' });
      return headers.get('location') ?? undefined;
    },
    async callback({ order, reference }, signer) {
      const [own] = await entriesOf(order);
      const raw = own === undefined || UNHEARD.includes(own.state) ? undefined : await listener.newestOf(reference);
      return raw !== undefined && signer === 'STRANGER' ? resignPayPalWebhook(raw, webhookId) : raw;
    },
    async ledger(order) {
      return paypalLedger(order, await entriesOf(order));
    },
    async close() {
      await sandbox.close();
      await listener.close();
    },
  };
}
