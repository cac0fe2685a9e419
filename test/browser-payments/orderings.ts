/**
 * The events of a payment, in an order that a test gives: the provider decides, its server calls, the browser returns,
 * the reconciler queries, each any number of times. `tryAll` plays them over a real store and checks the end, which is
 * the same for every order.
 */
import { afterAll, beforeAll, expect } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { interactionStatus, interactionTimes } from '../../src/core/browser-payments/interaction-times.ts';
import { type Ground, openGround } from './ground.ts';
import { type InitiatedPayment, type Initiation, World } from './world.ts';

export const KINDS = ['callback', 'decision', 'question', 'return'] as const;
export type Kind = (typeof KINDS)[number];
export interface Step {
  readonly kind: Kind;
  readonly copies: 1 | 2 | 50;
}

export interface Case {
  readonly steps: readonly Step[];
  readonly isAtOnce: boolean;
  readonly operation: 'AUTHORIZE' | 'PAY';
  readonly gatewayCode: 'APPROVED' | 'DECLINED';
}

/** Every order of every choice of kinds, each kind with every number of copies; zero copies omits the kind. */
export function sequences(kinds: readonly Kind[], copies: readonly Step['copies'][]): Step[][] {
  const longer = kinds.flatMap((kind) =>
    sequences(
      kinds.filter((other) => other !== kind),
      copies,
    ).flatMap((rest) => copies.map((count) => [{ kind, copies: count }, ...rest])),
  );
  return [[], ...longer];
}

export const OUTCOMES = [
  { operation: 'PAY', gatewayCode: 'APPROVED' },
  { operation: 'PAY', gatewayCode: 'DECLINED' },
  { operation: 'AUTHORIZE', gatewayCode: 'APPROVED' },
  { operation: 'AUTHORIZE', gatewayCode: 'DECLINED' },
] as const;

/** The four outcomes in rotation. */
export const byTurns = (index: number): (typeof OUTCOMES)[number] => OUTCOMES[index % OUTCOMES.length]!;

let ground: Ground;
/** In each file that plays: the store of all its payments. */
export function useGround(): void {
  beforeAll(async () => {
    ground = await openGround();
  });
  afterAll(() => ground.close());
}

/** A provider over which cases are played. */
export interface Stage {
  /** Concurrently, so that they share the store's commits. */
  readonly worlds: number;
  open(ground: Ground): World;
  initiation(one: Case): Initiation;
  /** The provider decides; the gateway makes the calls that depend on it. */
  decide(world: World, initiated: InitiatedPayment, one: Case): Promise<void> | void;
  /** The provider's name of the decision. */
  codeOf(one: Case): string;
}

const SIMULATED: Stage = {
  worlds: 64,
  open: (ground) => new World(ground),
  initiation: ({ operation }) => ({ operation }),
  decide: (world, { reference }, { gatewayCode }) => world.provider.stand(reference, gatewayCode),
  codeOf: ({ gatewayCode }) => `P-${gatewayCode}`,
};

/** @returns the number of played cases */
export async function tryAll(cases: readonly Case[], stage: Stage = SIMULATED): Promise<number> {
  const left = [...cases];
  let tried = 0;
  const worker = async () => {
    const world = stage.open(ground);
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      await play(stage, world, next);
      tried += 1;
    }
    expect(world.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  };
  await Promise.all(Array.from({ length: stage.worlds }, worker));
  return tried;
}

async function play(stage: Stage, world: World, one: Case): Promise<void> {
  const initiated = await world.initiate(stage.initiation(one));
  const act = ACTS[one.isAtOnce ? 'atOnce' : 'inTurn'];
  let times = {};
  for (const { kind, copies } of one.steps) {
    world.pass(SECOND_MS);
    await act(copies, () => happen(stage, world, initiated, kind, one));
    const now = interactionTimes((await ground.store.browserPayments.timeline(initiated.key))!.events);
    expect(now, nameOf(one)).toMatchObject(times);
    times = now;
  }
  await world.goTo(world.now() + MINUTE_MS);
  await judge(stage, world, initiated, one);
  // Nothing of it is in the next case's way.
  await ground.store.browserPayments.recordQuery(
    initiated.key,
    { earlierQueries: 0, at: Number.MAX_SAFE_INTEGER },
    null,
  );
}

const ACTS = {
  atOnce: async (copies: number, act: () => Promise<unknown>) => {
    await Promise.all(Array.from({ length: copies }, act));
  },
  inTurn: async (copies: number, act: () => Promise<unknown>) => {
    for (let done = 0; done < copies; done += 1) {
      await act();
    }
  },
};

async function happen(stage: Stage, world: World, initiated: InitiatedPayment, kind: Kind, one: Case): Promise<void> {
  if (kind === 'decision') {
    await stage.decide(world, initiated, one);
  } else if (kind === 'callback') {
    await world.callBack(initiated);
  } else if (kind === 'return') {
    await world.handleReturn(initiated);
  } else {
    // Due independently of the schedule, decided or not.
    await ground.store.browserPayments.note(initiated.key, [], world.now());
    await world.question();
  }
}

async function judge(stage: Stage, world: World, initiated: InitiatedPayment, one: Case): Promise<void> {
  const { order, transaction, payment, events } = await world.found(initiated.key);
  const has = (kind: Kind) => one.steps.some((step) => step.kind === kind);
  const isDecided = has('decision');
  const gatewayCode = isDecided ? one.gatewayCode : 'PENDING';
  const money = isDecided && gatewayCode === 'APPROVED' ? 1_200n : 0n;
  const notified = await ground.query(
    'select count(*) as n from notification where transaction_key = ?',
    initiated.key,
  );
  const completed = events.filter(({ kind }) => kind === 'COMPLETED');
  const returned = has('return') ? 'RETURNED_TO_MERCHANT' : 'INITIATED';
  expect(
    {
      status: interactionStatus(interactionTimes(events)),
      gatewayCode: transaction.outcome?.gatewayCode,
      reply: transaction.outcome?.provider?.code,
      movements: order.state.movements.map((movement) => [movement.transactionId, movement.type, movement.gatewayCode]),
      authorized: order.state.totalAuthorized,
      captured: order.state.totalCaptured,
      snapshot: transaction.outcome?.order.totalAuthorized,
      // One for the intent, one for the decision.
      fence: order.fence,
      lockedBy: order.lockedBy,
      late: payment.late,
      notified: notified[0]?.n,
      completed: completed.map(({ outcome, times }) => [outcome, times]),
      stamps: events.filter(({ kind }) => STAMPED.has(kind)).map(({ kind, times }) => [kind, times]),
    },
    nameOf(one),
  ).toEqual({
    status: isDecided ? 'COMPLETED' : returned,
    gatewayCode,
    reply: isDecided ? stage.codeOf(one) : undefined,
    movements: [['1', one.operation === 'PAY' ? 'PAYMENT' : 'AUTHORIZATION', gatewayCode]],
    authorized: money,
    captured: one.operation === 'PAY' ? money : 0n,
    snapshot: money,
    fence: isDecided ? 2 : 1,
    lockedBy: null,
    late: null,
    notified: isDecided ? 1 : 0,
    completed: isDecided ? [[gatewayCode, 1]] : [],
    stamps: has('return')
      ? expect.toSatisfy((stamps: unknown[]) => JSON.stringify([...stamps].sort()) === STAMPS_OF_RETURN)
      : [],
  });
}

const STAMPED: ReadonlySet<string> = new Set(['CAME_BACK', 'REDIRECTED', 'RETURNED']);
const STAMPS_OF_RETURN = JSON.stringify([
  ['CAME_BACK', 1],
  ['RETURNED', 1],
]);

function nameOf({ steps, isAtOnce, operation, gatewayCode }: Case): string {
  const named = steps.map(({ kind, copies }) => `${copies} ${kind}`).join(', ');
  return `${operation} ${gatewayCode}, ${isAtOnce ? 'at once' : 'in turn'}: ${named}`;
}
