/**
 * Random sequences of all messages that the gateway can send, with repeats, against the host's ledger without a socket
 * in between.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IsoMessage } from '../../../src/adapters/acquirers/iso8583/message/fields.ts';
import { adviceMessage, requestMessage, reversalMessage } from '../../../src/adapters/acquirers/iso8583/messages.ts';
import { Ledger } from '../../../src/sandbox/acquirer/acquirer-ledger.ts';
import type { AcquirerLedgerEntry } from '../../../src/sandbox/acquirer/acquirer-ledger-rows.ts';
import { Processor } from '../../../src/sandbox/acquirer/message-processor.ts';
import {
  adviceOn,
  authorization,
  card,
  type Earlier,
  giftCard,
  nextTrace,
  refundOf,
  reversalOf,
} from '../../adapters/acquirers/fixtures.ts';

const FIFTY = '6006000000000058';
const FIFTY_BALANCE = 5000n;
const RANDOM_FORCED = ['APPROVED', 'DECLINED', 'PENDING', 'DEFERRED_TRANSACTION_RECEIVED', 'UNKNOWN', 'TIMED_OUT'];

type Kind = Exclude<Earlier['kind'], 'VERIFICATION'>;

interface Step {
  readonly kind: Kind | 'REVERSE' | 'REPEAT';
  /** Index of the earlier message that it refers to. */
  readonly target: number;
  readonly amount: bigint;
  readonly isGift: boolean;
  readonly forced: string | undefined;
  /** Whether the step is valid for the target's kind. */
  readonly isSensible: boolean;
}

const SENSIBLE_TARGETS: Readonly<Partial<Record<Step['kind'], readonly Kind[]>>> = {
  CAPTURE: ['AUTHORIZATION'],
  UPDATE: ['AUTHORIZATION'],
  REFUND: ['CAPTURE', 'PAYMENT'],
};

/** Captures and refunds are the most frequent, because the sums depend on them. */
const kinds = fc.constantFrom<Step['kind']>(
  ...([
    'AUTHORIZATION',
    'PAYMENT',
    'CAPTURE',
    'CAPTURE',
    'CAPTURE',
    'UPDATE',
    'REFUND',
    'REFUND',
    'VOID',
    'VOID',
  ] as const),
  ...(['REVERSE', 'REPEAT', 'REPEAT'] as const),
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: kinds,
    target: fc.nat(40),
    amount: fc.oneof(fc.bigInt({ min: 1n, max: 3000n }), fc.bigInt({ min: 1n, max: 300n })),
    isGift: fc.boolean(),
    forced: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.constantFrom(...RANDOM_FORCED)),
    isSensible: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

/** A sent message, with the first message of its card transaction. */
interface Sent extends Earlier {
  readonly kind: Kind;
  readonly transactionId: string;
  readonly message: IsoMessage;
  readonly root: string;
  readonly isGift: boolean;
}

class World {
  readonly ledger = new Ledger(undefined);
  readonly #processor = new Processor(this.ledger, 1);
  readonly sent: Sent[] = [];

  send(message: IsoMessage): IsoMessage | undefined {
    let answer: IsoMessage | undefined;
    this.ledger.commit(() => {
      answer = this.#processor.handle(message, Date.UTC(2026, 10, 21));
    });
    return answer;
  }

  take(step: Step): void {
    const wanted = step.isSensible ? SENSIBLE_TARGETS[step.kind] : undefined;
    const targets = this.sent.filter(({ kind }) => wanted?.includes(kind) ?? true);
    const earlier = targets[step.target % Math.max(1, targets.length)];
    if (step.kind === 'AUTHORIZATION' || step.kind === 'PAYMENT') {
      this.#begin(step, step.kind);
    } else if (earlier === undefined) {
      return;
    } else if (step.kind === 'REPEAT') {
      this.#repeat(earlier);
    } else if (step.kind === 'REVERSE') {
      this.#reverse(earlier);
    } else {
      this.#follow(step, step.kind, earlier);
    }
  }

  #begin({ amount, isGift, forced }: Step, kind: 'AUTHORIZATION' | 'PAYMENT'): void {
    const instrument = isGift ? giftCard(FIFTY, '1234') : card();
    const request = authorization({ kind, amount, instrument, ...referenceOf(forced) });
    this.#send({ ...request, kind, isGift, root: request.orderId }, requestMessage(request));
  }

  #follow({ amount, forced }: Step, kind: 'CAPTURE' | 'UPDATE' | 'REFUND' | 'VOID', earlier: Sent): void {
    const { root, isGift } = earlier;
    if (kind === 'REFUND') {
      const instrument = isGift ? giftCard(FIFTY) : card();
      const refund = refundOf(earlier, { amount, instrument, ...referenceOf(forced) });
      this.#send({ ...refund, kind, root, isGift }, requestMessage(refund));
    } else if (kind !== 'VOID' || earlier.kind !== 'VOID') {
      const asked = kind === 'VOID' ? earlier.amount : amount;
      const advice = adviceOn(earlier, kind, { amount: asked, ...referenceOf(forced) });
      this.#send({ ...advice, kind, root, isGift }, adviceMessage(advice, false));
    }
  }

  #send(sent: Omit<Sent, 'message'>, message: IsoMessage): void {
    this.send(message);
    this.sent.push({ ...sent, message });
  }

  /**
   * The gateway reverses only requests. A gift card's refund may have been spent, so its reversal is a case of its own.
   */
  #reverse(earlier: Sent): void {
    const { kind, isGift } = earlier;
    if (kind === 'AUTHORIZATION' || kind === 'PAYMENT' || (kind === 'REFUND' && !isGift)) {
      const reversal = reversalOf({ ...authorization({ trace: nextTrace() }), ...earlier, kind });
      expect(this.send(reversalMessage(reversal, false))?.fields[39]).toBe('00');
    }
  }

  #repeat({ message, orderId, transactionId, kind }: Sent): void {
    const before = this.ledger.entries({});
    const again = this.send(message);
    expect(this.send(message)).toEqual(again);
    expect(this.ledger.entries({})).toEqual(before);
    const entry = before.find(({ order, transaction }) => order === orderId && transaction === transactionId);
    if (kind !== 'VOID' && entry?.state === 'REVERSED') {
      expect(again?.fields[39]).toBe('21');
    }
  }

  /** The effective movements of each card transaction, from the ledger. */
  cardTransactions(): { readonly isGift: boolean; readonly sums: Sums }[] {
    const entries = new Map(this.ledger.entries({}).map((entry) => [entry.order + entry.transaction, entry]));
    return this.sent
      .filter(({ kind }) => kind === 'AUTHORIZATION' || kind === 'PAYMENT')
      .map(({ root, isGift }) => {
        const rows = this.sent.filter((one) => one.root === root && one.kind !== 'VOID');
        return {
          isGift,
          sums: sumsOf(rows.map((one) => entries.get(one.orderId + one.transactionId) as AcquirerLedgerEntry)),
        };
      });
  }
}

interface Sums {
  readonly rootStands: boolean;
  readonly standing: number;
  readonly authorized: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  /** Minor units charged to the card. */
  readonly taken: bigint;
}

function sumsOf(entries: readonly AcquirerLedgerEntry[]): Sums {
  const standing = entries.filter(({ state }) => state === 'APPROVED');
  const minor = ({ amount }: AcquirerLedgerEntry) => BigInt(amount.replace('.', ''));
  const sum = (...wanted: AcquirerLedgerEntry['kind'][]) =>
    standing.filter(({ kind }) => wanted.includes(kind)).reduce((total, entry) => total + minor(entry), 0n);
  const root = entries[0] as AcquirerLedgerEntry;
  const newest = standing.findLast(({ kind }) => kind === 'UPDATE');
  const authorized = root.state === 'APPROVED' ? minor(newest ?? root) : 0n;
  const [captured, refunded] = [sum('CAPTURE', 'PAYMENT'), sum('REFUND')];
  const held = authorized > captured ? authorized : captured;
  return {
    rootStands: root.state === 'APPROVED',
    standing: standing.length,
    authorized,
    captured,
    refunded,
    taken: held - refunded,
  };
}

function referenceOf(forced: string | undefined) {
  return forced === undefined ? {} : { reference: `.FAIL_${forced}` };
}

describe('the ledger, after any sequence of messages', () => {
  it('has no negative sum, counts no movement twice, and has no movement on an original that does not stand', () => {
    let captures = 0;
    let refunds = 0;
    fc.assert(
      fc.property(steps, (sequence) => {
        const world = new World();
        for (const step of sequence) {
          world.take(step);
          const all = world.cardTransactions();
          for (const { sums } of all) {
            expect(sums.captured <= 2n * sums.authorized).toBe(true);
            expect(sums.refunded <= 2n * sums.captured).toBe(true);
            expect(sums.rootStands || sums.standing === 0).toBe(true);
            captures += sums.captured > 0n ? 1 : 0;
            refunds += sums.refunded > 0n ? 1 : 0;
          }
          const taken = all.filter(({ isGift }) => isGift).reduce((total, { sums }) => total + sums.taken, 0n);
          expect(taken >= 0n && taken <= FIFTY_BALANCE).toBe(true);
        }
        const movements = world.sent.filter(({ kind }) => kind !== 'VOID');
        expect(world.ledger.entries({})).toHaveLength(movements.length);
        world.ledger.close();
      }),
      { numRuns: 150 },
    );
    // The sequences were meaningful: sums of zero would satisfy every rule.
    expect(captures).toBeGreaterThan(30);
    expect(refunds).toBeGreaterThan(30);
  });
});
