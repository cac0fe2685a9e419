/**
 * Promises about the order of events: the payer's return, the provider's callback and the status schedule come in any
 * order, twice, or not at all.
 */
import type { PaymentConfirmation } from '../../../../contract/providers/index.ts';
import type { BrowserOperation } from '../../../../core/ports/index.ts';
import type { PayerAct } from '../../stand-in.ts';
import type { AdapterPromise } from '../adapter-promise.ts';
import { BrokenPromise } from '../broken-promise.ts';
import { describeEntries, describeOutcome, isFailure, isSuccess } from '../outcomes.ts';
import { can } from '../subject.ts';
import type { StartedPayment, Trial } from '../trial.ts';

type Event = 'CALLBACK' | 'RETURN';

/** An order of events. The events of one entry are concurrent. */
interface Ordering {
  readonly name: string;
  readonly says: string;
  readonly events: readonly (readonly Event[])[];
}

const ORDERINGS: readonly Ordering[] = [
  {
    name: 'return-callback',
    says: 'where the payer is back before the callback comes',
    events: [['RETURN'], ['CALLBACK']],
  },
  {
    name: 'callback-return',
    says: 'where the callback comes before the payer is back',
    events: [['CALLBACK'], ['RETURN']],
  },
  { name: 'callback-alone', says: 'where the payer never comes back', events: [['CALLBACK']] },
  { name: 'return-alone', says: 'where no callback comes', events: [['RETURN']] },
  {
    name: 'twice',
    says: 'where the payer comes back twice and the callback comes twice',
    events: [['RETURN'], ['CALLBACK'], ['RETURN'], ['CALLBACK']],
  },
  {
    name: 'at-once',
    says: 'where three callbacks and a payer who comes back twice are there at once',
    events: [['RETURN', 'CALLBACK', 'CALLBACK', 'CALLBACK', 'RETURN']],
  },
  { name: 'neither', says: 'where neither payer nor callback comes', events: [] },
];

const ACTS = ['AGREE', 'DECLINE', 'CANCEL'] as const satisfies readonly PayerAct[];

const orderingPromise = ({ name, says, events }: Ordering): AdapterPromise => ({
  id: `orderings.${name}`,
  says: `The result is what the payer decided, ${says}.`,
  async keeps(trial) {
    const { operations, confirmations } = trial.subject.facts;
    for (const operation of operations) {
      for (const confirmation of confirmations) {
        for (const act of ACTS.filter((one) => can(trial.subject, one))) {
          await expectResult(trial, { operation, confirmation, act, events });
        }
      }
    }
  },
});

export const ORDERINGS_KEPT: readonly AdapterPromise[] = [
  ...ORDERINGS.map(orderingPromise),
  {
    id: 'orderings.early-return',
    says: 'A payer who comes back before agreeing changes nothing, and may still pay.',
    async keeps(trial) {
      const startedPayment = await trial.startPayment();
      const early = await trial.queryState(startedPayment);
      if (early.status !== 'OPEN') {
        throw new BrokenPromise(`before the payer did anything, the status was ${describeOutcome(early)}`);
      }
      await trial.pay('AGREE', startedPayment);
      await trial.completePayment(startedPayment);
    },
  },
  {
    id: 'orderings.waiting',
    says: 'A result that is on its way is not taken for one.',
    lacks: ({ standIn }) => (standIn.settle === undefined ? 'its results come at once' : undefined),
    async keeps(trial) {
      const startedPayment = await trial.startPayment();
      await trial.subject.standIn.pay('AGREE', startedPayment.page);
      const early = await trial.queryState(startedPayment);
      await trial.holdsTrue(startedPayment, early);
      if (early.status === 'DECIDED') {
        throw new BrokenPromise(`it gave ${describeOutcome(early)} before the provider knew the result`);
      }
      await trial.subject.standIn.settle?.(startedPayment.page);
      await trial.completePayment(startedPayment);
    },
  },
  {
    id: 'orderings.final',
    says: 'A result stays what it was, however often it is asked for and whatever is asked of it.',
    async keeps(trial) {
      const made = await trial.makePayment();
      const adapter = await trial.adapter();
      const books = describeEntries(await trial.ledger(made));
      for (const call of ['state', 'confirm', 'cancel', 'state'] as const) {
        const outcome = await adapter[call](made.providerPayment);
        if (outcome.status !== 'DECIDED' || !isSuccess(outcome.reply)) {
          throw new BrokenPromise(`${call} of a payment that was made gave ${describeOutcome(outcome)}`);
        }
      }
      await trial.expectLedger(made, books);
    },
  },
];

interface Course {
  readonly operation: BrowserOperation;
  readonly confirmation: PaymentConfirmation;
  readonly act: (typeof ACTS)[number];
  readonly events: Ordering['events'];
}

async function expectResult(trial: Trial, { operation, confirmation, act, events }: Course): Promise<void> {
  const startedPayment = await trial.startPayment({ operation, confirmation });
  try {
    await trial.pay(act, startedPayment);
    for (const together of events) {
      await Promise.all(
        together.map((event) =>
          event === 'RETURN' ? trial.queryState(startedPayment) : calledBack(trial, startedPayment),
        ),
      );
    }
    await (act === 'AGREE' ? expectMade(trial, startedPayment) : expectNotMade(trial, startedPayment, act));
  } catch (error) {
    if (error instanceof BrokenPromise) {
      throw new BrokenPromise(`${operation}, ${confirmation}, the payer chose ${act}: ${error.message}`);
    }
    throw error;
  }
}

/** The gateway acknowledges a genuine callback, and queries the state. */
async function calledBack(trial: Trial, startedPayment: StartedPayment): Promise<void> {
  const raw = await trial.subject.standIn.callback(startedPayment.page, 'PROVIDER');
  if (raw === undefined) {
    return;
  }
  const { payment } = startedPayment;
  const account = trial.subject.facts.merchantAccount && payment.account;
  const outcome = await (await trial.adapter()).callback(raw, Date.now(), account);
  if (outcome.status === 'FORGED' || outcome.status === 'UNVERIFIED') {
    throw new BrokenPromise(`the provider's own callback was ${outcome.status}`);
  }
  if (outcome.status === 'GENUINE' && outcome.reference !== payment.reference) {
    throw new BrokenPromise(`a callback was taken for one of ${outcome.reference}, and is of ${payment.reference}`);
  }
  await trial.queryState(startedPayment);
}

async function expectMade(trial: Trial, startedPayment: StartedPayment): Promise<void> {
  const made = await trial.completePayment(startedPayment);
  const kind = startedPayment.payment.operation === 'AUTHORIZE' ? 'AUTHORIZATION' : 'PAYMENT';
  const entries = await trial.ledger(made);
  if (entries.length !== 1 || entries[0]?.kind !== kind || entries[0].state !== 'MADE') {
    throw new BrokenPromise(
      `the provider's ledger has ${describeEntries(entries).join(', ') || 'nothing'}, and no single ${kind}`,
    );
  }
}

/** The gateway cancels the payment of a payer who returned without paying. */
async function expectNotMade(trial: Trial, startedPayment: StartedPayment, act: 'CANCEL' | 'DECLINE'): Promise<void> {
  const adapter = await trial.adapter();
  const last =
    act === 'CANCEL'
      ? await adapter.cancel(startedPayment.providerPayment)
      : await trial.becomes(startedPayment, 'DECIDED');
  await trial.holdsTrue(startedPayment, last);
  if (last.status === 'DECIDED' && !isFailure(last.reply)) {
    throw new BrokenPromise(`the result was ${describeOutcome(last)}`);
  }
  if ((await trial.ledger(startedPayment)).some(({ state }) => state === 'MADE')) {
    throw new BrokenPromise('the provider made the payment');
  }
}
