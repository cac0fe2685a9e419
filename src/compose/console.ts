/** The console, if the settings turn it on; and the sign-in link of the sandbox. */
import { rotateSigningKey } from '../adapters/notifications/index.ts';
import type { Store } from '../adapters/store/index.ts';
import type { Vault } from '../adapters/vault/index.ts';
import {
  type Dispatch,
  dispatcher,
  type HandlerDependencies,
  NO_SEGMENTS,
  newPassword,
  orderFile,
  type Passwords,
} from '../api/rest/index.ts';
import type { PayerDependencies } from '../checkout/index.ts';
import {
  ALL_MERCHANTS,
  ConsoleCookie,
  type ConsoleDependencies,
  type ConsoleStores,
  consoleAddress,
  Guesses,
  invite,
  ROLE_FOR_ALL,
  type StorePorts,
} from '../console/index.ts';
import { CONTRACT_CALLS, type ContractCall } from '../contract/calls.ts';
import { DAY_MS } from '../contract/durations.ts';
import { VERSION_MAX } from '../contract/field.ts';
import { acceptedProfile } from '../core/index.ts';
import type { ComposedAudit } from './audit.ts';
import { consolePayers } from './console-payers.ts';
import { cookiePasswords } from './cookie-passwords.ts';
import type { Foundation } from './foundation.ts';
import { loadRemedies } from './remedies.ts';

/** The entries of one order that are read. People made them, so they are few. */
const AUDIT_ENTRIES_MAX = 200;

export interface ConsolePortParts {
  readonly dependencies: HandlerDependencies;
  readonly store: Store;
  readonly vault: Vault;
  readonly payer: PayerDependencies;
  readonly passwords: Passwords;
}

/** The ports of one store, for the console's pages about its merchants. */
export function composeConsolePorts(
  { settings, clock }: Foundation,
  { dependencies, store, vault, payer, passwords }: ConsolePortParts,
): StorePorts {
  return {
    merchants: store.merchants,
    orders: store.orders,
    approvals: store.orders,
    payouts: store.payouts,
    disputes: store.disputes,
    orderIndex: store.orderIndex,
    orderSealer: vault,
    standby: store.standby,
    orderFile: (merchant, format, find) =>
      orderFile(find, { format, merchant, merchants: store.merchants, version: VERSION_MAX, sealer: vault }),
    payers: consolePayers({ payer, store, vault, sendsMail: settings.mail !== undefined }),
    mutex: payer.mutex,
    notifications: store.notifications,
    receiverAlarms: store.receiverAlarms,
    apiPasswords: {
      find: (id) => store.merchants.find(id),
      endFormer: (id, now) => store.merchants.endFormerPasswords(id, now),
      renew: async (id, times) => {
        const password = newPassword();
        const isDone = await store.merchants.renewPasswordHash(id, await passwords.hash(id, password), times);
        return isDone ? password : undefined;
      },
    },
    logos: {
      find: (hash) => store.logos.find(hash),
      replace: async ({ id, key }, before, logo) => {
        const isDone = await store.logos.replace(key, before, logo);
        store.merchants.forget(id);
        return isDone;
      },
    },
    certificates: store.certificates,
    profiles: {
      accept: (given, stored) => acceptedProfile(given, stored, settings),
      change: (id, change) =>
        store.merchants.changeProfile(id, change, clock.now(), (key, place) => vault.seal(key, place)),
    },
    signingKeys: {
      find: (merchantKey) => store.notifications.signingKeys(merchantKey),
      rotate: (merchantKey, times) =>
        rotateSigningKey({ keys: store.notifications, sealer: vault, clock }, merchantKey, times),
    },
    callInterface: interfaceCaller(dependencies),
    links: store.links,
    sessions: dependencies.sessions,
    timelineOf: (transactionKey) => store.browserPayments.timeline(transactionKey),
  };
}

/** The parts of the first store. */
export interface ConsoleParts {
  readonly store: Store;
  readonly vault: Vault;
  readonly audit: ComposedAudit;
  readonly consolePorts: StorePorts;
}

/** @returns undefined if there is no console */
export async function composeConsole(
  { settings, clock, log }: Foundation,
  { store, vault, audit, consolePorts }: ConsoleParts,
  stores: ConsoleStores<StorePorts>,
): Promise<ConsoleDependencies | undefined> {
  const { consoleOrigin: origin, sandboxConsoleToken: token } = settings;
  if (origin === undefined) {
    return undefined;
  }
  if (settings.mode !== 'sandbox') {
    await removeSandboxOperator(store);
  } else if (token !== undefined) {
    await inviteToSandbox(store, token, clock.now());
  }
  return {
    ...consolePorts,
    stores,
    origin,
    testMode: settings.testMode,
    people: store.consolePeople,
    views: store.consoleViews,
    staffMails: store.staffMails,
    canMail: settings.mail !== undefined,
    remedyOf: await loadRemedies(),
    publicOrigin: settings.publicOrigin,
    clock,
    sealer: vault,
    openId: await openIdProvider({ settings, log }, origin),
    guesses: new Guesses(() => performance.now()),
    cookie: new ConsoleCookie({
      passwords: cookiePasswords(settings, vault),
      secure: origin.startsWith('https:'),
      clock,
    }),
    // People's acts are in the trail of the first store, at whichever store's merchants, so they stay there in a move.
    async actsOn(orderKey) {
      const entries = await store.audit.ofOrder(orderKey, AUDIT_ENTRIES_MAX);
      return entries.map(({ action, actor, at, details }) => ({ action, actor, at, details: JSON.parse(details) }));
    },
    audit: {
      append: (event) => audit.trail.append(event),
      noteFailure: (email, address, reason) => audit.signIns.recordPersonFailure(email, address, reason),
    },
  };
}

/** A person's act is the operation that a merchant's server would send: the same rules, the same answer to a repeat. */
function interfaceCaller(dependencies: HandlerDependencies): ConsoleDependencies['callInterface'] {
  const dispatchers = new Map<ContractCall, Dispatch>();
  return async ({ operation, merchant, ids, body, address }) => {
    const call = CONTRACT_CALLS.find(({ operations }) => operations.includes(operation)) as ContractCall;
    const dispatch = dispatchers.get(call) ?? dispatcher(call);
    dispatchers.set(call, dispatch);
    const { body: answer } = await dispatch(dependencies, merchant, {
      version: VERSION_MAX,
      path: { ...NO_SEGMENTS, ...ids, merchant: merchant.id },
      body: Buffer.from(JSON.stringify(body)),
      authorization: undefined,
      remoteAddress: address,
    });
    return answer;
  };
}

/** The provider's package is loaded only where the settings name a provider. */
async function openIdProvider(
  { settings, log }: Pick<Foundation, 'log' | 'settings'>,
  origin: string,
): Promise<ConsoleDependencies['openId']> {
  if (settings.openId === undefined) {
    return undefined;
  }
  const { RemoteOpenIdProvider } = await import('../adapters/openid/openid-provider.ts');
  const returnAddress = origin + consoleAddress('openIdReturn');
  return new RemoteOpenIdProvider(settings.openId, { returnAddress, allowsHttp: settings.mode === 'sandbox', log });
}

/** The person for whom `npm start` prints a link. The address is reserved for examples. */
const SANDBOX_OPERATOR = 'operator@sandbox.example';

async function inviteToSandbox({ consolePeople }: Store, token: string, now: number): Promise<void> {
  const person = await consolePeople.add(SANDBOX_OPERATOR, now);
  await consolePeople.grant(person.key, { merchantKey: ALL_MERCHANTS, role: ROLE_FOR_ALL });
  await invite(consolePeople, person, 'SIGN_IN', now + DAY_MS, token);
}

/** The operator of a sandbox signs in by a link alone, which must not work once its database is used for real money. */
async function removeSandboxOperator({ consolePeople }: Store): Promise<void> {
  const person = await consolePeople.findByEmail(SANDBOX_OPERATOR);
  if (person !== undefined) {
    await consolePeople.remove(person.key);
  }
}
