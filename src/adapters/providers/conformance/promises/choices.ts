/** Promises about providers whose payers choose an option before the payment starts. */
import type { PaymentOption } from '../../../../core/ports/index.ts';
import type { AdapterPromise } from '../adapter-promise.ts';
import { BrokenPromise } from '../broken-promise.ts';
import { choiceIn } from '../calls.ts';
import { askedAbout, chosenPayment } from '../new-payment.ts';
import { describeOutcome, isFailure, isSuccess } from '../outcomes.ts';
import type { Subject } from '../subject.ts';
import type { Trial } from '../trial.ts';

const ID = /^[a-z0-9-]{1,40}$/;
const COUNTRY = /^[A-Z]{2}$/;
const NOBODY = { option: 'nobody-whom-payers-know', typed: {} };

const lacksChoice = ({ choice }: Subject) =>
  choice === undefined ? 'its payers choose nothing before they are there' : undefined;

const PROMISES: readonly Omit<AdapterPromise, 'lacks'>[] = [
  {
    id: 'choices.options',
    says: 'Each of those who can be chosen is named once, and as the port has it.',
    async keeps(trial) {
      const { options } = trial.choiceOf(await trial.adapter());
      const ids = options.map(({ id }) => id);
      const wrong = options.find((option) => !isWellNamed(option));
      if (wrong !== undefined || new Set(ids).size !== ids.length) {
        throw new BrokenPromise(wrong === undefined ? 'one is named twice' : `one is ${JSON.stringify(wrong)}`);
      }
      const { option } = choiceIn(trial);
      if (!options.some(({ id, isOffered }) => id === option && isOffered)) {
        throw new BrokenPromise(`${option}, whom its stand-in chooses, is not offered`);
      }
    },
  },
  {
    id: 'choices.before',
    says: 'Before the payer has chosen, nothing is begun anywhere, and the payer is led to the page of the choice.',
    async keeps(trial) {
      const payment = trial.payment();
      const adapter = await trial.adapter();
      const created = await adapter.create(payment);
      if (created.status !== 'CREATED' || created.pageUrl !== payment.choiceUrl) {
        throw new BrokenPromise(
          `create gave ${created.status === 'CREATED' ? created.pageUrl : describeOutcome(created)}`,
        );
      }
      if (created.providerReference !== undefined) {
        throw new BrokenPromise(`create gave a number of the provider's, ${created.providerReference}`);
      }
      await trial.expectLedger({ payment }, []);
      const state = await adapter.state(askedAbout(payment));
      if (state.status !== 'OPEN') {
        throw new BrokenPromise(`state gave ${describeOutcome(state)}`);
      }
    },
  },
  {
    id: 'choices.cancelled',
    says: 'A payment that is cancelled before the payer has chosen has ended.',
    async keeps(trial) {
      const payment = trial.payment();
      const adapter = await trial.adapter();
      await adapter.create(payment);
      const cancelled = await adapter.cancel(askedAbout(payment));
      if (cancelled.status !== 'DECIDED' || !isFailure(cancelled.reply)) {
        throw new BrokenPromise(`cancel gave ${describeOutcome(cancelled)}`);
      }
      await trial.expectLedger({ payment }, []);
    },
  },
  {
    id: 'choices.number',
    says: 'The number of what was begun says with whom, in any process.',
    async keeps(trial) {
      const { providerPayment: asked } = await trial.startPayment();
      const found = trial.choiceOf(await trial.anotherAdapter()).optionOf(asked.providerReference ?? '');
      if (found?.id !== choiceIn(trial).option) {
        throw new BrokenPromise(`optionOf gave ${found?.id}`);
      }
    },
  },
  {
    id: 'choices.unasked',
    says: 'A started payment is paid only by a payer who was redirected to the page, or asked.',
    async keeps(trial) {
      const payment = trial.payment();
      const outcome = await trial.choiceOf(await trial.adapter()).begin(chosenPayment(payment, choiceIn(trial)));
      if (outcome.status !== 'BEGUN') {
        throw new BrokenPromise(`begin gave ${describeOutcome(outcome)}`);
      }
      const { providerReference } = outcome;
      const page = { order: payment.orderId, reference: payment.reference, pageUrl: payment.choiceUrl };
      await trial.subject.standIn.settle?.({ ...page, providerReference });
      const state = await (await trial.adapter()).state(askedAbout(payment, providerReference));
      if (state.status !== 'OPEN' && !(state.status === 'DECIDED' && !isSuccess(state.reply))) {
        throw new BrokenPromise(`the status was ${describeOutcome(state)}`);
      }
      await expectNothingMade(trial, { payment });
    },
  },
  {
    id: 'choices.nobody',
    says: 'A payment with an unavailable provider is not started.',
    async keeps(trial) {
      const payment = trial.payment();
      const outcome = await trial.choiceOf(await trial.adapter()).begin(chosenPayment(payment, NOBODY));
      if (outcome.status !== 'REFUSED' && outcome.status !== 'NOT_SENT') {
        throw new BrokenPromise(`begin gave ${describeOutcome(outcome)}`);
      }
      await trial.expectLedger({ payment }, []);
    },
  },
];

export const CHOICES: readonly AdapterPromise[] = PROMISES.map((promised) => ({ ...promised, lacks: lacksChoice }));

function isWellNamed({ id, name, country }: PaymentOption): boolean {
  return ID.test(id) && name.trim() !== '' && COUNTRY.test(country);
}

async function expectNothingMade(trial: Trial, startedPayment: Parameters<Trial['ledger']>[0]): Promise<void> {
  if ((await trial.ledger(startedPayment)).some(({ state }) => state === 'MADE')) {
    throw new BrokenPromise('the provider made the payment');
  }
}
