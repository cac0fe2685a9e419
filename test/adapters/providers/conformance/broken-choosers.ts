/**
 * The adapter of Village Pay, as if it represented two villages, one of which asks in an app; each variant has one
 * fault.
 */

import type { OpenProvider, StandIn } from '../../../../src/adapters/providers/index.ts';
import { type Currency, currencyOf } from '../../../../src/contract/money.ts';
import type {
  ChosenPayment,
  CreateOutcome,
  NewProviderPayment,
  PaymentChoice,
  PaymentOption,
  Provider,
  ProviderPayment,
  StateOutcome,
} from '../../../../src/core/ports/index.ts';
import { open } from '../packages/village-pay/adapter.ts';

export const VILLAGE_CHOICES: NonNullable<StandIn['choices']> = [
  { option: 'north', typed: {} },
  { option: 'south', typed: { USER_ID: 'anna' }, isAsked: true },
];

const option = (id: string): PaymentOption => ({ id, name: id, code: id, country: 'DE', asks: [], isOffered: true });
const OPTIONS = [option('north'), option('south')];

type Change = Partial<Omit<Provider, 'choice'> & PaymentChoice>;

export interface BrokenChooser {
  readonly wrong: string;
  /** The promise that the variant breaks. */
  readonly breaks: string;
  readonly change: (good: Provider & { readonly choice: PaymentChoice }, village: Provider) => Change;
}

const declined = { gatewayCode: 'CANCELLED', code: 'no', message: 'no' } as const;
const approved = { gatewayCode: 'APPROVED', code: 'yes', message: 'yes' } as const;

/** The payment as it is started at the village. */
function newPayment({ asked, ...payment }: ChosenPayment): NewProviderPayment {
  return {
    ...payment,
    orderId: asked.orderId,
    amount: asked.amount,
    currency: currencyOf(asked.currency) as Currency,
    confirmation: 'CONFIRM_AT_PROVIDER',
    choiceUrl: payment.returnUrl,
    callbackUrl: 'https://gateway.example/callback/villagePay',
    shipping: { displayed: false, changeable: false },
  };
}

function choosing(village: Provider): Provider & { readonly choice: PaymentChoice } {
  const unlessStarted = (
    { providerReference, asked: money }: ProviderPayment,
    ask: () => Promise<StateOutcome>,
    beforeStart: StateOutcome = { status: 'OPEN', money },
  ) => (providerReference === undefined ? Promise.resolve(beforeStart) : ask());
  return {
    ...village,
    choice: {
      options: OPTIONS,
      optionOf: (number) => OPTIONS.find(({ id }) => id === number.split(' ')[0]),
      begin: async (payment) => {
        const outcome: CreateOutcome = OPTIONS.some(({ id }) => id === payment.option)
          ? await village.create(newPayment(payment))
          : { status: 'NOT_SENT' };
        if (outcome.status !== 'CREATED') {
          return outcome;
        }
        const page = payment.option === 'north' && { pageUrl: outcome.pageUrl };
        return { status: 'BEGUN', providerReference: `${payment.option} ${payment.reference}`, ...page };
      },
      ask: async (payment) => {
        const state = await village.state(payment);
        return state.status === 'NO_ANSWER' || state.status === 'NOT_SENT' ? state : { status: 'ASKED' };
      },
    },
    create: async ({ choiceUrl }) => ({ status: 'CREATED', pageUrl: choiceUrl }),
    state: (payment) => unlessStarted(payment, () => village.state(payment)),
    cancel: (payment) =>
      unlessStarted(payment, () => village.cancel(payment), {
        status: 'DECIDED',
        money: payment.asked,
        reply: declined,
      }),
  };
}

export function openBrokenChooser({ change }: Pick<BrokenChooser, 'change'>): OpenProvider {
  return (environment) => {
    const village = open(environment);
    if (village === undefined) {
      return undefined;
    }
    const good = choosing(village);
    const { options, optionOf, begin, ask, ...calls } = change(good, village);
    const choice = { ...(options && { options }), ...(optionOf && { optionOf }), ...(begin && { begin }) };
    return { ...good, ...calls, choice: { ...good.choice, ...choice, ...(ask && { ask }) } };
  };
}

let tries = 0;

export const BROKEN_CHOOSERS: readonly BrokenChooser[] = [
  {
    wrong: 'offers one twice',
    breaks: 'choices.options',
    change: () => ({ options: [...OPTIONS, option('north')] }),
  },
  {
    wrong: 'begins before the payer has chosen',
    breaks: 'choices.before',
    change: (good, village) => ({
      create: async (payment) => {
        await village.create(payment);
        return good.create(payment);
      },
    }),
  },
  {
    wrong: 'leaves open what is cancelled before the choice',
    breaks: 'choices.cancelled',
    change: (good) => ({
      cancel: async (payment) => (payment.providerReference === undefined ? good.state(payment) : good.cancel(payment)),
    }),
  },
  {
    wrong: 'remembers with whom by itself, and not by the number',
    breaks: 'choices.number',
    change: (good) => {
      const known = new Map<string, PaymentOption>();
      return {
        begin: async (payment) => {
          const outcome = await good.choice.begin(payment);
          if (outcome.status === 'BEGUN') {
            known.set(outcome.providerReference, option(payment.option));
          }
          return outcome;
        },
        optionOf: (number) => known.get(number),
      };
    },
  },
  {
    wrong: 'takes what is begun for paid',
    breaks: 'choices.unasked',
    change: (good) => ({
      state: async (payment) => {
        const state = await good.state(payment);
        return state.status === 'OPEN' && payment.providerReference !== undefined
          ? { status: 'DECIDED', money: state.money, reply: approved }
          : state;
      },
    }),
  },
  {
    wrong: 'begins with somebody else where it does not know whom the payer chose',
    breaks: 'choices.nobody',
    change: (good) => ({
      begin: (payment) =>
        good.choice.begin(OPTIONS.some(({ id }) => id === payment.option) ? payment : { ...payment, option: 'north' }),
    }),
  },
  {
    wrong: 'begins anew each time',
    breaks: 'losses.begin',
    change: (good) => ({
      begin: (payment) => {
        tries += 1;
        return good.choice.begin({ ...payment, reference: `R-${tries}` });
      },
    }),
  },
  {
    wrong: 'refuses a choice for good once an answer is lost',
    breaks: 'losses.ask',
    change: (good) => ({
      ask: async (payment) => {
        const asked = await good.choice.ask(payment);
        return asked.status === 'NO_ANSWER' ? { status: 'REFUSED', reply: declined } : asked;
      },
    }),
  },
  {
    wrong: 'says that the payer is asked where nobody heard of it',
    breaks: 'answers.nobody',
    change: (good) => ({
      ask: async (payment) => {
        await good.choice.ask(payment);
        return { status: 'ASKED' };
      },
    }),
  },
];
