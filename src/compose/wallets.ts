/** The wallets whose buttons the hosted page may have: the services of Apple and Google, or the sandbox's. */
import { appleMerchantValidation } from '../adapters/wallets/index.ts';
import type { PageWallets } from '../checkout/index.ts';
import { MINUTE_MS } from '../contract/durations.ts';
import { LeakyBuckets, networkOf } from '../platform/limits/index.ts';
import type { Settings } from '../settings/index.ts';

/** Google's script opens windows and frames of its own origin, and asks the browser for Google's payment app. */
export const GOOGLE_SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';
export const GOOGLE_SITES = {
  scripts: ['https://pay.google.com'],
  connects: ['https://pay.google.com', 'https://google.com/pay', 'https://www.google.com/pay'],
  frames: ['https://pay.google.com'],
};

/**
 * The limit of merchant validations from one network. Each opens a connection to Apple, and a payer needs one for each
 * press of the button.
 */
const VALIDATIONS = { size: 30, drainMs: 10 * MINUTE_MS };

export function composeWallets(settings: Settings): PageWallets {
  const { wallets, publicOrigin, testMode } = settings;
  return {
    applePay: wallets.applePayRoots && applePay(settings),
    googlePay: wallets.googlePay && {
      ...googleSite(settings),
      gateway: wallets.googlePay.gateway?.name,
      environment: testMode !== undefined ? 'TEST' : 'PRODUCTION',
    },
  };

  function applePay({ providers: { sandbox } }: Settings): PageWallets['applePay'] {
    const validations = new LeakyBuckets({ ...VALIDATIONS, now: () => performance.now() });
    const common = {
      domain: new URL(publicOrigin).hostname,
      isTooOften: (from: string) => validations.addAndCheck(networkOf(from)),
    };
    if (!wallets.isSandbox.applePay) {
      return { ...common, validate: appleMerchantValidation() };
    }
    const { banks } = sandbox ?? {};
    return (
      banks && {
        ...common,
        ...sandboxSite(settings, `apple-pay.js?validation=${encodeURIComponent(`${banks.api}${SANDBOX_VALIDATION}`)}`),
        validate: appleMerchantValidation({ origin: banks.api, ca: banks.certificates.ca }),
      }
    );
  }
}

const SANDBOX_VALIDATION = '/paymentservices/startSession';

function googleSite(settings: Settings) {
  return settings.wallets.isSandbox.googlePay
    ? sandboxSite(settings, 'google-pay.js')
    : { script: GOOGLE_SCRIPT, sites: GOOGLE_SITES };
}

/** The sandbox's script, and its sheet in a frame. */
function sandboxSite({ providers: { sandbox } }: Settings, script: string) {
  const origin = sandbox?.origin ?? '';
  return { script: `${origin}/wallets/${script}`, sites: { scripts: [origin], connects: [], frames: [origin] } };
}
