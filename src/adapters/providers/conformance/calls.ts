/** The port's calls that a provider supports, each prepared up to the call itself. */
import type { Provider, ProviderMovementKind } from '../../../core/ports/index.ts';
import type { LedgerEntry, StandInChoice } from '../stand-in.ts';
import { BrokenPromise } from './broken-promise.ts';
import { chosenPayment } from './new-payment.ts';
import { describeOutcome, type PortOutcome } from './outcomes.ts';
import { isConfirmed, offers, type Subject } from './subject.ts';
import type { StartedPayment, Trial } from './trial.ts';

export interface ReadyCall {
  readonly of: Pick<StartedPayment, 'payment'>;
  /** Absent if the payment is not started yet. */
  readonly startedPayment?: StartedPayment;
  /** Makes the call. A repeat has the same reference. */
  make(adapter: Provider): Promise<PortOutcome>;
  /** The expected entry in the provider's ledger, for a movement. */
  readonly movement?: Pick<LedgerEntry, 'amount' | 'kind'>;
}

export interface PortCall {
  /** The name of the call in the report, such as `create` or `move REFUND`. */
  readonly name: string;
  readonly isThere: (subject: Subject) => boolean;
  /** Prepares the call, each time with a new payment. */
  readonly ready: (trial: Trial) => Promise<ReadyCall>;
}

const ALWAYS = () => true;

export const PORT_CALLS: readonly PortCall[] = [
  {
    name: 'create',
    // If payers choose an option before, `create` sends no request.
    isThere: ({ choice }) => choice === undefined,
    async ready(trial) {
      const payment = trial.payment();
      return { of: { payment }, make: (adapter) => adapter.create(payment) };
    },
  },
  {
    name: 'begin',
    isThere: ({ choice }) => choice !== undefined,
    async ready(trial) {
      const payment = trial.payment();
      const chosen = chosenPayment(payment, choiceIn(trial));
      return { of: { payment }, make: (adapter) => trial.choiceOf(adapter).begin(chosen) };
    },
  },
  {
    name: 'ask',
    isThere: ({ choice }) => choice?.isAsked === true,
    async ready(trial) {
      const payment = trial.payment();
      const choice = choiceIn(trial);
      const outcome = await trial.choiceOf(await trial.adapter()).begin(chosenPayment(payment, choice));
      if (outcome.status !== 'BEGUN') {
        throw new BrokenPromise(`begin gave ${describeOutcome(outcome)} where nothing stood in the way`);
      }
      const chosen = chosenPayment(payment, choice, outcome.providerReference);
      return { of: { payment }, make: (adapter) => trial.choiceOf(adapter).ask(chosen) };
    },
  },
  {
    name: 'state',
    isThere: ALWAYS,
    async ready(trial) {
      const made = await trial.makePayment();
      return { of: made, startedPayment: made, make: (adapter) => adapter.state(made.providerPayment) };
    },
  },
  {
    name: 'confirm',
    isThere: isConfirmed,
    async ready(trial) {
      const agreed = await agreedPayment(trial);
      return { of: agreed, startedPayment: agreed, make: (adapter) => adapter.confirm(agreed.providerPayment) };
    },
  },
  {
    name: 'cancel',
    isThere: ALWAYS,
    async ready(trial) {
      const startedPayment = await trial.startPayment();
      return { of: startedPayment, startedPayment, make: (adapter) => adapter.cancel(startedPayment.providerPayment) };
    },
  },
  ...(['CAPTURE', 'REFUND', 'UPDATE', 'VOID'] as const).map(
    (kind): PortCall => ({
      name: `move ${kind}`,
      isThere: (subject) => offers(subject, kind) && hasGround(subject, kind),
      async ready(trial) {
        const { ground, amount } = await groundFor(trial, kind);
        const movement = trial.movement(ground, kind, amount);
        return {
          of: ground,
          startedPayment: ground,
          make: (adapter) => adapter.move(movement),
          movement: { kind, amount },
        };
      },
    }),
  ),
];

/** The choice of a provider that has one. */
export function choiceIn({ subject }: Trial): StandInChoice {
  return subject.choice as StandInChoice;
}

/** A payment that the payer has agreed to, and that the provider executes once it is confirmed. */
export async function agreedPayment(trial: Trial): Promise<StartedPayment> {
  const { facts } = trial.subject;
  const isOurs = facts.completedBy === 'GATEWAY' && facts.confirmations.includes('CONFIRM_AT_PROVIDER');
  const startedPayment = await trial.startPayment({
    confirmation: isOurs ? 'CONFIRM_AT_PROVIDER' : 'CONFIRM_AT_MERCHANT',
  });
  await trial.pay('AGREE', startedPayment);
  return startedPayment;
}

/** True if the provider supports payments of the kind that the movement requires. */
function hasGround(subject: Subject, kind: ProviderMovementKind): boolean {
  return kind === 'CAPTURE' || kind === 'UPDATE' ? offers(subject, 'AUTHORIZE') : true;
}

/** Makes a payment on which the movement is possible, and returns a possible amount. */
export async function groundFor(
  trial: Trial,
  kind: ProviderMovementKind,
): Promise<{ ground: StartedPayment; amount: bigint }> {
  if (kind === 'REFUND') {
    const ground = await makeCapturedPayment(trial);
    return { ground, amount: half(ground) };
  }
  const operation = offers(trial.subject, 'AUTHORIZE') ? 'AUTHORIZE' : 'PAY';
  const ground = await trial.makePayment({ operation });
  return { ground, amount: kind === 'VOID' ? ground.payment.amount : half(ground) };
}

export function half({ payment }: Pick<StartedPayment, 'payment'>): bigint {
  return payment.amount / 2n;
}

/** A captured payment. */
export async function makeCapturedPayment(trial: Trial): Promise<StartedPayment> {
  if (offers(trial.subject, 'PAY')) {
    return trial.makePayment({ operation: 'PAY' });
  }
  const authorized = await trial.makePayment({ operation: 'AUTHORIZE' });
  const capture = trial.movement(authorized, 'CAPTURE', authorized.payment.amount);
  const outcome = await (await trial.adapter()).move(capture);
  const restsOn = outcome.status === 'REPLIED' ? outcome.reply.providerReference : undefined;
  return { ...authorized, ...(restsOn !== undefined && { restsOn }) };
}
