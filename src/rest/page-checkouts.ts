/**
 * A checkout that a shop's page makes by `checkout.js` of up to version 62, without a server: it names the order and
 * its amount, and whoever opens the page may change them. So it is taken where the merchant's profile allows it, from
 * pages of the merchant's own hosts, with the members that a payer may see, and nobody is given its success indicator.
 */
import { randomUUID } from 'node:crypto';
import { checkoutFrom, checkoutProblems, type SessionService, shopPageAt } from '../checkout/index.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { embedOrigins, isLoopbackOrigin, type Merchant, unreported } from '../gateway/index.ts';
import type { Merchants } from '../gateway/ports/index.ts';
import { LeakyBuckets } from '../limits/index.ts';
import { limitNetwork } from './network-limit.ts';
import { AMOUNT_DUE_SINCE } from './payers-fields.ts';
import { bodyObject, readRequest } from './rest-request.ts';

/** Each is a row in the store, which goes with the session's life. */
const SESSIONS = { size: 30, drainMs: 60_000 } as const;

/** Members that a page gives. The shop's name is the profile's: a stranger's page could name another. */
const OF_PAGE = {
  billing: ['address'],
  customer: ['email', 'firstName', 'lastName', 'mobilePhone', 'phone'],
  interaction: ['displayControl', 'locale', 'operation', 'retryAttemptCount'],
  order: [
    'amount',
    'currency',
    'description',
    'discount',
    'id',
    'item',
    'itemAmount',
    'reference',
    'shippingAndHandlingAmount',
    'taxAmount',
  ],
  shipping: ['address', 'contact', 'method'],
} as const;
/** Members of `interaction` that are taken where they lead to the page's own site. */
const RETURN_URLS = ['cancelUrl', 'redirectMerchantUrl', 'returnUrl', 'timeoutUrl'] as const;
/** Operations that take money: a checkout that takes none would look paid to a page. */
const CHARGING: ReadonlySet<unknown> = new Set(['AUTHORIZE', 'PURCHASE']);

export interface PageCheckoutDependencies {
  readonly merchants: Merchants;
  readonly sessionService: SessionService;
  readonly sandbox: boolean;
}

export interface PageCheckoutRequest {
  /** As the address has them. */
  readonly merchant: string;
  readonly version: string;
  /** As the browser states it. */
  readonly origin: string | undefined;
  readonly remoteAddress: string;
  readonly body: Uint8Array;
}

export class PageCheckouts {
  readonly #dependencies: PageCheckoutDependencies;
  readonly #sessions: LeakyBuckets;

  /** @param now monotonic, in milliseconds */
  constructor(dependencies: PageCheckoutDependencies, now: () => number) {
    this.#dependencies = dependencies;
    this.#sessions = new LeakyBuckets({ ...SESSIONS, now });
  }

  /** @throws InterfaceError naming every field that is missing or invalid, or why no page may make one */
  async make({ merchant: id, version: named, origin = '', remoteAddress, body }: PageCheckoutRequest) {
    limitNetwork(this.#sessions, remoteAddress, 'FIELDS_BUSY');
    const { merchants, sandbox, sessionService } = this.#dependencies;
    const version = Number(named);
    const merchant = await merchants.find(id);
    const isOlder = /^\d{1,3}$/.test(named) && version < AMOUNT_DUE_SINCE;
    if (merchant === undefined || merchant.isDisabled || !isOlder) {
      throw namedError('NOTHING_HERE');
    }
    refuseStrangers(merchant, origin, sandbox);
    const given = bodyObject(body);
    const { values } = await readRequest(
      OPERATIONS.CREATE_CHECKOUT_SESSION.request,
      requestOf(given, merchant, origin),
      { merchant, operation: 'CREATE_CHECKOUT_SESSION', version, loopbackUrls: sandbox },
      async (read, reported) => unreported(checkoutProblems(read, merchant, true, reported), reported),
    );
    const checkout = checkoutFrom(values, merchant, version);
    const shopPage = pageOf(given, origin);
    const session = await sessionService.create(merchant.key, {
      values,
      checkout: { ...checkout, ...(shopPage && { shopPage }) },
    });
    return { merchant: merchant.id, result: 'SUCCESS', session: { id: session.id, version: session.version } };
  }
}

/** Only a browser states the origin truly: this keeps other shops' pages off, and the profile decides of the rest. */
function refuseStrangers({ profile }: Merchant, origin: string, sandbox: boolean): void {
  if (!(profile.checkoutsByPage ?? sandbox)) {
    throw namedError('CHECKOUT_BY_PAGE');
  }
  const isOwn = embedOrigins(profile, sandbox).includes(origin) || (sandbox && isLoopbackOrigin(origin));
  if (!isOwn) {
    throw namedError('PAGE_OF_STRANGER', { origin: origin || 'none' });
  }
}

function requestOf(given: JsonObject, { profile }: Merchant, origin: string): JsonObject {
  const members = Object.entries(OF_PAGE).map(([name, kept]) => [name, picked(given[name], kept)] as const);
  const { interaction, order, ...more } = Object.fromEntries(members) as Record<keyof typeof OF_PAGE, JsonObject>;
  const named = isJsonObject(given.interaction) ? given.interaction : {};
  const urls = RETURN_URLS.filter((name) => isAt(named[name], origin)).map((name) => [name, named[name]!] as const);
  return {
    ...more,
    apiOperation: 'CREATE_CHECKOUT_SESSION',
    interaction: {
      ...interaction,
      operation: CHARGING.has(interaction.operation) ? interaction.operation! : profile.checkoutOperation,
      ...Object.fromEntries(urls),
    },
    order: { ...order, id: order.id || randomUUID() },
  };
}

function picked(group: JsonValue | undefined, names: readonly string[]): JsonObject {
  const members = isJsonObject(group) ? group : {};
  return Object.fromEntries(names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])));
}

function isAt(url: JsonValue | undefined, origin: string): boolean {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).origin === origin;
}

function pageOf({ page }: JsonObject, origin: string) {
  if (!isJsonObject(page) || !isAt(page.url, origin)) {
    return undefined;
  }
  const hears = Array.isArray(page.hears) ? page.hears.filter((end) => typeof end === 'string') : [];
  return shopPageAt(String(page.url), hears);
}
