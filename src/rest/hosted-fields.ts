/**
 * What frames of `session.js` ask besides UPDATE_SESSION: what kind of card a number is, and a session for a page that
 * has none. They know the merchant by its id alone, which every visitor of the shop can read. So neither tells or gives
 * anything of worth, and each is limited by the caller's network.
 */

import type { SessionService } from '../checkout/index.ts';
import { CARD_BRANDS, type CardBrand } from '../contract/card-rules.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import { invalidField } from '../contract/interface-error.ts';
import { acceptedBrands, type Gateway, type Merchant } from '../gateway/index.ts';
import type { Merchants } from '../gateway/ports/index.ts';
import { LeakyBuckets } from '../limits/index.ts';
import { limitNetwork } from './network-limit.ts';
import { bodyObject } from './rest-request.ts';

/** The first digits of a card number: enough for the table of ranges, and never the last four. */
const PREFIX = /^\d{5,12}$/;

/** A payer types one number or a few; a household, an office or a provider's network has many payers. */
const QUESTIONS = { size: 120, drainMs: 60_000 } as const;
/** Each is a row in the store, which goes with the session's life. */
const SESSIONS = { size: 30, drainMs: 60_000 } as const;

export interface HostedFieldsDependencies {
  readonly gateway: Pick<Gateway, 'acquirers' | 'cardFacts' | 'clock'>;
  readonly merchants: Merchants;
  readonly sessionService: SessionService;
  /** There the expiry of a card chooses what happens, whether it has passed or not. */
  readonly sandbox: boolean;
}

export interface FieldRequest {
  /** The merchant's id, as the address has it. */
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
  /** `YYYY-MM`: a card that expired before it is refused. */
  readonly thisMonth?: string;
}

export class HostedFields {
  readonly #dependencies: HostedFieldsDependencies;
  readonly #questions: LeakyBuckets;
  readonly #sessions: LeakyBuckets;

  /** @param now monotonic, in milliseconds */
  constructor(dependencies: HostedFieldsDependencies, now: () => number) {
    this.#dependencies = dependencies;
    this.#questions = new LeakyBuckets({ ...QUESTIONS, now });
    this.#sessions = new LeakyBuckets({ ...SESSIONS, now });
  }

  /**
   * What kind of card a number with the given first digits is, and whether the merchant takes it.
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
    const { country: _country, ...facts } = gateway.cardFacts(prefix);
    const isKnown = (CARD_BRANDS as readonly string[]).includes(facts.brand);
    const isTaken = !isKnown || takes(profile, gateway.acquirers, facts.brand as CardBrand);
    return {
      card: { status: isTaken ? 'SUPPORTED' : 'NOT_SUPPORTED', ...facts },
      ...(!sandbox && { thisMonth: new Date(gateway.clock.now()).toISOString().slice(0, 'YYYY-MM'.length) }),
    };
  }

  /**
   * An empty session: a payer may put in what a payer knows, and only the merchant's server can pay with it.
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

/** A field does not know the order's currency: a brand is taken that is taken in any. */
function takes(profile: Merchant['profile'], acquirers: { has(name: string): boolean }, brand: CardBrand): boolean {
  const currencies = ['', ...profile.acquirerRoutes.flatMap((route) => route.currencies)];
  return currencies.some((currency) => acceptedBrands(profile, acquirers, currency).includes(brand));
}
