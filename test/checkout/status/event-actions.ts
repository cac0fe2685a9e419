/** How a test makes each event of the checkout's table happen. */

import type { CheckoutEvent, StateKind } from '../../../src/checkout/status/states.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/durations.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import { handleCallback } from '../../../src/core/browser-payments/callback.ts';
import { reconciler } from '../../../src/core/browser-payments/reconciler.ts';
import { followUpWorker } from '../../../src/core/recovery/follow-ups.ts';
import { answerInBankApp } from '../../../src/sandbox/three-ds/acs/challenge.ts';
import { callbackOf } from '../../browser-payments/simulated-provider.ts';
import { FROM } from '../../browser-payments/world.ts';
import { answered } from '../../core/world.ts';
import { cardForm, giftCard } from '../hands.ts';
import { MONEY, OTHER, OTHER_MONEY, PROVIDER, type Walk } from './walk.ts';

type Action = (walk: Walk, from: StateKind) => Promise<unknown>;

const GOOD = cardForm('01/39');
/** The sandbox's bank asks its customer in the bank's app. */
const DECOUPLED = cardForm('12/40', { number: '5123450000000107' });

const decided =
  (code: GatewayCode): Action =>
  async (walk, from) => {
    switch (from) {
      case 'underWay':
        return walk.answerWith(code);
      case 'atProvider':
        return walk.goThereAndBack(code);
      case 'authenticating':
        return answerBank(walk, false);
      case 'held':
        walk.made.acquirer.says = () => answered({ gatewayCode: code });
        return walk.post(GOOD, OTHER);
      default:
        return report(walk, code);
    }
  };

/** The acquirer reports the result of a payment that is pending, or in doubt. */
async function report(walk: Walk, gatewayCode: GatewayCode): Promise<void> {
  walk.made.acquirer.knows = () => answered({ gatewayCode });
  walk.made.pass(10 * MINUTE_MS);
  const { gateway } = walk.dependencies;
  const worker = followUpWorker({ ...gateway });
  worker.wake();
  await worker.close();
}

async function answerBank(walk: Walk, isAgreed: boolean): Promise<void> {
  const { threeDS } = walk.made.sandbox;
  const row = threeDS.ledger.transactions.all({ state: 'DECOUPLED' }).at(-1);
  if (row === undefined) {
    throw new Error('The bank has no such customer.');
  }
  threeDS.change((work) => answerInBankApp(work, row, isAgreed));
  await threeDS.results.waitForResults(row.id, AbortSignal.timeout(5_000));
  await walk.advance();
}

const wake = async (walk: Walk): Promise<void> => {
  const worker = reconciler(walk.dependencies, PROVIDER);
  worker.wake();
  await worker.close();
};

export const EVENT_ACTIONS: Readonly<Record<CheckoutEvent, Action>> = {
  SEND: (walk, from) =>
    walk.untilSent(async () => {
      switch (from) {
        case 'authenticating':
          return answerBank(walk, true);
        case 'waiting':
          return walk.made.pass(10_000);
        default:
          return walk.post(GOOD);
      }
    }),
  SUSPECT: async (walk) => {
    walk.isSuspected = true;
    await walk.post(walk.isAuthenticated ? DECOUPLED : GOOD);
  },
  AUTHENTICATE: async (walk, from) => (from === 'waiting' ? walk.made.pass(10_000) : walk.post(DECOUPLED)),
  GO_TO_PROVIDER: (walk) => walk.post({ method: PROVIDER }),
  APPROVED: decided('APPROVED'),
  STORED: (walk) => walk.post(GOOD),
  DECLINED: decided('DECLINED'),
  LAST_DECLINED: decided('DECLINED'),
  PENDING: (walk, from) => (from === 'underWay' ? walk.answerWith('PENDING') : walk.goThereAndBack('WAITING')),
  IN_DOUBT: (walk) => walk.answerWith('UNKNOWN'),
  CANCEL: (walk, from) => (from === 'waiting' ? walk.leave() : walk.cancel()),
  END: (walk) => walk.endByStaff(),
  LOST: async (walk) => {
    walk.dependencies.challengeQueue.close();
    walk.made.pass(MINUTE_MS);
  },
  RELEASE: (walk) => walk.post({ giftCardOff: '1' }),
  EXPIRE: async (walk) => walk.made.pass(3 * HOUR_MS),
  RENEW: (walk) => walk.post({ renew: '1' }),
  SET_AMOUNT: (walk, from) => walk.setAmount(from === 'incomplete' ? MONEY.amount : OTHER_MONEY.amount),
  GIFT_CARD: async (walk) => {
    const { acquirer } = walk.made;
    const answers: GatewayCode[] = ['INSUFFICIENT_FUNDS', 'APPROVED'];
    Object.assign(acquirer, { balance: async () => ({ status: 'KNOWN', balance: 300n }) });
    acquirer.says = () => answered({ gatewayCode: answers.shift() ?? 'DECLINED' });
    await walk.post(giftCard('03'), OTHER);
  },
  CARD_REMOVED: async (walk) => {
    walk.isTokenStored = false;
  },
  DISABLE: async (walk) => {
    walk.isDisabled = true;
  },
  ENABLE: async (walk) => {
    walk.isDisabled = false;
  },
  REFUNDED: async (walk) => {
    walk.provider.fault = () => undefined;
    walk.made.pass(20 * MINUTE_MS);
    await wake(walk);
  },
  PAID_ELSEWHERE: (walk) => walk.payByServer('own', { order: MONEY }),
  PAID_OTHERWISE: (walk) => walk.payByServer('own', { order: OTHER_MONEY }),
  LATE_CAPTURE: async (walk) => {
    const reference = walk.cancelledReference;
    walk.provider.fault = (call) => (call === 'move' ? { status: 'NO_ANSWER' } : undefined);
    walk.provider.stand(reference, 'APPROVED');
    const raw = callbackOf(walk.provider, reference);
    await handleCallback(walk.dependencies, { provider: PROVIDER }, raw, { from: FROM, supportCode: 'support' });
    await wake(walk);
  },
};
