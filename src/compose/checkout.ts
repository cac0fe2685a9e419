/** The dependencies of the hosted payment's pages. */

import type { Store } from '../adapters/store/index.ts';
import type { Vault } from '../adapters/vault/index.ts';
import { installedMarks } from '../back-office/marks/index.ts';
import {
  ChallengeQueue,
  KeyedMutex,
  type PageWallets,
  PayerCookie,
  type PayerDependencies,
  type SessionService,
} from '../checkout/index.ts';
import type { BrowserPaymentDependencies } from '../core/browser-payments/index.ts';
import { LeakyBuckets, networkOf } from '../platform/limits/index.ts';
import type { Settings } from '../settings/index.ts';
import { matchLocale } from '../web/text/languages.ts';
import { cookiePasswords } from './cookie-passwords.ts';
import type { Foundation } from './foundation.ts';
import { composeWallets } from './wallets.ts';

export interface CheckoutParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly sessionService: SessionService;
  readonly browserPayments: BrowserPaymentDependencies;
}

/** Limits of payers' requests from one network, which count the requests to all stores of the process. */
export interface PayerLimits {
  readonly asksTooOften: PayerDependencies['asksTooOften'];
  readonly asksCardsTooOften: PayerDependencies['asksCardsTooOften'];
  /** The sandbox's wallets, or those of Apple and Google. */
  readonly wallets: PageWallets;
}

/** The parts that the gateways of all stores in one process share. */
export interface SharedCheckout {
  readonly payerLimits: PayerLimits;
}

export interface ComposedCheckout extends SharedCheckout {
  readonly payer: PayerDependencies;
  readonly payerCookie: PayerCookie;
}

export function composeCheckout(
  { settings, clock }: Foundation,
  { store, vault, sessionService, browserPayments }: CheckoutParts,
  shared?: SharedCheckout,
): ComposedCheckout {
  const payerLimits = shared?.payerLimits ?? composePayerLimits(settings);
  const secure = settings.publicOrigin.startsWith('https:');
  return {
    payerLimits,
    payer: {
      ...browserPayments,
      mutex: new KeyedMutex(),
      sessionService,
      sessions: store.sessions,
      publicOrigin: settings.publicOrigin,
      links: store.links,
      sandbox: settings.mode === 'sandbox',
      isStaging: settings.testMode === 'staging',
      ...payerLimits,
      challengeQueue: new ChallengeQueue(),
      matchLocale,
      receipts: settings.mail === undefined ? undefined : store.receipts,
      artwork: installedMarks(settings.dataDir),
    },
    payerCookie: new PayerCookie({
      passwords: cookiePasswords(settings, vault),
      secure,
      clock,
      storeNumber: store.number,
    }),
  };
}

function composePayerLimits(settings: Settings): PayerLimits {
  const inquiries = new LeakyBuckets({ ...BALANCE_INQUIRIES, now: () => performance.now() });
  const cardsOfSession = new LeakyBuckets({ ...CARDS_OF_SESSION, now: () => performance.now() });
  const cardsOfNetwork = new LeakyBuckets({ ...CARDS_OF_NETWORK, now: () => performance.now() });
  return {
    asksTooOften: (from) => inquiries.addAndCheck(networkOf(from)),
    asksCardsTooOften: ({ sessionId, from }) => {
      const [isOverSession, isOverNetwork] = [
        cardsOfSession.addAndCheck(sessionId),
        cardsOfNetwork.addAndCheck(networkOf(from)),
      ];
      return isOverSession || isOverNetwork;
    },
    wallets: composeWallets(settings),
  };
}

/**
 * The limit of balance inquiries from one network: enough for a family behind one address, too few for guessing numbers
 * and PINs in many checkouts.
 */
const BALANCE_INQUIRIES = { size: 20, drainMs: 60 * 60_000 };

/**
 * The limits of questions about the first digits of card numbers: a payer types a few, and a session lasts half an
 * hour. A household or an office has many payers.
 */
const CARDS_OF_SESSION = { size: 30, drainMs: 30 * 60_000 };
const CARDS_OF_NETWORK = { size: 60, drainMs: 10 * 60_000 };
