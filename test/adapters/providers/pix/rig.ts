/** The adapter over real TLS to the sandbox's PSP, which validates every message against the Pix API's description. */
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { type PixProviderOptions, pixProvider } from '../../../../src/adapters/providers/pix/adapter.ts';
import { txidOf } from '../../../../src/adapters/providers/pix/names.ts';
import { SANDBOX_ORIGIN } from '../../../../src/adapters/providers/pix/psp-account.ts';
import { currencyOf } from '../../../../src/contract/money.ts';
import type {
  NewProviderPayment,
  Provider,
  ProviderAccount,
  ProviderMovement,
  ProviderPayment,
  StateOutcome,
} from '../../../../src/core/ports/index.ts';
import { TestAuthority } from '../../../../src/platform/x509/index.ts';
import { OpenBanking } from '../../../../src/sandbox/open-banking/open-banking.ts';
import { listenAsBanks } from '../../../../src/sandbox/open-banking/server.ts';
import type { PspAnswerMode, PspFault } from '../../../../src/sandbox/pix/faults.ts';
import { pspLedgerEntries } from '../../../../src/sandbox/pix/ledger/entries.ts';
import type { ChargeRow } from '../../../../src/sandbox/pix/ledger/rows.ts';
import { pay } from '../../../../src/sandbox/pix/payments.ts';
import { Psp } from '../../../../src/sandbox/pix/psp.ts';
import { addPspServer } from '../../../../src/sandbox/pix/server.ts';
import {
  issueBankCertificates,
  type SandboxBankCertificates,
  sandboxPixAccount,
} from '../../../../src/settings/sandbox/index.ts';
import { memoryLog } from '../../acquirers/fixtures.ts';

export const BRL = currencyOf('BRL')!;
const SHOP = sandboxPixAccount('shop');

export interface Rig {
  readonly psp: Psp;
  readonly adapter: Provider;
  readonly certificates: SandboxBankCertificates;
  readonly account: ProviderAccount;
  /** Another adapter, as in another process. */
  another(options?: PixProviderOptions): Provider;
}

/** Keys take a while to make, and tests start PSPs by the dozen. */
let issued: SandboxBankCertificates | undefined;

export async function rigWith(
  options: PixProviderOptions & { readonly members?: Readonly<Record<string, string>> } = {},
): Promise<Rig> {
  issued ??= issueBankCertificates(new TestAuthority('Sandbox Authority'));
  const certificates = issued;
  const { members, ...adapterOptions } = options;
  const log = memoryLog();
  const psp = new Psp({ accounts: [{ ...SHOP, name: 'EXAMPLE SHOP' }], ca: certificates.ca, speed: 1_000, log });
  const banks = new OpenBanking({ ca: certificates.ca, speed: 1, log });
  const server = await listenAsBanks(banks, certificates, '127.0.0.1', 0, (app) => addPspServer(app, psp));
  const api = `https://localhost:${(server.server.address() as AddressInfo).port}/pix`;
  onTestFinished(async () => {
    await server.close();
    await psp.close();
    await banks.close();
  });
  // In every test, each message of either side must conform to the description.
  onTestFinished(() => {
    expect(psp.validator.violations).toEqual([]);
    expect(psp.validator.unknownFields).toEqual([]);
  });
  const another = (own: PixProviderOptions = {}) =>
    pixProvider({ sandbox: { api, ca: certificates.ca }, ...adapterOptions, ...own });
  const account = { merchantId: 'TESTSHOP', members: { ...membersOf(certificates), ...members } };
  return { psp, certificates, account, another, adapter: another() };
}

export function membersOf({ qwac }: Pick<SandboxBankCertificates, 'qwac'>): Readonly<Record<string, string>> {
  return {
    address: `${SANDBOX_ORIGIN}/api/v2`,
    tokenAddress: `${SANDBOX_ORIGIN}/oauth/token`,
    ...SHOP,
    certificate: qwac.cert,
    certificateKey: qwac.key,
  };
}

let made = 0;

export function paymentFor(account: ProviderAccount, given: Partial<NewProviderPayment> = {}): NewProviderPayment {
  made += 1;
  const reference = `${made}`.padStart(16, 'aZ09');
  return {
    ...{ reference, account, merchantName: 'Example Shop', orderId: `ORDER-${made}` },
    ...{ operation: 'PAY', confirmation: 'CONFIRM_AT_PROVIDER', amount: 1_250n, currency: BRL },
    returnUrl: 'https://pay.example/return/state',
    cancelUrl: 'https://pay.example/return/state?cancelled=true',
    choiceUrl: 'https://pay.example/checkout/choice/state',
    callbackUrl: 'https://pay.example/callback/pix/TESTSHOP',
    shipping: { displayed: true, changeable: true },
    ...given,
  };
}

export function askedAbout({ reference, account, amount, currency, orderId }: NewProviderPayment): ProviderPayment {
  const asked = { amount, currency: currency.code, orderId };
  return { reference, providerReference: txidOf(reference), operation: 'PAY', account, attempt: 1, asked };
}

export interface StartedPayment {
  readonly payment: NewProviderPayment;
  readonly asked: ProviderPayment;
  readonly txid: string;
}

export async function created(rig: Rig, given: Partial<NewProviderPayment> = {}): Promise<StartedPayment> {
  const payment = paymentFor(rig.account, given);
  expect(await rig.adapter.create(payment)).toMatchObject({ status: 'CREATED' });
  return { payment, asked: askedAbout(payment), txid: txidOf(payment.reference) };
}

export const chargeOf = ({ psp }: Rig, { txid }: Pick<StartedPayment, 'txid'>): ChargeRow =>
  psp.ledger.charges.find({ id: txid })!;

/** The payer pays at once, for any state of the charge. @param amount centavos */
export function payerPays(rig: Rig, startedPayment: Pick<StartedPayment, 'txid'>, amount?: string): void {
  rig.psp.change((work) => pay(work, chargeOf(rig, startedPayment), amount));
}

/** A paid charge, with the number to which a refund refers. */
export async function paid(
  rig: Rig,
  given: Partial<NewProviderPayment> = {},
): Promise<StartedPayment & { restsOn: string }> {
  const startedPayment = await created(rig, given);
  payerPays(rig, startedPayment);
  const state = await rig.adapter.state(startedPayment.asked);
  return { ...startedPayment, restsOn: state.status === 'DECIDED' ? (state.reply.providerReference ?? '') : '' };
}

export function refundOf(
  { payment, asked, restsOn }: StartedPayment & { readonly restsOn?: string },
  amount: bigint,
  reference = `${payment.reference}-1`,
): ProviderMovement {
  const { orderId, currency } = payment;
  const rests = restsOn === undefined ? {} : { restsOn };
  return { reference, payment: asked, orderId, kind: 'REFUND', amount, currency, ...rests };
}

export function describeState(state: StateOutcome): string {
  return 'reply' in state ? `${state.status} ${state.reply.gatewayCode} ${state.reply.code}` : state.status;
}

export const entriesOf = ({ psp }: Rig): string[] =>
  pspLedgerEntries(psp.ledger).map(({ kind, amount, state }) => `${kind} ${amount} ${state}`);

export const fault = ({ psp }: Rig, operation: string, mode: PspAnswerMode, more: Partial<PspFault> = {}): void =>
  psp.setFault({ mode, operation, count: 1, ...more });
