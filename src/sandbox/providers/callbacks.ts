/** Sends signed callbacks about payments to merchants' gateways. */
import { createHmac, randomBytes } from 'node:crypto';
import { DeliveryQueue, type Post } from '../kit/deliveries.ts';
import type { SandboxLog } from '../kit/log.ts';
import { requestOf } from './payments.ts';
import { otherAmount } from './provider-answers.ts';
import type { ProviderCallbackMode, ProviderFaults } from './provider-faults.ts';
import type { ProviderLedger } from './provider-ledger.ts';
import type { CallbackRow } from './provider-ledger-rows.ts';

export type Callbacks = DeliveryQueue<CallbackRow, ProviderCallbackMode>;

export interface CallbackDependencies {
  readonly ledger: ProviderLedger;
  readonly faults: ProviderFaults;
  readonly secret: string;
  readonly log: SandboxLog;
  /** Called after each change, since callers may wait for it. */
  readonly changed: () => void;
}

export function callbackQueue({ ledger, faults, secret, log, changed }: CallbackDependencies): Callbacks {
  return new DeliveryQueue<CallbackRow, ProviderCallbackMode>({
    owed: (limit) => ledger.owedCallbacks(faults.callbacks.inForce.mode === 'AFTER_RETURN', limit),
    change: (row, changes) => ledger.changeCallback(row, changes),
    faults: faults.callbacks,
    name: 'a provider',
    log,
    changed,
    post({ payment: id, body }, mode) {
      const payment = ledger.paymentBy('id', id);
      if (payment === undefined) {
        return undefined;
      }
      const sent = faults.answers.inForce.mode === 'OTHER_MONEY' ? withOtherMoney(body) : body;
      const key = mode === 'FORGED_CALLBACK' ? randomBytes(secret.length).toString('hex') : secret;
      return signedPost(requestOf(payment).callbackUrl, sent, key);
    },
  });
}

function signedPost(url: string, body: string, key: string): Post {
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  return { url, headers: { 'x-provider-signature': `t=${seconds},v1=${signature}` }, body };
}

function withOtherMoney(body: string): string {
  const message = JSON.parse(body) as { amount: string; currency: string };
  return JSON.stringify({ ...message, amount: otherAmount(message) });
}
