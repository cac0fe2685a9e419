/** Variants of the adapter of Village Pay with one fault each, typical of code written in a hurry. */
import { createHmac } from 'node:crypto';
import { type Currency, currencyOf, minorUnits } from '../../../../src/contract/money.ts';
import type {
  Callback,
  NewProviderPayment,
  Provider,
  RawCallback,
  StateOutcome,
} from '../../../../src/core/ports/index.ts';
import { open } from '../packages/village-pay/adapter.ts';

/** The HTTP API, for variants that call it in their own way. */
interface Village {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: string;
}

export interface BrokenAdapter {
  readonly wrong: string;
  /** The promise that the variant breaks. */
  readonly breaks: string;
  readonly change: (good: Provider, village: Village) => Partial<Provider>;
}

let tries = 0;
function newReference(): string {
  tries += 1;
  return `R-${tries}`;
}
const declined = { gatewayCode: 'DECLINED', code: 'declined', message: 'declined' } as const;

interface Said {
  readonly page: string;
  readonly reference: string;
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
}

const claim = ({ reference, status }: Said): Callback => ({ reference, says: status });
const said = ({ body }: RawCallback) => JSON.parse(Buffer.from(body).toString()) as Said;
const moneyOf = ({ order, amount, currency }: Said) => ({
  amount: minorUnits(amount, currencyOf(currency) as Currency) as bigint,
  currency,
  orderId: order,
});

/** Without a limit of any kind. */
async function fetched({ url, headers }: Village, path: string, init: RequestInit = {}): Promise<Said> {
  return (await (await fetch(url + path, { ...init, headers })).json()) as Said;
}

/** As in the adapter, except for a faulty variant's result without an answer. */
const orElse = (outcome: StateOutcome, other: StateOutcome) => (outcome.status === 'NO_ANSWER' ? other : outcome);

const isSignedNow = (key: string, { headers, body }: RawCallback): boolean => {
  const [at = '', signature = ''] = String(headers['village-signature']).split('.');
  return createHmac('sha256', key).update(`${at}.`).update(body).digest('hex') === signature;
};

export const BROKEN_ADAPTERS: readonly BrokenAdapter[] = [
  {
    wrong: 'makes a new reference at each try to begin',
    breaks: 'beginnings.once',
    change: (good) => ({
      create: (payment) => good.create({ ...payment, reference: newReference() }),
    }),
  },
  {
    wrong: 'makes a new reference at each try to refund',
    breaks: 'losses.move-REFUND',
    change: (good) => ({ move: (movement) => good.move({ ...movement, reference: newReference() }) }),
  },
  {
    wrong: 'counts money in doubles',
    breaks: 'beginnings.money',
    change: (good) => ({
      create: (payment) =>
        good.create({ ...payment, amount: BigInt(Math.floor((Number(payment.amount) / 100) * 100)) }),
    }),
  },
  {
    wrong: 'keeps payments in memory',
    breaks: 'beginnings.any-process',
    change: (good) => {
      const memory = new Map<string, NewProviderPayment>();
      return {
        create: (payment) => {
          memory.set(payment.reference, payment);
          return good.create(payment);
        },
        state: async (payment) => (memory.has(payment.reference) ? good.state(payment) : { status: 'UNKNOWN_PAYMENT' }),
      };
    },
  },
  {
    wrong: 'sends payers home to another address',
    breaks: 'beginnings.home',
    change: (good) => ({
      create: (payment) => good.create({ ...payment, returnUrl: new URL('/', payment.returnUrl).href }),
    }),
  },
  {
    wrong: 'takes a transfer that is on its way for paid',
    breaks: 'orderings.waiting',
    change: (good) => ({
      state: async (payment) => {
        const state = await good.state(payment);
        const reply = { ...declined, gatewayCode: 'APPROVED' } as const;
        return state.status === 'WAITING' ? { status: 'DECIDED', money: state.money, reply } : state;
      },
    }),
  },
  {
    wrong: 'takes a callback at its word for another payment',
    breaks: 'orderings.callback-alone',
    change: (good) => ({
      callback: async (raw, now) => {
        const outcome = await good.callback(raw, now);
        return outcome.status === 'GENUINE' ? { ...outcome, reference: said(raw).order } : outcome;
      },
    }),
  },
  {
    wrong: 'says cancelled without asking the provider',
    breaks: 'decisions.cancelled',
    change: (good) => ({
      cancel: async (payment) => {
        const state = await good.state(payment);
        return 'money' in state
          ? { status: 'DECIDED', money: state.money, reply: { ...declined, gatewayCode: 'CANCELLED' } }
          : state;
      },
    }),
  },
  {
    wrong: 'takes any answer to a refund for a refund',
    breaks: 'answers.other-json',
    change: (good, { url, headers }) => ({
      move: async (movement) => {
        const { status } = await fetch(`${url}/payments/${movement.payment.reference}/refunds/${movement.reference}`, {
          method: 'PUT',
          headers,
          body: JSON.stringify({ amount: '6.00', currency: 'EUR' }),
        }).catch(() => ({ status: 0 }));
        return status === 200
          ? { status: 'REPLIED', reply: { ...declined, gatewayCode: 'APPROVED' } }
          : good.move(movement);
      },
    }),
  },
  {
    wrong: 'takes an error of the server for a decline',
    breaks: 'answers.error',
    change: (good) => ({
      create: async (payment) => {
        const outcome = await good.create(payment);
        return outcome.status === 'NO_ANSWER' ? { status: 'REFUSED', reply: declined } : outcome;
      },
    }),
  },
  {
    wrong: 'says that nothing was sent where nothing came back',
    breaks: 'losses.create',
    change: (good) => ({
      create: async (payment) => {
        const outcome = await good.create(payment);
        return outcome.status === 'NO_ANSWER' ? { status: 'NOT_SENT' } : outcome;
      },
    }),
  },
  {
    wrong: 'takes a page of HTML for an unknown payment',
    breaks: 'answers.page',
    change: (good) => ({ state: async (payment) => orElse(await good.state(payment), { status: 'UNKNOWN_PAYMENT' }) }),
  },
  {
    wrong: 'follows redirects',
    breaks: 'answers.redirect',
    change: (good, village) => ({
      state: async (payment) => {
        const seen = await fetched(village, `/payments/${payment.reference}`).catch(() => undefined);
        return seen?.status === 'new' ? { status: 'OPEN', money: moneyOf(seen) } : good.state(payment);
      },
    }),
  },
  {
    wrong: 'reads answers to their end, however long they are',
    breaks: 'answers.endless',
    change: (good, village) => ({
      cancel: async (payment) => {
        const path = `/payments/${payment.reference}/cancellation`;
        await fetched(village, path, { method: 'POST', redirect: 'manual' }).catch(() => undefined);
        return good.cancel(payment);
      },
    }),
  },
  {
    wrong: 'waits for as long as nobody answers',
    breaks: 'answers.slow',
    change: (good, village) => ({
      cancel: async (payment) => {
        await fetched(village, `/payments/${payment.reference}`).catch(() => undefined);
        return good.cancel(payment);
      },
    }),
  },
  {
    wrong: 'says nothing of when to come again',
    breaks: 'answers.turned-away',
    change: (good) => ({
      state: async (payment) => {
        const state = await good.state(payment);
        return state.status === 'NOT_SENT' ? { status: 'NOT_SENT' } : state;
      },
    }),
  },
  {
    wrong: 'throws where an answer cannot be read',
    breaks: 'limits.never-throws',
    change: (good, village) => ({
      state: async (payment) => {
        await fetched(village, `/payments/${payment.reference}`, { redirect: 'manual' });
        return good.state(payment);
      },
    }),
  },
  {
    wrong: 'gives the whole of a long text',
    breaks: 'limits.texts',
    change: (good) => ({
      cancel: async (payment) => {
        const state = await good.cancel(payment);
        return state.status === 'DECIDED'
          ? { ...state, reply: { ...state.reply, message: 'declined '.repeat(20) } }
          : state;
      },
    }),
  },
  {
    wrong: 'puts the return address into a message',
    breaks: 'limits.secrets',
    change: (good) => {
      let last = '';
      return {
        create: (payment) => {
          last = payment.returnUrl.slice(-60);
          return good.create(payment);
        },
        cancel: async (payment) => {
          const state = await good.cancel(payment);
          return state.status === 'DECIDED' ? { ...state, reply: { ...state.reply, message: last } } : state;
        },
      };
    },
  },
  {
    wrong: 'believes callbacks without a signature',
    breaks: 'callbacks.unsigned',
    change: (good) => ({
      callback: (raw, now) =>
        raw.headers['village-signature'] === undefined
          ? { status: 'GENUINE', ...claim(said(raw)) }
          : good.callback(raw, now),
    }),
  },
  {
    wrong: 'looks whether there is a signature, and not whose',
    breaks: 'callbacks.stranger',
    change: () => ({
      callback: (raw) =>
        /^\d+\.[0-9a-f]{64}$/.test(String(raw.headers['village-signature']))
          ? { status: 'GENUINE', ...claim(said(raw)) }
          : { status: 'FORGED' },
    }),
  },
  {
    wrong: 'looks at the signature of the first bytes alone',
    breaks: 'callbacks.altered',
    change: (good) => {
      const seen = new Map<string, string>();
      return {
        callback: async (raw, now) => {
          const signature = String(raw.headers['village-signature']);
          const start = Buffer.from(raw.body).toString().slice(0, 40);
          const outcome = await good.callback(raw, now);
          if (outcome.status === 'GENUINE') {
            seen.set(signature, start);
          }
          return seen.get(signature) === start ? { status: 'GENUINE', reference: 'P', says: 'paid' } : outcome;
        },
      };
    },
  },
  {
    wrong: 'believes callbacks of any age',
    breaks: 'callbacks.old',
    change: (_, { key }) => ({
      callback: (raw) => (isSignedNow(key, raw) ? { status: 'GENUINE', ...claim(said(raw)) } : { status: 'FORGED' }),
    }),
  },
  {
    wrong: 'calls callbacks forged where the provider is away',
    breaks: 'callbacks.unreachable',
    change: (good, village) => ({
      callback: async (raw, now) => {
        const response = await fetch(village.url).catch(() => undefined);
        return response === undefined ? { status: 'FORGED' } : good.callback(raw, now);
      },
    }),
  },
];

/** @returns the `open` of a faulty adapter, for the environment of Village Pay's simulator */
export function openBroken({ change }: BrokenAdapter): typeof open {
  return (environment) => {
    const { VILLAGE_PAY_URL: url = '', VILLAGE_PAY_KEY: key = '' } = environment.env;
    const good = open(environment) as Provider;
    return { ...good, ...change(good, { url, key, headers: { authorization: `Bearer ${key}` } }) };
  };
}
