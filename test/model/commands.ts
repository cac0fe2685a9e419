/**
 * The events of an order as commands of fast-check: each applies the same action to the model and to the gateway, and
 * compares.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { HOUR_MS } from '../../src/contract/durations.ts';
import { askedOf, FITTING, LIKELY_COUNT, OPERATIONS, type RequestDraft, UNFITTING } from './asking.ts';
import type { OrderModel } from './model.ts';
import type { Subject } from './subject.ts';
import type { Asked, Made, Profile, Said } from './terms.ts';

type Step = fc.AsyncCommand<OrderModel, Subject>;

/** The number of times that each event occurred: the test requires every kind. */
export type Tally = Map<string, number>;

const wordsOf = ({ asked, type, code }: Made) => `${asked.id} ${type} ${code}`;

async function compare(model: OrderModel, subject: Subject, tally: Tally): Promise<void> {
  const { authorized, captured, refunded, made, status } = model;
  expect(await subject.standing()).toEqual({
    made: made.map(wordsOf),
    totals: [authorized, captured, refunded],
    status,
  });
  count(tally, status);
}

function count(tally: Tally, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

/** A request. */
class Ask implements Step {
  readonly draft: RequestDraft;
  readonly #tally: Tally;

  constructor(draft: RequestDraft, tally: Tally) {
    this.draft = draft;
    this.#tally = tally;
  }

  check(): boolean {
    return true;
  }

  async run(model: OrderModel, subject: Subject): Promise<void> {
    const asked = askedOf(this.draft, model);
    const expected = model.ask(asked, this.draft.said);
    expect(await subject.ask(asked, this.draft.said)).toBe(expected && wordsOf(expected));
    count(this.#tally, `${asked.operation} ${expected === undefined ? 'refused' : 'made'}`);
    await compare(model, subject, this.#tally);
  }

  toString(): string {
    const { operation, amount, said, back, isOdd } = this.draft;
    return `${typeof operation === 'number' ? `likely ${operation}` : operation}(${amount}, ${said}, ${back}${isOdd ? ', odd' : ''})`;
  }
}

/** An earlier request again, unchanged or with another meaning. */
class Repeat implements Step {
  readonly #back: number;
  readonly #isChanged: boolean;
  readonly #tally: Tally;

  constructor(back: number, isChanged: boolean, tally: Tally) {
    this.#back = back;
    this.#isChanged = isChanged;
    this.#tally = tally;
  }

  check({ made }: Readonly<OrderModel>): boolean {
    // A refund created by a person's decision has no request over the interface.
    const asked = made.at(-1 - this.#back)?.asked;
    return asked !== undefined && !asked.id.startsWith('refund-');
  }

  async run(model: OrderModel, subject: Subject): Promise<void> {
    const { asked } = model.made.at(-1 - this.#back)!;
    const again: Asked = this.#isChanged
      ? { ...asked, operation: 'PAY', amount: (asked.amount ?? 0n) + 1n, currency: 'EUR', hasCard: true }
      : asked;
    const expected = model.ask(again, 'DECLINED');
    expect(await subject.ask(again, 'DECLINED')).toBe(expected && wordsOf(expected));
    count(this.#tally, this.#isChanged ? 'repeated with another meaning' : 'repeated');
    await compare(model, subject, this.#tally);
  }

  toString(): string {
    return `repeat(${this.#back}${this.#isChanged ? ', changed' : ''})`;
  }
}

/** The acquirer is queried about open results. */
class Settle implements Step {
  readonly #code: 'APPROVED' | 'DECLINED';
  readonly #tally: Tally;

  constructor(code: 'APPROVED' | 'DECLINED', tally: Tally) {
    this.#code = code;
    this.#tally = tally;
  }

  check(model: Readonly<OrderModel>): boolean {
    return model.open().length > 0;
  }

  async run(model: OrderModel, subject: Subject): Promise<void> {
    await subject.settle(this.#code);
    model.settle(this.#code);
    count(this.#tally, `settled ${this.#code}`);
    await compare(model, subject, this.#tally);
  }

  toString(): string {
    return `settle(${this.#code})`;
  }
}

/** A person approves or rejects a refund. */
class Decide implements Step {
  readonly #isApproved: boolean;
  readonly #said: Said;
  readonly #tally: Tally;

  constructor(isApproved: boolean, said: Said, tally: Tally) {
    this.#isApproved = isApproved;
    this.#said = said;
    this.#tally = tally;
  }

  check(model: Readonly<OrderModel>): boolean {
    return model.undecided() !== undefined;
  }

  async run(model: OrderModel, subject: Subject): Promise<void> {
    const id = await subject.decide(this.#isApproved, this.#said);
    model.decide(this.#isApproved, id, this.#said);
    count(this.#tally, this.#isApproved ? 'refund approved' : 'refund rejected');
    await compare(model, subject, this.#tally);
  }

  toString(): string {
    return `decide(${this.#isApproved ? `approve, ${this.#said}` : 'reject'})`;
  }
}

/** Milliseconds after a transaction: the last moment of a window or validity, or just past it. */
const MOMENTS: Readonly<Record<string, (profile: Profile) => number>> = {
  'an hour': () => HOUR_MS,
  'the end of the void window': ({ voidWindowHours }) => voidWindowHours * HOUR_MS,
  'past the void window': ({ voidWindowHours }) => voidWindowHours * HOUR_MS + 1,
  'the end of the validity': ({ authorizationValidityDays }) => authorizationValidityDays * 24 * HOUR_MS,
  'past the validity': ({ authorizationValidityDays }) => authorizationValidityDays * 24 * HOUR_MS + 1,
};

/** The clock advances to a moment after the first or the newest transaction. */
class Pass implements Step {
  readonly #moment: string;
  readonly #isOfNewest: boolean;

  constructor(moment: string, isOfNewest: boolean) {
    this.#moment = moment;
    this.#isOfNewest = isOfNewest;
  }

  check({ made }: Readonly<OrderModel>): boolean {
    return made.length > 0;
  }

  async run(model: OrderModel, subject: Subject): Promise<void> {
    const { at } = model.made.at(this.#isOfNewest ? -1 : 0)!;
    subject.pass(Math.max(0, at + MOMENTS[this.#moment]!(model.profile) - subject.now()));
  }

  toString(): string {
    return `pass(${this.#moment} of the ${this.#isOfNewest ? 'newest' : 'first'})`;
  }
}

/** Mostly the first, so that histories continue. */
const mostly = <T>(weight: number, first: fc.Arbitrary<T>, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: first }, { weight: 1, arbitrary: others });

const said = mostly(
  3,
  fc.constant<Said>('APPROVED'),
  fc.constantFrom<Said>('DECLINED', 'NO_LINK', 'PENDING', 'REFERRED', 'SILENCE', 'TIMED_OUT', 'UNKNOWN'),
);
const back = fc.nat({ max: 4 });
const ask = (operation: fc.Arbitrary<RequestDraft['operation']>) =>
  fc.record({
    operation,
    amount: mostly(3, fc.constantFrom(...FITTING), fc.constantFrom(...UNFITTING)),
    said,
    back,
    isOdd: mostly(12, fc.constant(false), fc.constant(true)),
  });
const moment = fc.tuple(fc.constantFrom(...Object.keys(MOMENTS)), fc.boolean());

/** Longer histories cover no further cases. */
const STEPS_MAX = 24;

export function histories(tally: Tally): fc.Arbitrary<Iterable<Step>> {
  const likely = ask(fc.nat({ max: LIKELY_COUNT - 1 })).map((draft) => new Ask(draft, tally));
  return fc.commands(
    [
      likely,
      likely,
      likely,
      likely,
      ask(fc.constantFrom(...OPERATIONS)).map((draft) => new Ask(draft, tally)),
      fc.tuple(back, fc.boolean()).map(([which, isChanged]) => new Repeat(which, isChanged, tally)),
      fc.constantFrom('APPROVED' as const, 'DECLINED' as const).map((code) => new Settle(code, tally)),
      fc.tuple(fc.boolean(), said).map(([isApproved, word]) => new Decide(isApproved, word, tally)),
      moment.map(([name, isOfNewest]) => new Pass(name, isOfNewest)),
    ],
    { maxCommands: STEPS_MAX, size: 'max' },
  );
}
