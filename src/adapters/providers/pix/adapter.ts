/** The gateway's adapter for Pix, with Banco Central's Pix API. */
import { PROVIDER_ANSWER_MS_MAX, type Provider } from '../../../core/ports/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import { readPixCallback } from './callbacks.ts';
import { Charges } from './charges.ts';
import { PspClient, type PspClientOptions } from './psp-client.ts';
import { refundAtPsp } from './refunds.ts';
import { Webhooks } from './webhook.ts';

/** Always available: there are no settings, because each merchant's account names its own PSP. */
export const open: OpenProvider = ({ sandbox }) => pixProvider({ sandbox: sandbox?.psp });

export interface PixProviderOptions extends PspClientOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export function pixProvider({
  now = Date.now,
  elapsed = () => performance.now(),
  answerMsMax = PROVIDER_ANSWER_MS_MAX,
  ...options
}: PixProviderOptions = {}): Provider {
  const client = new PspClient({ ...options, elapsed, answerMsMax });
  const charges = new Charges({ client, now });
  const webhooks = new Webhooks({ client, elapsed });
  return {
    id: 'pix',
    async create(payment) {
      const endsAt = elapsed() + answerMsMax;
      const created = await charges.create(payment);
      if (created.status === 'CREATED') {
        await webhooks.keep(payment, endsAt - elapsed());
      }
      return created;
    },
    state: (payment) => charges.state(payment),
    // Nothing is left to confirm, so the state is queried: the payer's bank executes the payment by itself.
    confirm: (payment) => charges.state(payment),
    cancel: (payment) => charges.cancel(payment),
    move: (movement) => refundAtPsp(movement, client.turn(movement.payment.account)),
    callback: (raw, _now, account) => readPixCallback(raw, account?.members.callbackToken),
  };
}
