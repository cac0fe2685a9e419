/** The dependencies of all route handlers. */

import { randomInt } from 'node:crypto';
import { Authenticator, type Passwords, payersCallsOf } from '../api/rest/index.ts';
import { acsStatusService, resolveReturnAddress, type SessionService } from '../checkout/index.ts';
import type { BrowserPaymentDependencies } from '../core/browser-payments/index.ts';
import type { RouteDependencies } from '../http/index.ts';
import { LANGUAGES, matchLocale } from '../web/text/languages.ts';
import type { ComposedAudit } from './audit.ts';
import type { ComposedCheckout } from './checkout.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedStore } from './store.ts';

export interface RouteParts extends ComposedStore, ComposedCheckout {
  readonly passwords: Passwords;
  readonly sessionService: SessionService;
  readonly browserPayments: BrowserPaymentDependencies;
  readonly audit: ComposedAudit;
}

/** The limits that count the requests to all stores in one process. */
export type SharedLimits = Pick<RouteDependencies, 'authenticator' | 'payersCalls'>;

/** @param shared those of another store's routes */
export function composeRoutes(
  { settings, clock }: Foundation,
  { store, vault, passwords, sessionService, browserPayments, payer, payerCookie, audit }: RouteParts,
  shared?: SharedLimits,
): RouteDependencies {
  const sandbox = settings.mode === 'sandbox';
  return {
    ...browserPayments,
    sandbox,
    isStaging: settings.testMode === 'staging',
    matchLocale,
    languages: LANGUAGES,
    sessionService,
    sessions: store.sessions,
    links: store.links,
    orderIndex: store.orderIndex,
    standby: store.standby,
    merchants: store.merchants,
    logos: store.logos,
    merchantScripts: store.merchantScripts,
    unmaskings: audit.unmaskings,
    notifications: store.notifications,
    tokens: store.tokens,
    random: (below) => randomInt(below),
    authenticator: new Authenticator(
      {
        merchants: store.merchants,
        passwords,
        rehash: (id, before, after) => store.merchants.replacePasswordHash(id, before, after),
        now: () => performance.now(),
        wallClock: () => clock.now(),
      },
      shared?.authenticator,
    ),
    payersCalls: shared?.payersCalls ?? payersCallsOf(() => performance.now()),
    publicOrigin: settings.publicOrigin,
    loopbackUrls: sandbox,
    sessionKey: ({ key, id, hasKeyOfId, createdAt }) => {
      const named = hasKeyOfId ? id : key.toString();
      return named === undefined ? undefined : vault.hashAt('session key', named, createdAt).toString('base64');
    },
    payer,
    payerCookie,
    acsStatus: acsStatusService(payer),
    homeOf: (stored) => resolveReturnAddress(payer, stored),
  };
}
