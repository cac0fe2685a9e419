/**
 * Every scenario that a tester chooses by `order.reference`, under every callback mode: each ends the same in all
 * ledgers, and the payer sees the end. All scenarios of a mode run concurrently, by payers without script and cookies,
 * at one provider, since faults belong to a provider; so the two providers run one mode each. The slower scenario is in
 * `late-money.test.ts`.
 */
import { expect, vi } from 'vitest';
import type { ProviderCallbackMode } from '../../../src/sandbox/providers/provider-faults.ts';
import { itAtLength } from '../../support/at-length.ts';
import { oneAtATime } from '../rig.ts';
import { type Initiated, RESULT_MS_MAX, statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig } from './rig.ts';
import { headingOf, walk } from './walk.ts';

/** A mode takes some ten seconds; the third of a provider waits for two before it. */
const TURNS_MS_MAX = 180_000;

const rig = useBrowserPaymentRig();

type Provider = 'demoBank' | 'demoWallet';

interface Ending {
  readonly result: 'FAILURE' | 'PENDING' | 'SUCCESS';
  readonly gatewayCode: string;
  readonly orderStatus: string;
  readonly provider: readonly string[];
  /** The status page's final heading; absent if no payer was redirected. */
  readonly message?: string;
}

const PAID: Ending = {
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
  orderStatus: 'CAPTURED',
  provider: ['PAYMENT APPROVED'],
  message: 'Paid: €57.20 to Example Shop',
};
const DECLINED: Ending = {
  result: 'FAILURE',
  gatewayCode: 'DECLINED',
  orderStatus: 'FAILED',
  provider: ['PAYMENT DECLINED'],
  message: 'You have not been charged',
};
const OPEN: Ending = {
  result: 'PENDING',
  gatewayCode: 'PENDING',
  orderStatus: 'INITIATED',
  provider: ['PAYMENT WAITING'],
  message: 'Demo Wallet has not answered yet',
};

const SCENARIOS: Readonly<Record<string, Ending>> = {
  'TEST-SUCCEED': PAID,
  'TEST-FAIL-DECLINE': DECLINED,
  'TEST-FAIL-NOTFOUND': { ...DECLINED, message: undefined },
  'TEST-PENDING': OPEN,
  'TEST-SUCCESS-INIT': PAID,
  'TEST-FAIL-INIT': DECLINED,
  'TEST-TIMEOUT-THEN-SUCCESS': PAID,
  '.FAIL_INSUFFICIENT_FUNDS': { ...DECLINED, gatewayCode: 'INSUFFICIENT_FUNDS' },
  '.FAILTIMED_OUT': { ...DECLINED, gatewayCode: 'TIMED_OUT' },
  '.FAIL:CANCELLED by whom': { ...DECLINED, gatewayCode: 'CANCELLED' },
  '.FAIL_NO_SUCH_CODE': OPEN,
};

/** How many callbacks come of one decision; a fault that is none of the callbacks' leaves one. */
const MODES: readonly (readonly [mode: ProviderCallbackMode | 'NONE', copies: number, provider: Provider])[] = [
  ['NONE', 1, 'demoWallet'],
  ['NEVER', 0, 'demoBank'],
  ['TWICE', 2, 'demoBank'],
  ['FIFTY', 50, 'demoWallet'],
  ['BEFORE_RETURN', 1, 'demoWallet'],
  ['AFTER_RETURN', 1, 'demoBank'],
];

const turns = { demoBank: oneAtATime(), demoWallet: oneAtATime() };

/** Modes with one callback, and with two. */
const isQuick = ([mode]: (typeof MODES)[number]) => mode === 'NONE' || mode === 'TWICE';

itAtLength(MODES, isQuick, { concurrent: true })(
  'with callbacks %s each scenario has its expected end',
  (mode, copies, provider) => turns[provider](() => playAll(mode, copies, provider)),
  TURNS_MS_MAX,
);

async function playAll(mode: ProviderCallbackMode | 'NONE', copies: number, provider: Provider): Promise<void> {
  await (provider === 'demoBank' ? rig.bank : rig.wallet).misbehave({ mode });
  // A payment without a decision has no callback.
  const references = Object.keys(SCENARIOS).filter((reference) => mode === 'NONE' || SCENARIOS[reference] !== OPEN);
  const ended = await Promise.all(
    references.map(async (reference) => [reference, await play(reference, copies, provider)]),
  );
  expect(Object.fromEntries(ended)).toEqual(
    Object.fromEntries(references.map((reference) => [reference, SCENARIOS[reference]])),
  );
}

/** @returns how it ended */
async function play(reference: string, copies: number, at: Provider): Promise<Ending> {
  const initiated = await rig.initiate({ reference, provider: at });
  const { orderId, redirectUrl } = initiated;
  const wanted = SCENARIOS[reference]!;
  if (wanted.message !== undefined) {
    const { addresses } = await walk(redirectUrl);
    expect(addresses.at(-1)).toMatch(/\/back\?order=7$/);
  } else {
    expect(redirectUrl).toBe('');
  }
  const message = wanted.message && (await messageOf(initiated, reference, wanted.message));
  const decisions = wanted.result === 'PENDING' || message === undefined ? 0 : 1;
  const { gateway, provider } = await rig.ledgersOnce(orderId, ({ callbacks }) => callbacks === copies * decisions);
  await rig.expectLedgers(orderId, {
    gateway: [`1 PAYMENT ${wanted.result} 57.20 EUR`],
    provider: wanted.provider,
  });
  return {
    result: gateway.transaction[0]!.result as Ending['result'],
    gatewayCode: gateway.transaction[0]!.response.gatewayCode,
    orderStatus: gateway.status,
    provider: provider.map(({ kind, state }) => `${kind} ${state}`),
    message,
  };
}

/** The heading of the status page once it is the last one. */
async function messageOf({ redirectUrl }: Initiated, reference: string, last: string): Promise<string> {
  const look = async () => headingOf(await (await fetch(statusUrl(redirectUrl))).text());
  await vi.waitFor(async () => expect(await look(), reference).toBe(last), { timeout: RESULT_MS_MAX, interval: 100 });
  return last;
}
