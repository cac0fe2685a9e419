/** Variants of the adapter of Town Pay with one fault each, in features that Village Pay lacks. */

import type { OpenProvider } from '../../../../src/adapters/providers/index.ts';
import type { Provider, ProviderAccount, StateOutcome } from '../../../../src/core/ports/index.ts';
import { openTownPay } from './town-pay.ts';

export interface BrokenTownPay {
  readonly wrong: string;
  /** The promise that the variant breaks. */
  readonly breaks: string;
  readonly change: (good: Provider) => Partial<Provider>;
}

const approved = { gatewayCode: 'APPROVED', code: 'done', message: 'done' } as const;
const declined = { gatewayCode: 'DECLINED', code: 'no', message: 'no' } as const;

const decidedAs = (reply: typeof approved | typeof declined, state: StateOutcome): StateOutcome =>
  'money' in state ? { status: 'DECIDED', money: state.money, reply } : state;

/** The account of the first merchant, for all later ones too. */
function firstAccount(): (account: ProviderAccount) => ProviderAccount {
  let first: ProviderAccount | undefined;
  return (account) => {
    first ??= account;
    return first;
  };
}

export const BROKEN_TOWN_PAYS: readonly BrokenTownPay[] = [
  {
    wrong: 'says paid of what it asked for, before the payer agreed',
    breaks: 'decisions.confirmed-early',
    change: (good) => ({ confirm: async (payment) => decidedAs(approved, await good.confirm(payment)) }),
  },
  {
    wrong: 'makes what the payer agreed to when it is only asked about',
    breaks: 'decisions.unconfirmed',
    change: (good) => ({
      state: async (payment) => {
        const state = await good.state(payment);
        return state.status === 'AGREED' ? good.confirm(payment) : state;
      },
    }),
  },
  {
    wrong: 'takes a payer who may choose again for one who paid',
    breaks: 'decisions.without-money',
    change: (good) => ({
      confirm: async (payment) => {
        const state = await good.confirm(payment);
        return state.status === 'CHOOSE_AGAIN' ? decidedAs(approved, state) : state;
      },
    }),
  },
  {
    wrong: 'says cancelled where the payer was faster',
    breaks: 'decisions.cancelled-late',
    change: (good) => ({ cancel: async (payment) => decidedAs(declined, await good.cancel(payment)) }),
  },
  {
    wrong: 'says declined where an answer to a confirmation is lost',
    breaks: 'losses.confirm',
    change: (good) => ({
      confirm: async (payment) => {
        const outcome = await good.confirm(payment);
        const money = { amount: 1n, currency: 'USD', orderId: 'unknown' };
        return outcome.status === 'NO_ANSWER' ? { status: 'DECIDED', money, reply: declined } : outcome;
      },
    }),
  },
  {
    wrong: 'says done of every movement',
    breaks: 'movements.beyond',
    change: (good) => ({
      move: async (movement) => {
        const outcome = await good.move(movement);
        return outcome.status === 'REPLIED' ? { status: 'REPLIED', reply: approved } : outcome;
      },
    }),
  },
  ...(['CAPTURE', 'REFUND', 'UPDATE', 'VOID'] as const).map(
    (kind): BrokenTownPay => ({
      wrong: `does a ${kind} again at each try`,
      breaks: `movements.${kind.toLowerCase()}`,
      change: (good) => ({
        move: (movement) =>
          good.move(movement.kind === kind ? { ...movement, reference: crypto.randomUUID() } : movement),
      }),
    }),
  ),
  {
    wrong: 'takes the second part of a capture for the first again',
    breaks: 'movements.captures',
    change: (good) => ({
      move: (movement) => good.move({ ...movement, reference: `${movement.payment.reference}-${movement.kind}` }),
    }),
  },
  {
    wrong: 'looks a callback up with the account of another merchant',
    breaks: 'callbacks.other-merchant',
    change: (good) => {
      const known = firstAccount();
      return {
        create: (payment) => {
          known(payment.account);
          return good.create(payment);
        },
        callback: (raw, now, account) => good.callback(raw, now, account && known(account)),
      };
    },
  },
  {
    wrong: 'calls a callback forged that it could not ask about',
    breaks: 'callbacks.unreachable',
    change: (good) => ({
      callback: async (raw, now, account) => {
        const outcome = await good.callback(raw, now, account);
        return outcome.status === 'UNVERIFIED' ? { status: 'FORGED' } : outcome;
      },
    }),
  },
  {
    wrong: 'calls its provider’s own callbacks unrelated',
    breaks: 'callbacks.genuine',
    change: () => ({ callback: () => ({ status: 'UNRELATED' }) }),
  },
  {
    wrong: 'gives the answer of the payment before',
    breaks: 'answers.twice',
    change: (good) => {
      let last: StateOutcome | undefined;
      return {
        state: async (payment) => {
          const before = last;
          last = await good.state(payment);
          return before ?? last;
        },
      };
    },
  },
  {
    wrong: 'asks forever where nobody listens, and calls it no answer',
    breaks: 'answers.nobody',
    change: (good) => ({
      state: async (payment) => {
        const state = await good.state(payment);
        return state.status === 'NOT_SENT' ? { status: 'NO_ANSWER' } : state;
      },
    }),
  },
  {
    wrong: 'knows no payment that it does not remember',
    breaks: 'beginnings.unknown',
    change: (good) => ({
      state: async (payment) => {
        const state = await good.state(payment);
        return state.status === 'UNKNOWN_PAYMENT' ? { status: 'NO_ANSWER' } : state;
      },
    }),
  },
];

export function openBrokenTownPay({ change }: BrokenTownPay): OpenProvider {
  return (environment) => {
    const good = openTownPay(environment) as Provider;
    return { ...good, ...change(good) };
  };
}
