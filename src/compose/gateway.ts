/** The core, with the adapters of all its ports. */

import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type OpenAcquirers, traceAcquirers } from '../adapters/acquirers/index.ts';
import { openProviders, type WatchedProviders, watchProviders } from '../adapters/providers/index.ts';
import { openDirectoryServers, ThreeDsServer } from '../adapters/three-ds-server/index.ts';
import { decryptedNumber } from '../adapters/vault/index.ts';
import { applePayReader, googlePayReader } from '../adapters/wallets/index.ts';
import type { SessionService } from '../checkout/index.ts';
import {
  BIN_TABLE,
  type BinRow,
  binTable,
  createGateway,
  followUpWorker,
  type Gateway,
  type Merchant,
  makeSavedCards,
  p2peOf,
  providerAccount,
  readBinTable,
  reversalWorker,
  tokenValues,
} from '../core/index.ts';
import type { DeviceTokens, NotificationDependencies, ProviderAccounts } from '../core/ports/index.ts';
import { type ReadyPolicy, readOperatorRules } from '../core/risk/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedStore, Membership } from './store.ts';

export interface GatewayParts extends ComposedStore, Membership {
  readonly acquirers: OpenAcquirers;
  readonly sessionService: SessionService;
  readonly notifications: NotificationDependencies;
}

export interface ComposedGateway {
  readonly gateway: Gateway;
  /** The workers that send reversals and query results, one of each per acquirer. They are not started yet. */
  readonly reversals: readonly ReturnType<typeof reversalWorker>[];
  readonly followUps: readonly ReturnType<typeof followUpWorker>[];
  readonly providers: WatchedProviders;
  /** The 3DS Server, not started yet, or a shared one. */
  readonly authenticator: ThreeDsServer;
}

/** The parts that the gateways of all stores in one process share. */
export type SharedAdapters = Pick<ComposedGateway, 'authenticator' | 'providers'>;

/** The retry delays in the sandbox. They are short, because its directory servers start together with the gateway. */
const SANDBOX_RETRY = { msMin: 250, msMax: 1_000 };

/**
 * @param shared those of another store's gateway
 * @throws BinTableError, or an error of a provider's or a directory server's settings
 */
export async function composeGateway(
  { settings, log, clock, spans }: Foundation,
  { store, vault, isAlive, acquirers: opened, sessionService, notifications }: GatewayParts,
  shared?: SharedAdapters,
): Promise<ComposedGateway> {
  const acquirers = spans === undefined ? opened : traceAcquirers(opened, spans);
  const random = (below: number) => randomInt(below);
  const { customerCards, orders, tokens } = store;
  const savedCardsOf = makeSavedCards({ clock, customerCards, log, orders, random, sealer: vault, tokens });
  const ofOrders = { clock, orders, notifications, acquirers, sealer: vault, log, savedCards: savedCardsOf };
  const reversals = [...acquirers.keys()].map((acquirer) => reversalWorker(ofOrders, acquirer));
  const reversalStored = () => {
    for (const worker of reversals) {
      worker.wake();
    }
  };
  const followUps = [...acquirers.keys()].map((acquirer) => followUpWorker({ ...ofOrders, reversalStored }, acquirer));
  const monotonic = () => performance.now();
  const providers = shared?.providers ?? watchProviders(openProviders(settings.providers), { monotonic, log, spans });
  const authenticator =
    shared?.authenticator ??
    new ThreeDsServer({
      servers: openDirectoryServers(settings.directoryServers),
      log,
      now: () => clock.now(),
      retry: settings.mode === 'sandbox' ? SANDBOX_RETRY : undefined,
    });
  const cards = binTable(binRows(settings.dataDir));
  const gateway = createGateway({
    clock,
    pause,
    isAlive,
    orders,
    acquirers,
    sealer: vault,
    log,
    spans,
    testCards: settings.testCards,
    cardFacts: cards.ofNumber,
    cardFactsOfPrefix: cards.ofPrefix,
    ...operatorRisk(settings.dataDir),
    deviceTokens: deviceTokens(settings.wallets),
    p2peOf: (profile) => p2peOf(profile, vault, decryptedNumber),
    reversalStored,
    notifications,
    savedCards: savedCardsOf,
    browser: {
      payments: store.browserPayments,
      providers: providers.providers,
      health: providers.health,
      accounts: accountsOf(store, vault),
      publicOrigin: settings.publicOrigin,
      random,
    },
    payerAuthentication: {
      authenticator,
      authentications: store.authentications,
      schemes: new Set(settings.directoryServers.map(({ scheme }) => scheme)),
    },
    sources: {
      session: (merchantKey, id, version) => sessionService.forPayment(merchantKey, id, version),
      token: (merchantKey, token) => tokenValues(tokens, vault, merchantKey, token),
    },
  });
  return { gateway, reversals, followUps, providers, authenticator };
}

function deviceTokens({ applePayRoots, googlePay }: Settings['wallets']): DeviceTokens {
  return {
    APPLE_PAY: applePayRoots && applePayReader(applePayRoots),
    GOOGLE_PAY: googlePay && googlePayReader(googlePay),
  };
}

function accountsOf({ merchants }: ComposedStore['store'], vault: ComposedStore['vault']): ProviderAccounts {
  const of = (merchant: Merchant | undefined, provider: string) =>
    merchant && providerAccount(merchant.profile, provider, vault);
  return {
    async ofKey(merchantKey, provider) {
      const account = of(await merchants.byKey(merchantKey), provider);
      if (account === undefined) {
        throw new Error('The merchant of a payment is gone.');
      }
      return account;
    },
    ofMerchant: async (merchantId, provider) => of(await merchants.find(merchantId), provider),
  };
}

/** @throws BinTableError with a line for each invalid row of the operator's own table */
function binRows(dataDir: string): readonly BinRow[] {
  const file = join(dataDir, 'bins.json');
  return existsSync(file) ? readBinTable(readFileSync(file, 'utf8')) : BIN_TABLE;
}

/** @throws RiskRulesError with a line for each problem of the operator's own rules */
function operatorRisk(dataDir: string): { readonly operatorRisk?: ReadyPolicy } {
  const file = join(dataDir, 'risk.json');
  const policy = existsSync(file) ? readOperatorRules(readFileSync(file, 'utf8')) : undefined;
  return policy === undefined ? {} : { operatorRisk: policy };
}
