/**
 * A checkout created by a shop's page through `checkout.js` up to version 62, without a server. The page states the
 * order and its amount, which its visitor can change. So it is accepted only if the merchant's profile allows it, only
 * from pages of the merchant's hosts, and only with the members that a payer may see; the success indicator is not
 * disclosed.
 */
import { randomUUID } from 'node:crypto';
import { checkoutFrom, checkoutProblems, type SessionService, shopPageAt } from '../../checkout/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { embedOrigins, isLoopbackOrigin, type Merchant, withoutReported } from '../../core/index.ts';
import type { Merchants } from '../../core/ports/index.ts';
import { LeakyBuckets } from '../../platform/limits/index.ts';
import { limitNetwork } from './network-limit.ts';
import { AMOUNT_DUE_SINCE } from './payers-fields.ts';
import { bodyObject, readRequest } from './rest-request.ts';

/** Checkouts of a network. Each is a row in the store, which is deleted when the session ends. */
const SESSIONS = { size: 30, drainMs: 60_000 } as const;

/** Members that a page may state. The shop's name comes from the profile: a foreign page could state another. */
const PAGE_MEMBERS = {
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
/** Members of `interaction` that are accepted if they point to the page's own site. */
const RETURN_URLS = ['cancelUrl', 'redirectMerchantUrl', 'returnUrl', 'timeoutUrl'] as const;
/** The operations that a page may state. A page would take a checkout that does not charge for a paid one. */
const CHARGING_OPERATIONS: ReadonlySet<unknown> = new Set(['AUTHORIZE', 'PURCHASE']);

export interface PageCheckoutDependencies {
  readonly merchants: Merchants;
  readonly sessionService: SessionService;
  readonly sandbox: boolean;
}

export interface PageCheckoutRequest {
  /** The merchant's id from the request's path. */
  readonly merchant: string;
  readonly version: string;
  /** The browser's `Origin` header. */
  readonly origin: string | undefined;
  readonly remoteAddress: string;
  readonly body: Uint8Array;
}

export class PageCheckouts {
  readonly #dependencies: PageCheckoutDependencies;
  readonly #sessions: LeakyBuckets;

  /**
   * @param now monotonic, in milliseconds
   * @param limits those of another store in the same process, whose requests count together with these
   */
  constructor(dependencies: PageCheckoutDependencies, now: () => number, limits?: PageCheckouts) {
    this.#dependencies = dependencies;
    this.#sessions = limits ? limits.#sessions : new LeakyBuckets({ ...SESSIONS, now });
  }

  /** @throws InterfaceError naming every missing or invalid field, or the reason why pages may not create checkouts */
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
      async (read, reported) => withoutReported(checkoutProblems(read, merchant, true, reported), reported),
    );
    const checkout = checkoutFrom(values, merchant, version);
    const shopPage = pageOf(given, origin);
    const session = await sessionService.create(merchant.key, {
      values,
      checkout: { ...checkout, shopPage },
    });
    return { merchant: merchant.id, result: 'SUCCESS', session: { id: session.id, version: session.version } };
  }
}

/**
 * Refuses pages of other hosts. Clients other than browsers can forge their origin, so the profile must also allow
 * checkouts by pages.
 */
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
  const members = Object.entries(PAGE_MEMBERS).map(([name, kept]) => [name, pickMembers(given[name], kept)] as const);
  const { interaction, order, ...more } = Object.fromEntries(members) as Record<keyof typeof PAGE_MEMBERS, JsonObject>;
  const named = isJsonObject(given.interaction) ? given.interaction : {};
  const urls = RETURN_URLS.filter((name) => isAt(named[name], origin)).map((name) => [name, named[name]!] as const);
  return {
    ...more,
    apiOperation: 'CREATE_CHECKOUT_SESSION',
    interaction: {
      ...interaction,
      operation: CHARGING_OPERATIONS.has(interaction.operation) ? interaction.operation! : profile.checkoutOperation,
      ...Object.fromEntries(urls),
    },
    order: { ...order, id: order.id || randomUUID() },
  };
}

function pickMembers(group: JsonValue | undefined, names: readonly string[]): JsonObject {
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
