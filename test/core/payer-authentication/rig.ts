/**
 * The gateway's payer authentication over the real store, vault and 3DS Server, with the sandbox's directory servers
 * and ACS on real sockets. Results arrive at the rig's own HTTP server. Only the acquirer is scripted by the test.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Store } from '../../../src/adapters/store/store.ts';
import { openDirectoryServers, type Scheme, ThreeDsServer } from '../../../src/adapters/three-ds-server/index.ts';
import { keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import { REQUEST } from '../../../src/contract/fields/request-fields.ts';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import type { RequestFields } from '../../../src/contract/request-fields.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { createGateway, type Gateway } from '../../../src/core/gateway.ts';
import type { Merchant } from '../../../src/core/merchant/merchant.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import type { TransactionResult } from '../../../src/core/operations/plan.ts';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import {
  authenticatePayer,
  authenticationWorker,
  type BrowserStep,
  initiateAuthentication,
  type PayerAuthenticationAnswer,
  receiveResult,
  type ShownAuthentication,
} from '../../../src/core/payer-authentication/index.ts';
import type { StoredTransaction } from '../../../src/core/ports/index.ts';
import { type StartedThreeDS, startThreeDS } from '../../../src/sandbox/three-ds/start-three-ds.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { opened } from '../../adapters/store/rig.ts';
import { readBody } from '../../contract/body.ts';
import { type RecordingAcquirer, type World, world } from '../world.ts';

export const ORIGIN = 'http://localhost:8080';
export const REDIRECT_URL = 'https://shop.example/3ds';

/** A Mastercard number without a meaning of its own in the sandbox: its expiry decides. */
export const NUMBER = '5123450000000107';
/** The number's ACS has no 3DS method. */
export const WITHOUT_METHOD = '5205500000000001';
/** The number's ACS speaks 2.1.0 and has no decoupled authentication. */
export const WITHOUT_DECOUPLED = '5205520000000005';
/** A number outside all card ranges. */
export const NOT_ENROLLED = '5205550000000000';

/** Expiries that decide the outcome at the sandbox's ACS. */
export const OUTCOMES = {
  AUTHENTICATED: { month: '1', year: '40' },
  ATTEMPTED: { month: '2', year: '40' },
  FAILED: { month: '3', year: '40' },
  UNAVAILABLE: { month: '4', year: '40' },
  REJECTED: { month: '5', year: '40' },
  EXEMPT: { month: '6', year: '40' },
  CHALLENGED: { month: '7', year: '40' },
  DECOUPLED: { month: '12', year: '40' },
} as const;

export const PROFILE = {
  payerAuthentication: {
    requestorId: 'SHOP',
    requestorName: 'Shop',
    requestorUrl: 'https://shop.example',
    acquirerBin: '400551',
    acquirerMerchantId: 'SHOP-1',
    categoryCode: '5732',
    country: 'DEU',
  },
};

export const card = (expiry: { month: string; year: string } = OUTCOMES.AUTHENTICATED, number = NUMBER) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry } } },
});

export const BROWSER = {
  browser: 'Mozilla/5.0',
  browserDetails: {
    '3DSecureChallengeWindowSize': '390_X_400',
    acceptHeaders: '512',
    colorDepth: 24,
    javaEnabled: false,
    javaScriptEnabled: true,
    language: 'json',
    screenHeight: 640,
    screenWidth: 480,
    timeZone: '+200',
  },
  ipAddress: '192.0.2.1',
};

type Json = Record<string, unknown>;

const merged = (under: Json, over: Json): Json => ({
  ...under,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => {
      const below = under[name];
      const isGroup = (one: unknown): one is Json => typeof one === 'object' && one !== null && !Array.isArray(one);
      return [name, isGroup(below) && isGroup(value) ? merged(below, value) : value];
    }),
  ),
});

export const initiation = (more: Json = {}): Json =>
  merged({ authentication: { channel: 'PAYER_BROWSER' }, order: { currency: 'EUR' }, ...card() }, more);

export const request = (more: Json = {}): Json =>
  merged(
    {
      authentication: { redirectResponseUrl: REDIRECT_URL },
      device: BROWSER,
      order: { amount: '12.00', currency: 'EUR' },
      ...card(),
    },
    more,
  );

export const read = (body: Json): RequestFields => {
  const { values, problems } = readBody(REQUEST, body);
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  return values as RequestFields;
};

export type Done = Extract<PayerAuthenticationAnswer, { readonly kind: 'DONE' }>;

const done = (answer: PayerAuthenticationAnswer): Done => {
  if (answer.kind !== 'DONE') {
    throw new Error(answer.kind);
  }
  return answer;
};

/** One gateway process on the rig's store. */
export interface Process {
  readonly gateway: Gateway;
  initiate(id: string, body?: Json): Promise<Done>;
  authenticate(id: string, body?: Json): Promise<Done>;
  /** INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER. */
  both(id: string, expiry?: { month: string; year: string }, body?: Json): Promise<Done>;
  pay(id: string, body: Json, operation?: OrderOperation): Promise<StoredTransaction>;
  execute(id: string, body: Json, operation?: OrderOperation): Promise<TransactionResult>;
  /** One round of the worker. */
  round(): Promise<void>;
}

export interface Rig extends Process {
  readonly store: Store;
  readonly sandbox: StartedThreeDS;
  readonly acquirer: RecordingAcquirer;
  readonly log: World['log'];
  readonly merchant: Merchant;
  readonly orderId: string;
  /** Advances the clocks of gateway and directory servers. */
  pass(ms: number): void;
  /** Another process beside this one. @param more replaces its parts */
  beside(more?: Partial<Gateway>, as?: Merchant, order?: string): Process;
  /**
   * The receiver of results (null: none), the results posted, and the death of the receiving process, which cuts its
   * connections.
   */
  readonly results: { to: Gateway | null; readonly posted: Buffer[]; died?: Promise<unknown> };
  /** The newest AReq, as the directory server received it. */
  areq(): Json;
  /** The stored authentication. */
  stored(id?: string): Promise<NonNullable<Awaited<ReturnType<Store['authentications']['find']>>>>;
}

/** @param profile overrides `PROFILE` */
export async function rig(profile: Json = {}): Promise<Rig> {
  const store = await opened();
  const vault = await vaultOf(store);
  const sandbox = await startThreeDS({ log: memoryLog() });
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const made = world();
  const results: Rig['results'] = { to: null, posted: [] };
  const resultsServer = await takesResults(async (body, scheme) => {
    results.posted.push(body);
    if (results.to === null) {
      throw new Error('Nobody is there.');
    }
    const cut = results.died?.then(() => {
      throw new Error('It has died.');
    });
    const answer = receiveResult(results.to, body, scheme);
    return cut === undefined ? answer : Promise.race([answer, cut]);
  });
  const authenticator = await threeDSServerOf(sandbox, { resultsAt: resultsServer.origin, log: made.log, now });
  const gateway = createGateway({
    ...made.gateway,
    clock: { now },
    orders: store.orders,
    sealer: vault,
    browser: { ...made.gateway.browser, publicOrigin: ORIGIN },
    payerAuthentication: {
      authenticator,
      authentications: store.authentications,
      schemes: new Set(SCHEMES),
    },
  });
  results.to = gateway;
  const merchant = await store.merchants.put({ id: 'SHOP', name: 'Shop', ...PROFILE, ...profile }, now());
  const orderId = `ORDER-${randomUUID().slice(0, 8)}`;
  onTestFinished(async () => {
    authenticator.close();
    await sandbox.close();
    resultsServer.close();
    // No message of either side violated the simulator's message tables.
    expect(sandbox.threeDS.records.own).toEqual([]);
  });
  const beside = (more: Partial<Gateway> = {}, as = merchant, order = orderId): Process =>
    processOf(createGateway({ ...gateway, ...more }), as, order);
  return {
    ...processOf(gateway, merchant, orderId),
    store,
    sandbox,
    acquirer: made.acquirer,
    log: made.log,
    merchant,
    orderId,
    results,
    beside,
    pass(ms) {
      aheadMs += ms;
      sandbox.threeDS.setAhead(aheadMs);
    },
    areq() {
      const heard = sandbox.threeDS.ledger.messages.all({}).findLast(({ type }) => type === 'AReq');
      return JSON.parse(heard?.message ?? '{}') as Json;
    },
    async stored(id = 'auth') {
      const order = await store.orders.find(merchant.key, orderId);
      const found = order && (await store.authentications.find(order.key, id));
      if (found === undefined) {
        throw new Error(`Nothing is stored under ${id}.`);
      }
      return found;
    },
  };
}

function processOf(gateway: Gateway, merchant: Merchant, orderId: string): Process {
  const of = (transactionId: string, body: Json) => ({
    ...{ merchant, orderId, transactionId, version: 100, values: read(body) },
    entryPoint: 'WEB_SERVICES_API' as const,
  });
  const initiate: Process['initiate'] = async (id, body = initiation()) =>
    done(await initiateAuthentication(gateway, { ...of(id, body), operation: 'INITIATE_AUTHENTICATION' }));
  const authenticate: Process['authenticate'] = async (id, body = request()) =>
    done(await authenticatePayer(gateway, { ...of(id, body), operation: 'AUTHENTICATE_PAYER' }));
  const run: Process['execute'] = (id, body, operation = 'PAY') => execute(gateway, { ...of(id, body), operation });
  return {
    gateway,
    initiate,
    authenticate,
    execute: run,
    async both(id, expiry = OUTCOMES.AUTHENTICATED, body = {}) {
      await initiate(id, initiation({ ...card(expiry), ...body }));
      return authenticate(id, request(merged(card(expiry), body)));
    },
    async pay(id, body, operation) {
      const result = await run(id, body, operation);
      if (result.kind !== 'DONE') {
        throw new Error(result.kind);
      }
      return result.transaction;
    },
    async round() {
      const worker = authenticationWorker(gateway, async () => true);
      worker.wake();
      await worker.close();
    },
  };
}

export function vaultOf({ dataKeys }: Store): Promise<Vault> {
  const kek = keyEncryptionKey(Buffer.alloc(32, 7).toString('base64'));
  if (kek === undefined) {
    throw new Error('This is a key.');
  }
  return Vault.open([kek], dataKeys);
}

export const SCHEMES: readonly Scheme[] = ['MASTERCARD', 'VISA'];

/** A 3DS Server that knows the sandbox's directory servers and their ranges. */
export async function threeDSServerOf(
  { api, certificates }: StartedThreeDS,
  { resultsAt, ...options }: { resultsAt: string; log: World['log']; now: () => number },
): Promise<ThreeDsServer> {
  const { ca, threeDSServer } = certificates;
  const settings = SCHEMES.map((scheme) => ({
    scheme,
    url: `${api}/${scheme.toLowerCase()}`,
    ca,
    cert: threeDSServer.cert,
    key: new Secret(threeDSServer.key),
    threeDSServerRefNumber: 'TURNPIKE-TEST',
    threeDSServerUrl: `${resultsAt}/${scheme}`,
  }));
  const authenticator = new ThreeDsServer({ servers: openDirectoryServers(settings), ...options });
  await authenticator.refresh();
  return authenticator;
}

/**
 * The receiver of `threeDSServerURL`: in the sandbox a plain HTTP address of this machine.
 *
 * @param take answers a directory server's message; if it rejects, the connection is cut
 */
export async function takesResults(take: (body: Buffer, scheme: string) => Promise<string>) {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      take(Buffer.concat(chunks), (incoming.url ?? '').slice(1)).then(
        (answer) => response.setHeader('content-type', 'application/json; charset=utf-8').end(answer),
        () => response.destroy(),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** The payer's challenge. */
export function challengeOf({ step }: { readonly step?: BrowserStep }): Extract<BrowserStep, { kind: 'CHALLENGE' }> {
  if (step?.kind !== 'CHALLENGE') {
    throw new Error(`There is no challenge: ${JSON.stringify(step)}`);
  }
  return step;
}

export interface Page {
  readonly html: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export async function submit(url: string, form: Record<string, string>): Promise<Page> {
  const html = await (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).text();
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(html) ?? [];
  return { html, action, fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])) };
}

/**
 * The payer opens the challenge, and confirms or cancels it.
 * @returns the fields that the browser brings back, and the address of its request
 */
export async function challenged(
  answer: { readonly step?: BrowserStep; readonly shown: ShownAuthentication },
  choice: 'CANCEL' | 'SUBMIT' | 'WRONG' = 'SUBMIT',
): Promise<{ readonly cres: string; readonly state: string; readonly action: string }> {
  const { acsUrl, creq } = challengeOf(answer);
  const page = await submit(acsUrl, { creq });
  const at = `${acsUrl}/${answer.shown.view.identity?.acsTransID}`;
  const [, right = ''] = /<strong>(\d{6})<\/strong>/.exec(page.html) ?? [];
  const code = choice === 'WRONG' ? '000000' : right;
  let home = await submit(at, { choice: choice === 'WRONG' ? 'SUBMIT' : choice, code });
  for (let tries = 0; choice === 'WRONG' && home.fields.cres === undefined && tries < 5; tries += 1) {
    home = await submit(at, { choice: 'SUBMIT', code });
  }
  const [, state = ''] = /\/checkout\/authentication\/([^/]+)\/challenge$/.exec(home.action) ?? [];
  return { cres: home.fields.cres ?? '', state, action: home.action };
}

/** The names of the refused fields, or the explanation if there are none. */
export async function refused(work: Promise<unknown>): Promise<string[] | string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InterfaceError)) {
    throw new Error('Nothing was refused.', { cause: error });
  }
  return error.problems.length > 0 ? error.problems.map(({ field }) => field) : error.message;
}

export { pause };
