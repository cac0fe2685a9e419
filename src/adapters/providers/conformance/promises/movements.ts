/** Promises about captures, refunds, updates and voids of executed payments. */
import type { MovementOutcome, ProviderMovement, ProviderMovementKind } from '../../../../core/ports/index.ts';
import type { AdapterPromise } from '../adapter-promise.ts';
import { BrokenPromise } from '../broken-promise.ts';
import { groundFor, half, makeCapturedPayment } from '../calls.ts';
import { describeEntries, describeOutcome, isSuccess, joinLines, untruth } from '../outcomes.ts';
import { movementsOf, offers, type Subject } from '../subject.ts';
import type { StartedPayment, Trial } from '../trial.ts';

const AT_ONCE = 5;
const KINDS = ['CAPTURE', 'REFUND', 'UPDATE', 'VOID'] as const;

const NAMES = { CAPTURE: 'capture', REFUND: 'refund', UPDATE: 'update', VOID: 'void' } as const;

const lacksKind = (kind: ProviderMovementKind) => (subject: Subject) =>
  offers(subject, kind) && (kind === 'REFUND' || kind === 'VOID' || offers(subject, 'AUTHORIZE'))
    ? undefined
    : `it has no ${NAMES[kind]}`;

const lacksAll = (subject: Subject) => (movementsOf(subject).length > 0 ? undefined : 'it moves nothing afterwards');

export const MOVEMENTS: readonly AdapterPromise[] = [
  ...KINDS.map(
    (kind): AdapterPromise => ({
      id: `movements.${NAMES[kind]}`,
      says: `${kind === 'UPDATE' ? 'An' : 'A'} ${NAMES[kind]} is made once, however often it is asked for, also at the same time.`,
      lacks: lacksKind(kind),
      async keeps(trial) {
        const { ground, amount } = await groundFor(trial, kind);
        const movement = trial.movement(ground, kind, amount);
        const adapter = await trial.adapter();
        await adapter.move(movement);
        await Promise.all(Array.from({ length: AT_ONCE }, () => adapter.move(movement)));
        await expectMoved(trial, ground, movement);
        await expectMovements(trial, ground, [movement]);
      },
    }),
  ),
  {
    id: 'movements.captures',
    says: 'An authorization is captured in parts, each made once.',
    lacks: lacksKind('CAPTURE'),
    keeps: (trial) => inParts(trial, 'CAPTURE'),
  },
  {
    id: 'movements.refunds',
    says: 'A payment is refunded in parts of the same amount, each made once.',
    lacks: lacksKind('REFUND'),
    keeps: (trial) => inParts(trial, 'REFUND'),
  },
  {
    id: 'movements.beyond',
    says: 'A movement of more than there is moves nothing, and is reported so.',
    lacks: lacksKind('REFUND'),
    async keeps(trial) {
      const ground = await makeCapturedPayment(trial);
      const books = describeEntries(await trial.ledger(ground));
      const movement = trial.movement(ground, 'REFUND', ground.payment.amount * 2n);
      await expectTrue(trial, ground, movement, await (await trial.adapter()).move(movement));
      await trial.expectLedger(ground, books);
    },
  },
  {
    id: 'movements.unpaid',
    says: 'Nothing moves of a payment that the payer did not make.',
    lacks: lacksAll,
    async keeps(trial) {
      const startedPayment = await trial.startPayment();
      const books = describeEntries(await trial.ledger(startedPayment));
      for (const kind of movementsOf(trial.subject)) {
        const movement = trial.movement(startedPayment, kind, half(startedPayment));
        await expectTrue(trial, startedPayment, movement, await (await trial.adapter()).move(movement));
      }
      await trial.expectLedger(startedPayment, books);
    },
  },
  {
    id: 'movements.unknown',
    says: 'Nothing moves of a payment that the provider never received.',
    lacks: lacksAll,
    async keeps(trial) {
      const payment = trial.payment();
      const { reference, operation, account } = payment;
      for (const kind of movementsOf(trial.subject)) {
        const startedPayment = {
          payment,
          providerPayment: { reference, operation, account, attempt: 1 },
        } as StartedPayment;
        const movement = trial.movement(startedPayment, kind, half(startedPayment));
        await expectTrue(trial, startedPayment, movement, await (await trial.adapter()).move(movement));
      }
      await trial.expectLedger({ payment }, []);
    },
  },
];

async function inParts(trial: Trial, kind: 'CAPTURE' | 'REFUND'): Promise<void> {
  const { ground } = await groundFor(trial, kind);
  const parts = [1, 2].map(() => trial.movement(ground, kind, half(ground)));
  for (const part of parts) {
    await expectMoved(trial, ground, part);
  }
  await expectMovements(trial, ground, parts);
}

/**
 * Repeats the call until the movement is decided, as the gateway does. @throws BrokenPromise if the movement is not
 * made
 */
async function expectMoved(trial: Trial, ground: StartedPayment, movement: ProviderMovement): Promise<void> {
  const adapter = await trial.adapter();
  const outcome = await trial.untilDecided(await adapter.move(movement), () => adapter.move(movement), ground);
  if (outcome.status !== 'REPLIED' || !isSuccess(outcome.reply)) {
    throw new BrokenPromise(`the ${NAMES[movement.kind]} gave ${describeOutcome(outcome)}`);
  }
  await expectTrue(trial, ground, movement, outcome);
}

async function expectTrue(
  trial: Trial,
  ground: Pick<StartedPayment, 'payment'>,
  { kind, amount }: ProviderMovement,
  outcome: MovementOutcome,
): Promise<void> {
  const after = await trial.ledger(ground);
  const { isCompletedHere } = trial;
  const problem = untruth({ outcome, before: after, after, movement: { kind, amount }, isCompletedHere });
  if (problem !== undefined) {
    throw new BrokenPromise(`the ${NAMES[kind]}: ${problem}`);
  }
}

/** Checks that the ledger has exactly these movements of the kind of the first. */
async function expectMovements(
  trial: Trial,
  ground: StartedPayment,
  movements: readonly ProviderMovement[],
): Promise<void> {
  const [first] = movements;
  const found = (await trial.ledger(ground)).filter(({ kind }) => kind === first?.kind);
  const expected = movements.map(({ kind, amount, currency }) => ({ kind, amount, currency: currency.code }));
  const lines = describeEntries(expected.map((one) => ({ ...one, order: '', state: 'MADE' as const })));
  if (describeEntries(found).join() !== lines.join()) {
    throw new BrokenPromise(
      `the provider's ledger has ${joinLines(describeEntries(found))}, and should have ${joinLines(lines)}`,
    );
  }
}
