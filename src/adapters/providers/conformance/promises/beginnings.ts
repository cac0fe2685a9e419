/** Promises about the start of payments. */
import { type Currency, currencyOf } from '../../../../contract/money.ts';
import type { NewProviderPayment } from '../../../../core/ports/index.ts';
import type { AdapterPromise } from '../adapter-promise.ts';
import { BrokenPromise } from '../broken-promise.ts';
import { askedAbout } from '../new-payment.ts';
import { describeOutcome, providerReferenceOf } from '../outcomes.ts';
import { can } from '../subject.ts';
import type { Trial } from '../trial.ts';

const AT_ONCE = 5;

/** Maximum length of `order.id`. The first characters of the trial's order id make it unique. */
const ORDER_CHARACTERS_MAX = 40;
const ORDER_DIGITS = 20;

/**
 * Minor units. A double turns 1.15 into 114.99999999999999 cents, and cannot hold the last amount, 2^53 + 1. A provider
 * may refuse an amount, but must not change it.
 */
const AMOUNTS = [1n, 115n, 1_999n, 1_000_000_007n, 9_007_199_254_740_993n];

/** Characters with a meaning in forms, headers, JSON and SQL, for texts of the maximum length. */
const ODD = Array.from('&<>"\'%\\;/?#=+ \u00e9\u4e2d\u{1f6d2}{}[]');

/** @param units the maximum number of UTF-16 code units */
function odd(units: number): string {
  let text = '';
  for (let index = 0; text.length + 2 <= units; index += 1) {
    text += ODD[index % ODD.length];
  }
  return text;
}

export const BEGINNINGS: readonly AdapterPromise[] = [
  {
    id: 'beginnings.once',
    says: 'A payment is begun once, however often it is asked for, also at the same time.',
    async keeps(trial) {
      const payment = trial.payment();
      const together = await Promise.all(Array.from({ length: AT_ONCE }, () => trial.begin(payment)));
      const outcomes = [...together, await trial.begin(payment)];
      const pages = outcomes.map((outcome) =>
        outcome.status === 'CREATED' ? outcome.pageUrl : describeOutcome(outcome),
      );
      // A provider may refuse some of several concurrent requests, so check the result of the last request, which is
      // made after them.
      const began = outcomes.filter(({ status }) => status === 'CREATED' || status === 'REFUSED');
      await expectOnePayment(trial, payment);
      if (began.some(({ status }) => status === 'REFUSED') || began.at(-1) !== outcomes.at(-1)) {
        throw new BrokenPromise(`asked ${outcomes.length} times to begin it, it gave ${pages.join(', ')}`);
      }
    },
  },
  {
    id: 'beginnings.money',
    says: 'Amounts arrive to the last minor unit, in every currency that the stand-in names.',
    async keeps(trial) {
      for (const code of trial.subject.standIn.currencies) {
        for (const amount of AMOUNTS) {
          await expectMoney(trial, amount, code);
        }
      }
    },
  },
  {
    id: 'beginnings.texts',
    says: 'Texts of merchants are taken in every length and alphabet, and change nothing of the payment.',
    async keeps(trial) {
      const { orderId } = trial.payment();
      const payment = trial.payment({
        orderId: `${orderId.slice(-ORDER_DIGITS)}${odd(ORDER_CHARACTERS_MAX - ORDER_DIGITS)}`,
        merchantName: odd(100),
        description: odd(127),
        orderReference: odd(40),
        email: `${'a'.repeat(64)}@shop.example`,
        shipping: {
          displayed: true,
          changeable: false,
          address: { name: odd(101), street: odd(100), city: odd(100), postcodeZip: 'AB 1-2', country: 'DEU' },
        },
      });
      const created = await trial.begin(payment);
      if (created.status !== 'CREATED') {
        throw new BrokenPromise(`begun with them, it gave ${describeOutcome(created)}`);
      }
      await expectSame(trial, payment, providerReferenceOf(created));
    },
  },
  {
    id: 'beginnings.unknown',
    says: 'A payment that the provider never received is unknown to every call, and nothing is made of it.',
    lacks: ({ choice }) => (choice === undefined ? undefined : 'what no payer has chosen for waits here, and is open'),
    async keeps(trial) {
      const payment = trial.payment();
      const adapter = await trial.adapter();
      for (const call of ['state', 'confirm', 'cancel'] as const) {
        const outcome = await adapter[call](askedAbout(payment));
        if (outcome.status !== 'UNKNOWN_PAYMENT') {
          throw new BrokenPromise(`${call} gave ${describeOutcome(outcome)}`);
        }
      }
      await trial.expectLedger({ payment }, []);
    },
  },
  {
    id: 'beginnings.home',
    says: 'The payer is sent back to the address that the payment was begun with.',
    async keeps(trial) {
      for (const act of ['AGREE', 'DECLINE', 'CANCEL'] as const) {
        if (can(trial.subject, act)) {
          const startedPayment = await trial.startPayment();
          const sentTo = await trial.pay(act, startedPayment);
          if (sentTo !== undefined && !isHome(sentTo, startedPayment.payment)) {
            throw new BrokenPromise(`after ${act} the payer is sent to ${JSON.stringify(sentTo)}`);
          }
        }
      }
    },
  },
  {
    id: 'beginnings.any-process',
    says: 'Another process goes on with a payment: nothing of it is kept in memory.',
    async keeps(trial) {
      const startedPayment = await trial.startPayment();
      const open = await (await trial.anotherAdapter()).state(startedPayment.providerPayment);
      if (open.status !== 'OPEN') {
        throw new BrokenPromise(`before the payer came, another process was given ${describeOutcome(open)}`);
      }
      expectMoneyOf(startedPayment.payment, open.money);
      await trial.pay('AGREE', startedPayment);
      await trial.completePayment(startedPayment);
      const decided = await (await trial.anotherAdapter()).state(startedPayment.providerPayment);
      if (decided.status !== 'DECIDED') {
        throw new BrokenPromise(`after the payer had paid, another process was given ${describeOutcome(decided)}`);
      }
    },
  },
];

/**
 * True if the URL is a return URL of the payment. A provider may add its own parameters, but must not change the
 * gateway's.
 */
function isHome(sentTo: string, { returnUrl, cancelUrl }: NewProviderPayment): boolean {
  const to = URL.parse(sentTo);
  return [returnUrl, cancelUrl].some((home) => {
    const { origin, pathname, searchParams } = new URL(home);
    const isThere = to?.origin === origin && to.pathname === pathname;
    return isThere && [...searchParams].every(([name, value]) => to.searchParams.get(name) === value);
  });
}

async function expectOnePayment(trial: Trial, payment: NewProviderPayment): Promise<void> {
  const { length } = await trial.ledger({ payment });
  if (length !== 1) {
    throw new BrokenPromise(`the provider's ledger has ${length} payments of the order, and should have 1`);
  }
}

async function expectMoney(trial: Trial, amount: bigint, code: string): Promise<void> {
  const payment = trial.payment({ amount, currency: currencyOf(code) as Currency });
  const created = await trial.begin(payment);
  if (created.status === 'CREATED') {
    await expectSame(trial, payment, providerReferenceOf(created));
  } else if (created.status !== 'REFUSED') {
    throw new BrokenPromise(`beginning one of ${amount} minor units of ${code} gave ${describeOutcome(created)}`);
  }
}

/** Compares the adapter's state and the provider's ledger with the payment. */
async function expectSame(trial: Trial, payment: NewProviderPayment, providerReference: string): Promise<void> {
  const { amount, currency } = payment;
  const asked = askedAbout(payment, providerReference);
  const state = await (await trial.adapter()).state(asked);
  if (!('money' in state)) {
    throw new BrokenPromise(`state of a payment that was just begun gave ${describeOutcome(state)}`);
  }
  expectMoneyOf(payment, state.money);
  const [entry] = await trial.ledger({ payment });
  if (entry?.amount !== amount || entry.currency !== currency.code) {
    throw new BrokenPromise(
      `the provider's ledger has ${entry?.amount} of ${entry?.currency}, and not ${amount} of ${currency.code}`,
    );
  }
}

function expectMoneyOf(
  { amount, currency, orderId }: NewProviderPayment,
  money: { readonly amount: bigint; readonly currency: string; readonly orderId: string },
): void {
  if (money.amount !== amount || money.currency !== currency.code || money.orderId !== orderId) {
    throw new BrokenPromise(
      `state gave ${money.amount} minor units of ${money.currency} for ${JSON.stringify(money.orderId)}, and not ${amount} of ${currency.code} for ${JSON.stringify(orderId)}`,
    );
  }
}
