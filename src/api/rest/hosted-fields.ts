/**
 * Calls of the hosted fields (`session.js`) other than UPDATE_SESSION: the kind of card that a number belongs to, and a
 * session for a page without one. They identify the merchant only by its id, which every visitor of the shop can read,
 * so they disclose no sensitive data, and each is limited by the caller's network.
 */

import type { SessionService } from '../../checkout/index.ts';
import { CARD_BRANDS, type CardBrand } from '../../contract/card-rules.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { invalidField } from '../../contract/interface-error.ts';
import { acceptedBrands, type Gateway, type Merchant } from '../../core/index.ts';
import type { Merchants } from '../../core/ports/index.ts';
import { LeakyBuckets } from '../../platform/limits/index.ts';
import { limitNetwork } from './network-limit.ts';
import { bodyObject } from './rest-request.ts';

/** The leading digits of a card number: enough for the table of ranges, without the last four. */
const PREFIX = /^\d{5,12}$/;

/** Look-ups of a network. A payer needs a few; a household, an office or a provider's network has many payers. */
const QUESTIONS = { size: 120, drainMs: 60_000 } as const;
/** Sessions of a network. Each is a row in the store, which is deleted when the session ends. */
const SESSIONS = { size: 30, drainMs: 60_000 } as const;

export interface HostedFieldsDependencies {
  readonly gateway: Pick<Gateway, 'acquirers' | 'cardFacts' | 'clock'>;
  readonly merchants: Merchants;
  readonly sessionService: SessionService;
  /** In the sandbox a card's expiry selects the outcome, so expired cards are accepted. */
  readonly sandbox: boolean;
}

export interface FieldRequest {
  /** The merchant's id in the address. */
  readonly merchant: string;
  readonly remoteAddress: string;
  readonly body: Uint8Array;
}

export interface CardAnswer {
  readonly card: {
    readonly status: 'NOT_SUPPORTED' | 'SUPPORTED';
    readonly brand: string;
    readonly scheme: string;
    readonly fundingMethod: string;
    readonly localBrand?: string;
  };
  /** `YYYY-MM`. Cards that expired before this month are refused. */
  readonly thisMonth?: string;
}

export class HostedFields {
  readonly #dependencies: HostedFieldsDependencies;
  readonly #questions: LeakyBuckets;
  readonly #sessions: LeakyBuckets;

  /**
   * @param now monotonic, in milliseconds
   * @param limits those of another store in the same process, whose requests count together with these
   */
  constructor(dependencies: HostedFieldsDependencies, now: () => number, limits?: HostedFields) {
    this.#dependencies = dependencies;
    this.#questions = limits ? limits.#questions : new LeakyBuckets({ ...QUESTIONS, now });
    this.#sessions = limits ? limits.#sessions : new LeakyBuckets({ ...SESSIONS, now });
  }

  /**
   * Identifies the kind of card by the first digits of its number, and whether the merchant accepts it.
   *
   * @throws InterfaceError
   */
  async card({ merchant: id, remoteAddress, body }: FieldRequest): Promise<CardAnswer> {
    limitNetwork(this.#questions, remoteAddress, 'FIELDS_BUSY');
    const { prefix } = bodyObject(body);
    if (typeof prefix !== 'string' || !PREFIX.test(prefix)) {
      throw invalidField('prefix', '5 to 12 digits');
    }
    const { gateway, sandbox } = this.#dependencies;
    const { profile } = await this.#merchant(id);
    const { brand, scheme, fundingMethod, localBrand } = gateway.cardFacts(prefix);
    const facts = { brand, scheme, fundingMethod, localBrand };
    const isKnown = (CARD_BRANDS as readonly string[]).includes(facts.brand);
    const isTaken = !isKnown || acceptsBrand(profile, gateway.acquirers, facts.brand as CardBrand);
    return {
      card: { status: isTaken ? 'SUPPORTED' : 'NOT_SUPPORTED', ...facts },
      thisMonth: sandbox ? undefined : new Date(gateway.clock.now()).toISOString().slice(0, 'YYYY-MM'.length),
    };
  }

  /**
   * Creates an empty session. A payer may fill in payer fields; only the merchant's server can pay with it.
   *
   * @throws InterfaceError
   */
  async session({ merchant: id, remoteAddress }: Omit<FieldRequest, 'body'>) {
    limitNetwork(this.#sessions, remoteAddress, 'FIELDS_BUSY');
    const merchant = await this.#merchant(id);
    const session = await this.#dependencies.sessionService.create(merchant.key);
    return {
      merchant: merchant.id,
      result: 'SUCCESS',
      session: { id: session.id, updateStatus: session.updateStatus, version: session.version },
    };
  }

  async #merchant(id: string): Promise<Merchant> {
    const merchant = await this.#dependencies.merchants.find(id);
    if (merchant === undefined || merchant.isDisabled) {
      throw namedError('NOTHING_HERE');
    }
    return merchant;
  }
}

/**
 * The hosted field does not know the order's currency, so a brand counts as accepted if it is accepted in any currency.
 */
function acceptsBrand(
  profile: Merchant['profile'],
  acquirers: { has(name: string): boolean },
  brand: CardBrand,
): boolean {
  const currencies = ['', ...profile.acquirerRoutes.flatMap((route) => route.currencies)];
  return currencies.some((currency) => acceptedBrands(profile, acquirers, currency).includes(brand));
}
