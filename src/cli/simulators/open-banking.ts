/** A simulator of payers' banks: the sandbox's, in a process of its own. */

import type { LedgerEntry, PayerAct, StandIn, StandInChoice, StandInPayment } from '../../adapters/providers/index.ts';
import { sandboxBankCertificates } from '../../settings/sandbox/index.ts';
import { minorAmount } from './amounts.ts';
import { type ControlCall, control } from './control.ts';
import { answerInApp, answerOnPage } from './open-banking-payer.ts';
import { freePort, startSandbox } from './sandbox-process.ts';

/** An account at none of the sandbox's banks. */
const CREDITOR = { iban: 'FR7630006000011234567890189', name: 'Conformance Shop' };

/** A bank with a redirect, one that asks in its app, and one with only instant transfers and without cancellation. */
const CHOICES: readonly StandInChoice[] = [
  { option: 'nordbank', typed: {} },
  { option: 'appbank', typed: { USER_ID: 'anna' }, isAsked: true },
  // The account of the sandbox's payer Anna at this bank.
  { option: 'sofortbank', typed: { IBAN: 'DE92500600700000000001' } },
];

const ACTS: readonly PayerAct[] = ['AGREE', 'AGREE_WITHOUT_MONEY', 'CANCEL', 'DECLINE'];

/** An entry of the sandbox's ledger. */
interface Entry {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
}

/** The final statuses of ISO 20022. All others leave a payment open: even an accepted transfer may be rejected. */
const STATES: Readonly<Record<string, LedgerEntry['state']>> = {
  ACCC: 'MADE',
  ACSC: 'MADE',
  CANC: 'OVER',
  RJCT: 'OVER',
};

/** Statuses after the payer's agreement, before the settlement. */
const AGREED_STATUSES: readonly string[] = ['ACSP', 'ACTC'];

export async function startOpenBankingSimulator(): Promise<StandIn> {
  const banksPort = await freePort();
  const sandbox = await startSandbox({ later: 'NOT_BY_ITSELF', banksPort });
  const { ca, server, qwac, qseal } = sandboxBankCertificates(sandbox.folder);
  const base = `${sandbox.origin}/providers/open-banking`;
  const ask = control(base);
  const entries = async (reference: string) => (await ask('GET', `/ledger?order=${reference}`)) as readonly Entry[];
  return {
    origin: `https://localhost:${banksPort}`,
    tls: { server, client: qwac, ca },
    choices: CHOICES,
    acts: ACTS,
    currencies: ['EUR'],
    environment: (api) => ({
      env: {},
      sandbox: { origin: sandbox.origin, secret: '', banks: { api, certificates: { ca, qwac, qseal } } },
    }),
    account: () => CREDITOR,
    async pay(act, payment) {
      if (act === 'DECLINE') {
        await decide(ask, await entries(payment.reference), ['RCVD'], { status: 'RJCT' });
        return undefined;
      }
      const isAgreed = act !== 'CANCEL';
      const sentTo = await answer(base, ask, payment, isAgreed);
      if (act === 'AGREE_WITHOUT_MONEY') {
        await decide(ask, await entries(payment.reference), AGREED_STATUSES, { status: 'RJCT' });
      }
      return sentTo;
    },
    async settle({ reference }) {
      await decide(ask, await entries(reference), AGREED_STATUSES, { status: 'ACSC', isCredited: true });
    },
    // Banks send no callbacks, so every callback is forged.
    callback: async ({ providerReference }, signer) =>
      signer === 'PROVIDER' ? undefined : notification(numberIn(providerReference)),
    async ledger(order, reference) {
      return (await entries(reference)).map(({ amount, currency, state }) => ({
        order,
        kind: 'PAYMENT',
        amount: minorAmount(amount, currency),
        currency,
        state: STATES[state] ?? 'OPEN',
      }));
    },
    close: () => sandbox.close(),
  };
}

/** Changes only payments that still have one of the statuses: a payment that the gateway has cancelled stays so. */
async function decide(ask: ControlCall, entries: readonly Entry[], from: readonly string[], to: object): Promise<void> {
  for (const { id, state } of entries.filter((one) => from.includes(one.state))) {
    await ask('PUT', `/payments/${id}`, { ...to, from: state });
  }
}

function answer(
  base: string,
  ask: ControlCall,
  payment: StandInPayment,
  isAgreed: boolean,
): Promise<string | undefined> {
  const [bank = ''] = payment.providerReference.split(' ');
  const choice = CHOICES.find(({ option }) => option === bank);
  return choice?.isAsked
    ? answerInApp(`${base}/${bank}/app`, ask, numberIn(payment.providerReference), isAgreed)
    : answerOnPage(payment.pageUrl, isAgreed);
}

/** The bank's payment id, which follows the bank and the product in the reference. */
function numberIn(providerReference: string): string {
  return providerReference.split(' ').at(-1) ?? '';
}

/** A callback in the form of the open-banking standard's resource status notification. */
function notification(paymentId: string) {
  return {
    headers: { 'content-type': 'application/json', 'x-request-id': paymentId },
    body: Buffer.from(JSON.stringify({ paymentId, transactionStatus: 'ACSC' })),
  };
}
