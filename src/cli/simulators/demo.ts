/** A simulator of the sandbox's providers: the sandbox itself, in a process of its own. */

import type { LedgerEntry, StandIn, StandInPayment } from '../../adapters/providers/index.ts';
import { sandboxProviderKey } from '../../settings/sandbox/index.ts';
import { minorAmount } from './amounts.ts';
import { listenForCallbacks } from './callback-listener.ts';
import { resignDemoCallback } from './demo-texts.ts';
import { startSandbox } from './sandbox-process.ts';

/** The payer's form on the page. The bank is one of those that the sandbox's bank transfer offers. */
const FORMS = {
  AGREE: { choice: 'APPROVE', bank: '10020030' },
  DECLINE: { choice: 'DECLINE' },
  CANCEL: { choice: 'CANCEL' },
} as const;

type Act = keyof typeof FORMS;

/** An entry of the sandbox's ledger. */
interface Entry {
  readonly kind: LedgerEntry['kind'];
  readonly amount: string;
  readonly currency: string;
  readonly state: 'AGREED' | 'APPROVED' | 'DECLINED' | 'OPEN' | 'REVERSED' | 'WAITING' | 'WITHDRAWN';
}

const STATES: Readonly<Record<Entry['state'], LedgerEntry['state']>> = {
  AGREED: 'OPEN',
  APPROVED: 'MADE',
  DECLINED: 'OVER',
  OPEN: 'OPEN',
  REVERSED: 'MADE',
  WAITING: 'OPEN',
  WITHDRAWN: 'OVER',
};

/** @param id the provider's id */
export async function startDemoSimulator(id: string): Promise<StandIn> {
  const sandbox = await startSandbox({ later: 'AT_ONCE' });
  const listener = await listenForCallbacks((message) => [(message as { reference: string }).reference]);
  return {
    ...simulatorOf(id, sandbox.origin, sandboxProviderKey(sandbox.folder)),
    callbackUrl: listener.url,
    async callback({ reference }: StandInPayment, signer) {
      const raw = await listener.newestOf(reference);
      return raw !== undefined && signer === 'STRANGER' ? resignDemoCallback(raw) : raw;
    },
    async close() {
      await sandbox.close();
      await listener.close();
    },
  };
}

function simulatorOf(id: string, origin: string, secret: string): Omit<StandIn, 'callback' | 'close'> {
  return {
    origin,
    acts: Object.keys(FORMS) as Act[],
    currencies: ['EUR', 'JPY', 'KWD'],
    signatureMsMax: 5 * 60_000,
    environment: (at) => ({ env: {}, sandbox: { origin: at, secret } }),
    async pay(act, { pageUrl }) {
      const body = new URLSearchParams(FORMS[act as Act]);
      const { headers } = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' });
      return headers.get('location') ?? undefined;
    },
    async ledger(order) {
      const url = `${origin}/providers/${id}/ledger?order=${encodeURIComponent(order)}`;
      const entries = (await (await fetch(url)).json()) as Entry[];
      return entries
        .map(({ kind, amount, currency, state }) => {
          return { order, kind, amount: minorAmount(amount, currency), currency, state: STATES[state] };
        })
        .filter(({ kind, state }) => kind === 'AUTHORIZATION' || kind === 'PAYMENT' || state === 'MADE');
    },
  };
}
