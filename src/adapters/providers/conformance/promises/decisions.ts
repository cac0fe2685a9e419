/** Promises about confirmation and cancellation, including those for which the payer acts first. */

import type { AdapterPromise } from '../adapter-promise.ts';
import { BrokenPromise, NotOffered } from '../broken-promise.ts';
import { agreedPayment } from '../calls.ts';
import { describeOutcome, isFailure, isSuccess } from '../outcomes.ts';
import { can, isConfirmed, type Subject } from '../subject.ts';
import type { StartedPayment, Trial } from '../trial.ts';

const AT_ONCE = 5;

const noConfirmation = (subject: Subject) =>
  isConfirmed(subject) ? undefined : 'its payments are made by the provider alone';

export const DECISIONS: readonly AdapterPromise[] = [
  {
    id: 'decisions.confirmed-once',
    says: 'A payment that is confirmed twice, or five times at once, is one payment.',
    lacks: noConfirmation,
    async keeps(trial) {
      const agreed = await agreedPayment(trial);
      const adapter = await trial.adapter();
      await Promise.all(Array.from({ length: AT_ONCE }, () => adapter.confirm(agreed.providerPayment)));
      await adapter.confirm(agreed.providerPayment);
      await expectSuccess(trial, agreed);
      await expectPayments(trial, agreed, 1);
    },
  },
  {
    id: 'decisions.confirmed-early',
    says: 'A confirmation before the payer agreed makes no payment.',
    lacks: noConfirmation,
    async keeps(trial) {
      const startedPayment = await trial.startPayment(confirmable(trial));
      const early = await (await trial.adapter()).confirm(startedPayment.providerPayment);
      await trial.holdsTrue(startedPayment, early);
      await expectPayments(trial, startedPayment, 0);
    },
  },
  {
    id: 'decisions.unconfirmed',
    says: 'A payment that the payer agreed to is not made before it is confirmed.',
    lacks: noConfirmation,
    async keeps(trial) {
      const agreed = await agreedPayment(trial);
      const state = await (await trial.adapter()).state(agreed.providerPayment);
      if (state.status !== 'AGREED') {
        throw new BrokenPromise(`it was ${describeOutcome(state)}`);
      }
      await expectPayments(trial, agreed, 0);
    },
  },
  {
    id: 'decisions.without-money',
    says: 'Where the money is not there, the payer may choose again or is declined, and nothing is made.',
    lacks: (subject) => (can(subject, 'AGREE_WITHOUT_MONEY') ? undefined : 'its payers cannot agree without money'),
    async keeps(trial) {
      const startedPayment = await trial.startPayment(isConfirmed(trial.subject) ? confirmable(trial) : {});
      await trial.pay('AGREE_WITHOUT_MONEY', startedPayment);
      const state = await (await trial.adapter()).confirm(startedPayment.providerPayment);
      const isDeclined = state.status === 'DECIDED' && isFailure(state.reply);
      if (state.status !== 'CHOOSE_AGAIN' && !isDeclined) {
        throw new BrokenPromise(`confirm gave ${describeOutcome(state)}`);
      }
      await expectPayments(trial, startedPayment, 0);
      if (state.status === 'CHOOSE_AGAIN') {
        await trial.pay('AGREE', startedPayment);
        const again = { ...startedPayment, providerPayment: { ...startedPayment.providerPayment, attempt: 2 } };
        await (await trial.adapter()).confirm(again.providerPayment);
        await expectSuccess(trial, again);
        await expectPayments(trial, again, 1);
      }
    },
  },
  {
    id: 'decisions.cancelled',
    says: 'A cancelled payment is not made any more, even if the payer goes on.',
    async keeps(trial) {
      const startedPayment = await trial.startPayment();
      const adapter = await trial.adapter();
      const outcomes = [
        await adapter.cancel(startedPayment.providerPayment),
        await adapter.cancel(startedPayment.providerPayment),
      ];
      const last = outcomes[1] as (typeof outcomes)[number];
      await trial.holdsTrue(startedPayment, last);
      if (last.status !== 'DECIDED' && !isStillOpen(last.status)) {
        throw new BrokenPromise(`cancel gave ${describeOutcome(last)}`);
      }
      if (last.status !== 'DECIDED' && !trial.isCompletedHere) {
        throw new NotOffered('its open payments stay open, and what payers pay then is found by asking');
      }
      await trial.pay('AGREE', startedPayment);
      await adapter.state(startedPayment.providerPayment);
      await expectPayments(trial, startedPayment, 0);
    },
  },
  {
    id: 'decisions.cancelled-late',
    says: 'A payment that is cancelled after the payer paid stays paid, and is reported so.',
    async keeps(trial) {
      const made = await trial.makePayment();
      const late = await (await trial.adapter()).cancel(made.providerPayment);
      if (late.status !== 'DECIDED' || !isSuccess(late.reply)) {
        throw new BrokenPromise(`cancel gave ${describeOutcome(late)}`);
      }
      await expectPayments(trial, made, 1);
    },
  },
  {
    id: 'decisions.cancelled-agreed',
    says: 'A payment that was cancelled after the payer agreed is not made by a later confirmation.',
    lacks: ({ facts }) =>
      facts.confirmations.includes('CONFIRM_AT_MERCHANT') && facts.completedBy === undefined
        ? undefined
        : 'no merchant confirms what the provider holds',
    async keeps(trial) {
      const agreed = await agreedPayment(trial);
      const adapter = await trial.adapter();
      const cancelled = await adapter.cancel(agreed.providerPayment);
      await trial.holdsTrue(agreed, cancelled);
      if (cancelled.status !== 'DECIDED') {
        throw new NotOffered('what payers agreed to stays open');
      }
      await trial.holdsTrue(agreed, await adapter.confirm(agreed.providerPayment));
      await expectPayments(trial, agreed, 0);
    },
  },
  {
    id: 'decisions.cancelled-at-once',
    says: 'Where the gateway cancels while the payer pays, it is one or the other, and said to be.',
    async keeps(trial) {
      for (let times = 0; times < AT_ONCE; times += 1) {
        const startedPayment = await trial.startPayment();
        const adapter = await trial.adapter();
        await Promise.all([adapter.cancel(startedPayment.providerPayment), trial.pay('AGREE', startedPayment)]);
        await trial.holdsTrue(startedPayment, await adapter.state(startedPayment.providerPayment));
      }
    },
  },
];

const confirmable = ({ subject: { facts } }: Trial) => ({
  confirmation:
    facts.completedBy === 'GATEWAY' && facts.confirmations.includes('CONFIRM_AT_PROVIDER')
      ? ('CONFIRM_AT_PROVIDER' as const)
      : ('CONFIRM_AT_MERCHANT' as const),
});

const isStillOpen = (status: string) => status === 'OPEN' || status === 'AGREED' || status === 'WAITING';

async function expectSuccess(trial: Trial, startedPayment: StartedPayment): Promise<void> {
  const state = await trial.becomes(startedPayment, 'DECIDED');
  if (state.status !== 'DECIDED' || !isSuccess(state.reply)) {
    throw new BrokenPromise(`the status became ${describeOutcome(state)}`);
  }
}

async function expectPayments(trial: Trial, startedPayment: StartedPayment, count: number): Promise<void> {
  const { length } = (await trial.ledger(startedPayment)).filter(({ state }) => state === 'MADE');
  if (length !== count) {
    throw new BrokenPromise(`the provider's ledger has ${length} payments that were made, and should have ${count}`);
  }
}
