/**
 * The adapter over real TLS to the sandbox's banks, which validate every request against the standard's description.
 */
import { expect, onTestFinished } from 'vitest';
import { createJsonClient } from '../../../../src/adapters/http-json.ts';
import { mutualTlsAgent } from '../../../../src/adapters/providers/mutual-tls-agent.ts';
import { type Bank, checkedBanks } from '../../../../src/adapters/providers/open-banking/bank-list.ts';
import { openBankingProvider } from '../../../../src/adapters/providers/open-banking/open-banking.ts';
import { signer } from '../../../../src/adapters/providers/open-banking/signing.ts';
import { currencyOf } from '../../../../src/contract/money.ts';
import type {
  BeginOutcome,
  ChosenPayment,
  PaymentChoice,
  Provider,
  ProviderPayment,
  StateOutcome,
} from '../../../../src/core/ports/index.ts';
import { ibanOf } from '../../../../src/sandbox/open-banking/iban.ts';
import type { SandboxBanksOptions } from '../../../../src/sandbox/open-banking/open-banking.ts';
import { type StartedOpenBanking, startOpenBanking } from '../../../../src/sandbox/open-banking/start-open-banking.ts';
import type { SandboxBankCertificates } from '../../../../src/settings/sandbox/index.ts';
import { memoryLog } from '../../acquirers/fixtures.ts';

export const EUR = currencyOf('EUR')!;
const ORIGIN = 'https://pay.example';
/** An account at no simulated bank. */
export const CREDITOR = 'FR7630006000011234567890189';
export const ACCOUNT = { merchantId: 'TESTSHOP', members: { iban: CREDITOR, name: 'Example Shop' } };
/** Anna's account at sofortbank. */
export const DEBTOR = ibanOf('DE', '50060070', 1);

export interface Rig {
  readonly simulator: StartedOpenBanking;
  readonly adapter: Provider;
  readonly choice: PaymentChoice;
}

export interface RigOptions {
  readonly simulator?: Partial<SandboxBanksOptions>;
  /** Members of a bank's row in the list, by its id. */
  readonly banks?: Readonly<Record<string, object>>;
  readonly certificates?: Partial<SandboxBankCertificates>;
  readonly answerMsMax?: number;
  readonly now?: () => number;
}

/** Twenty times as fast as real banks. */
const SPEED = 20;

export async function rigWith(options: RigOptions = {}): Promise<Rig> {
  const simulator = await startOpenBanking({ speed: SPEED, log: memoryLog(), ...options.simulator });
  onTestFinished(() => simulator.close());
  const adapter = adapterOf(simulator, options);
  // Every request of the adapter matches the published description, under any fault of the banks.
  onTestFinished(() => expect(simulator.banks.validator.violations).toEqual([]));
  return { simulator, adapter, choice: adapter.choice! };
}

export function adapterOf(simulator: StartedOpenBanking, options: RigOptions = {}): Provider {
  const { certificates, answerMsMax, now = Date.now } = options;
  const { ca, qwac, qseal } = { ...simulator.certificates, ...certificates };
  return openBankingProvider({
    banks: banksAt(simulator.api, options.banks),
    client: createJsonClient({ tlsAgent: mutualTlsAgent(qwac, ca) }),
    sign: signer(qseal.cert, qseal.key),
    now,
    elapsed: () => performance.now(),
    ownIpAddress: '192.0.2.1',
    isPage: ({ protocol, hostname }) => protocol === 'https:' || hostname === '127.0.0.1',
    ...(answerMsMax !== undefined && { answerMsMax }),
  });
}

const KNOWN: readonly object[] = [
  { id: 'nordbank', name: 'Nordbank', bic: 'NRDBDEFFXXX', country: 'DE', debtorAccount: 'AT_BANK' },
  {
    id: 'appbank',
    name: 'Appbank',
    bic: 'APPBNL2AXXX',
    country: 'NL',
    approach: 'DECOUPLED',
    debtorAccount: 'AT_BANK',
  },
  { id: 'altbank', name: 'Altbank', bic: 'ALTBATWWXXX', country: 'AT', debtorAccount: 'AT_BANK' },
  {
    id: 'sofortbank',
    name: 'Sofortbank',
    bic: 'SFRTDEFFXXX',
    country: 'DE',
    products: ['instant-sepa-credit-transfers'],
  },
  { id: 'ruhebank', name: 'Ruhebank', bic: 'RUHEBEBBXXX', country: 'BE', debtorAccount: 'AT_BANK' },
];

function banksAt(api: string, changes: RigOptions['banks'] = {}): readonly Bank[] {
  const listed = KNOWN.map((bank) => {
    const { id } = bank as { id: string };
    return { ...bank, address: `${api}/${id}/v1`, ...changes[id] };
  });
  return checkedBanks(listed, 'The list is wrong');
}

let last = 0;

/** EUR 12.00, with a chosen bank. */
export function chosen(option: string, given: Partial<ChosenPayment> = {}): ChosenPayment {
  last += 1;
  const state = `${ORIGIN}/return/state-${last}`;
  return {
    reference: `P-${last}-${option}`,
    operation: 'PAY',
    account: ACCOUNT,
    attempt: 1,
    asked: { amount: 1200n, currency: 'EUR', orderId: `order-${last}` },
    option,
    typed: {},
    payer: { ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11)', acceptLanguage: 'de-DE,de;q=0.9' },
    merchantName: 'Example Shop',
    returnUrl: state,
    cancelUrl: `${state}?cancelled=true`,
    ...given,
  };
}

export interface StartedPayment {
  readonly payment: ChosenPayment;
  readonly pageUrl: string | undefined;
  /** As later calls name it. */
  readonly asked: ProviderPayment & { readonly providerReference: string };
  readonly paymentId: string;
}

export async function startPayment(
  { choice }: Rig,
  option: string,
  given: Partial<ChosenPayment> = {},
): Promise<StartedPayment> {
  const payment = chosen(option, given);
  return startedPaymentOf(payment, await choice.begin(payment));
}

export function startedPaymentOf(payment: ChosenPayment, outcome: BeginOutcome): StartedPayment {
  if (outcome.status !== 'BEGUN') {
    throw new Error(`not begun: ${JSON.stringify(outcome)}`);
  }
  const { providerReference, pageUrl } = outcome;
  return {
    payment,
    pageUrl,
    asked: { ...payment, providerReference },
    paymentId: providerReference.split(' ')[2] ?? '',
  };
}

/** The status and, once decided, its codes. */
export function describeState(state: StateOutcome): string {
  return state.status === 'DECIDED' ? `DECIDED ${state.reply.code} ${state.reply.gatewayCode}` : state.status;
}

/** The bank's own record of the payment. */
export const atBanks = ({ simulator }: Rig, id: string) => simulator.banks.ledger.payments.find({ id });
