/** The gateway's adapter for PayPal, Orders v2. */
import type { Provider } from '../../../core/ports/index.ts';
import { createJsonClient, type JsonClient } from '../../http-json.ts';
import type { OpenProvider, ProviderEnvironment } from '../provider-environment.ts';
import { moveAtPayPal } from './movements.ts';
import { PayPalPayments } from './payments.ts';
import { PayPalClient } from './paypal-client.ts';
import { PAYPAL_SITES, type PayPalSite, simulatorSite } from './paypal-sites.ts';
import { SigningCertificates } from './signing-certificates.ts';
import { PayPalWebhooks } from './webhooks.ts';

const SETTING = 'PAYPAL_ENVIRONMENT';

/** Uses PayPal's site if the operator has configured one, or else the sandbox's simulator. Undefined without either. */
export const open: OpenProvider = (environment) => {
  const site = paypalSiteOf(environment);
  return site && paypalProvider({ site });
};

/** @throws Error with one line for the operator if a setting is invalid */
export function paypalSiteOf({ env, sandbox }: ProviderEnvironment): PayPalSite | undefined {
  const environment = env[SETTING] || undefined;
  if (environment === undefined) {
    return sandbox && simulatorSite(sandbox.origin, sandbox.pages);
  }
  if (environment !== 'live' && environment !== 'sandbox') {
    throw new Error(`${SETTING}=${JSON.stringify(environment)} cannot be used: it takes live or sandbox.`);
  }
  return PAYPAL_SITES[environment];
}

export interface PayPalProviderOptions {
  readonly site: PayPalSite;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
  readonly answerMsMax?: number;
  /** The client that downloads certificates. */
  readonly client?: JsonClient;
}

export function paypalProvider({ site, client = createJsonClient(), ...limits }: PayPalProviderOptions): Provider {
  const api = new PayPalClient({ api: site.api, isForTests: site.isForTests, ...limits });
  const turn = api.turn.bind(api);
  const payments = new PayPalPayments({ turn, isPage: site.isPage });
  const webhooks = new PayPalWebhooks({ certificates: new SigningCertificates(site, client), turn });
  return {
    id: 'paypal',
    create: (payment) => payments.create(payment),
    state: (payment) => payments.state(payment),
    confirm: (payment) => payments.confirm(payment),
    cancel: (payment) => payments.cancel(payment),
    move: (movement) => moveAtPayPal(movement, turn),
    callback: (raw, now, account) => (account === undefined ? { status: 'FORGED' } : webhooks.read(raw, now, account)),
  };
}
