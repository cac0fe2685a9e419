/**
 * The acquirer's host of a history. Its ledger is the reference, so it shares only names with the gateway; decisions 08
 * and 04 define its handling of repeats and reversals. The seed chooses its answers, unless they are known.
 */
import { type GatewayCode, resultOf } from '../../src/contract/gateway-codes.ts';
import type { Trace } from '../../src/core/ports/index.ts';
import { type Entry, giftCardOf, type MovementMessage, standing } from './acquirer-entry.ts';
import { brokenRule } from './acquirer-rules.ts';
import { GiftCards } from './gift-cards.ts';
import type { AcquirerDecision, Outcomes } from './outcomes.ts';
import type { World } from './world.ts';

const OPEN: ReadonlySet<GatewayCode> = new Set(['PENDING', 'UNKNOWN']);
const DECLINED: AcquirerDecision = { code: 'DECLINED' };
const BALANCE_REFUSED_ONE_IN = 20;
const OPEN_MS_MAX = 600_000;

export class AcquirerHost {
  readonly #world: World;
  readonly #outcomes: Outcomes;
  readonly #giftCards: GiftCards;
  readonly #entries = new Map<string, Entry>();
  /** Traces that were reversed before their message came. */
  readonly #refused = new Set<string>();

  constructor(world: World, outcomes: Outcomes) {
    this.#world = world;
    this.#outcomes = outcomes;
    this.#giftCards = new GiftCards(world, outcomes);
  }

  /** A request or an advice. A repeat gets the same answer without an effect. @returns undefined: no answer */
  move(message: MovementMessage): GatewayCode | undefined {
    const trace = nameOf(message.trace);
    const known = this.#entries.get(trace);
    if (known !== undefined) {
      return this.#again(known, message);
    }
    const original = message.original && this.#entries.get(nameOf(message.original.trace));
    const { code, isSilent, opens } = this.#refused.has(trace) ? DECLINED : this.#judge(message, original);
    const entry: Entry = {
      trace,
      message,
      original,
      code,
      isSilent,
      state: holds(code) ? 'APPROVED' : 'DECLINED',
      opens: this.#opening(code, opens),
    };
    this.#entries.set(trace, entry);
    if (message.kind === 'VOID' && code === 'APPROVED' && original) {
      this.#undo(original);
    }
    this.#world.journal.step(
      'acquirer',
      `${message.kind} ${message.orderId}/${message.transactionId} ${message.amount}: ${code}`,
    );
    return isSilent === true ? undefined : code;
  }

  /** Acknowledges every reversal. */
  reverse(original: Trace): boolean {
    const trace = nameOf(original);
    const entry = this.#entries.get(trace);
    if (entry === undefined) {
      this.#refused.add(trace);
      this.#world.journal.count('reversal before its original');
    } else if (standing(entry)) {
      for (const one of this.#entries.values()) {
        if (one === entry || restsOn(one, entry)) {
          one.state = 'REVERSED';
        }
      }
    }
    this.#world.journal.step('acquirer', `reversal of ${trace}: ${entry?.message.transactionId ?? 'not here yet'}`);
    return true;
  }

  /** @returns undefined if the trace is unknown */
  inquire(original: Trace): GatewayCode | undefined {
    const entry = this.#entries.get(nameOf(original));
    if (entry === undefined) {
      return undefined;
    }
    if (entry.state === 'REVERSED') {
      return 'DECLINED';
    }
    return this.isOpen(entry) ? entry.code : (entry.opens?.as ?? entry.code);
  }

  /** The balance of a gift card, in minor units. @returns undefined if its issuer does not report it */
  balance(number: string): bigint | undefined {
    const { chance, journal } = this.#world;
    const isRefused = this.#outcomes.balanceOf(number) === undefined && chance.oneIn(BALANCE_REFUSED_ONE_IN);
    const balance = isRefused ? undefined : this.#giftCards.balanceAt(number, this.#entries.values());
    journal.step('acquirer', `balance of a gift card: ${balance ?? 'refused'}`);
    return balance;
  }

  /** In order of arrival. Open results that are due have been decided. */
  entries(): Entry[] {
    for (const entry of this.#entries.values()) {
      this.#settle(entry);
    }
    return [...this.#entries.values()];
  }

  isOpen({ opens }: Entry): boolean {
    return opens !== undefined && this.#world.now() < opens.at;
  }

  #again(known: Entry, message: MovementMessage): GatewayCode | undefined {
    const isSame = known.message.kind === message.kind && known.message.amount === message.amount;
    if (!isSame) {
      this.#world.journal.problem(`the trace ${known.trace} was used for two messages`);
    }
    this.#world.journal.count('message again at the acquirer');
    if (known.isSilent) {
      return undefined;
    }
    return known.state === 'REVERSED' ? 'DECLINED' : known.code;
  }

  #judge(message: MovementMessage, original: Entry | undefined): AcquirerDecision {
    const { chance } = this.#world;
    for (const entry of this.#entries.values()) {
      this.#settle(entry);
    }
    if (brokenRule(message, original, [...this.#entries.values()])) {
      return DECLINED;
    }
    const giftCard = message.kind === 'REFUND' ? undefined : giftCardOf(message);
    if (giftCard !== undefined && this.#giftCards.balance(giftCard, this.#entries.values()) < message.amount) {
      return { code: 'INSUFFICIENT_FUNDS' };
    }
    const known = this.#outcomes.atAcquirer(message);
    if (known !== undefined) {
      return known;
    }
    // An open void or update would leave the state in between undefined: the host decides those at once.
    const isPlain = message.kind !== 'VOID' && message.kind !== 'UPDATE';
    const code = chance.weighted<GatewayCode>([
      [80, 'APPROVED'],
      [10, 'DECLINED'],
      [isPlain ? 5 : 0, 'PENDING'],
      [isPlain ? 2 : 0, 'UNKNOWN'],
      [isPlain && message.original === undefined ? 2 : 0, 'TIMED_OUT'],
    ]);
    return { code };
  }

  #opening(code: GatewayCode, known: AcquirerDecision['opens']): Entry['opens'] {
    if (!OPEN.has(code)) {
      return undefined;
    }
    const { chance } = this.#world;
    if (known !== undefined) {
      return { at: this.#world.now() + known.afterMs, as: known.as };
    }
    const at = chance.oneIn(10) ? Number.POSITIVE_INFINITY : this.#world.now() + chance.between(1, OPEN_MS_MAX);
    return { at, as: chance.oneIn(3) ? 'DECLINED' : 'APPROVED' };
  }

  #settle(entry: Entry): void {
    if (entry.opens?.as === 'DECLINED' && entry.state === 'APPROVED' && !this.isOpen(entry)) {
      entry.state = 'DECLINED';
    }
  }

  #undo(original: Entry): void {
    original.state = 'VOIDED';
    for (const entry of this.#entries.values()) {
      if (entry.original === original && entry.message.kind === 'UPDATE' && standing(entry)) {
        entry.state = 'VOIDED';
      }
    }
  }
}

/** A request with a timeout at the issuer holds the money until it is reversed, as an open one does. */
function holds(code: GatewayCode): boolean {
  return resultOf(code) === 'SUCCESS' || code === 'TIMED_OUT' || OPEN.has(code);
}

function restsOn({ original, state }: Entry, entry: Entry): boolean {
  return original !== undefined && state === 'APPROVED' && (original === entry || restsOn(original, entry));
}

function nameOf({ terminal, stan }: Trace): string {
  return `${terminal}-${stan}`;
}
