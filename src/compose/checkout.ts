/** What the hosted payment's pages need. */

import { KeyedMutex, PayerCookie, type PayerDependencies, type SessionService } from '../checkout/index.ts';
import type { BrowserPaymentDependencies } from '../gateway/browser-payments/index.ts';
import { LeakyBuckets, networkOf } from '../limits/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import { matchLocale } from '../text/languages.ts';
import { deriveKey } from '../vault/index.ts';
import type { Foundation } from './foundation.ts';

export interface CheckoutParts {
  readonly store: Store;
  readonly sessionService: SessionService;
  readonly browserPayments: BrowserPaymentDependencies;
}

export interface ComposedCheckout {
  readonly payer: PayerDependencies;
  readonly payerCookie: PayerCookie;
}

export function composeCheckout(
  { settings, clock }: Foundation,
  { store, sessionService, browserPayments }: CheckoutParts,
): ComposedCheckout {
  const inquiries = new LeakyBuckets({ ...BALANCE_INQUIRIES, now: () => performance.now() });
  const secure = settings.publicOrigin.startsWith('https:');
  return {
    payer: {
      ...browserPayments,
      mutex: new KeyedMutex(),
      sessionService,
      sessions: store.sessions,
      sandbox: settings.mode === 'sandbox',
      asksTooOften: (from) => inquiries.overflows(networkOf(from)),
      matchLocale,
      canMail: settings.mail !== undefined,
    },
    payerCookie: new PayerCookie({ passwords: cookiePasswords(settings), secure, clock }),
  };
}

/** From one network: enough for a family behind one address, and no way to try numbers and PINs in many checkouts. */
const BALANCE_INQUIRIES = { size: 20, drainMs: 60 * 60_000 };

/** By id, a newer key's being higher. */
function cookiePasswords({ keys }: Settings): Record<string, string> {
  const oldestFirst = keys.toReversed();
  return Object.fromEntries(
    oldestFirst.map(({ bytes }, index) => [
      (index + 1).toString(),
      deriveKey(bytes, 'payer cookie').toString('base64'),
    ]),
  );
}
