/**
 * A world of browser payments with the adapter for banks, over the sandbox's banks: on a clock that the test moves,
 * while the banks have their own.
 */
import { beginWith, type ChoiceResult, type ChosenOption } from '../../../src/core/browser-payments/index.ts';
import type {
  BeginOutcome,
  ChosenPayment,
  CreateOutcome,
  NewProviderPayment,
  PaymentChoice,
  Provider,
  ProviderAccount,
  ProviderPayment,
  StateOutcome,
} from '../../../src/core/ports/index.ts';
import type { BankLedgerEntry } from '../../../src/sandbox/open-banking/ledger/entries.ts';
import { bankLedgerEntries } from '../../../src/sandbox/open-banking/ledger/entries.ts';
import { type StartedOpenBanking, startOpenBanking } from '../../../src/sandbox/open-banking/start-open-banking.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { ACCOUNT, adapterOf, type RigOptions } from '../../adapters/providers/open-banking/rig.ts';
import type { Ground } from '../ground.ts';
import { SimulatedProvider } from '../simulated-provider.ts';
import { FROM, type InitiatedPayment, type Initiation, NOTIFICATION_URL, World, type WorldOptions } from '../world.ts';

export const openBanks = (): Promise<StartedOpenBanking> => startOpenBanking({ speed: 1_000, log: memoryLog() });

/** Records the calls, and forwards them to the adapter. */
class AtBanks extends SimulatedProvider implements Provider {
  readonly choice: PaymentChoice;
  /** Replaces the bank's answer, after the bank has executed the call. */
  alterOutcome: (payment: ChosenPayment, outcome: BeginOutcome) => Promise<BeginOutcome> = async (_payment, outcome) =>
    outcome;
  readonly #adapter: Provider;

  constructor(id: string, adapter: Provider) {
    super(id);
    this.#adapter = adapter;
    const choice = adapter.choice!;
    this.choice = {
      ...choice,
      begin: async (payment) => this.alterOutcome(payment, await choice.begin(payment)),
    };
  }

  override async create(asked: NewProviderPayment): Promise<CreateOutcome> {
    const { reference, amount, currency, orderId } = asked;
    this.payments.set(reference, {
      asked,
      money: { amount, currency: currency.code, orderId },
      standing: 'OPEN',
    });
    return this.#adapter.create(asked);
  }

  override state(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#adapter.state(payment);
  }

  override confirm(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#adapter.confirm(payment);
  }

  override cancel(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#adapter.cancel(payment);
  }

  override move(...[movement]: Parameters<Provider['move']>): ReturnType<Provider['move']> {
    return this.#adapter.move(movement);
  }
}

type BankWorldOptions = Pick<WorldOptions, 'profile'> & Pick<RigOptions, 'banks'>;

export class BankWorld extends World {
  readonly banks: StartedOpenBanking;
  readonly atBanks: AtBanks;

  constructor(ground: Ground, banks: StartedOpenBanking, { profile, ...listed }: BankWorldOptions = {}) {
    const accounts: Record<string, ProviderAccount['members']> = {};
    super(ground, {
      like: 'openBanking',
      provider: (id) => new AtBanks(id, adapterOf(banks, listed)),
      profile: { providerAccounts: accounts, ...profile },
    });
    accounts[this.provider.id] = ACCOUNT.members;
    this.atBanks = this.provider as AtBanks;
    this.banks = banks;
  }

  /** The payer continues with the chosen bank. */
  async choose(
    initiated: InitiatedPayment,
    option = 'nordbank',
    more: Partial<ChosenOption> = {},
  ): Promise<ChoiceResult> {
    const chosen = { option, typed: {}, payer: { ipAddress: FROM }, ...more };
    return beginWith(this.parts, await this.found(initiated.key), initiated.state, chosen);
  }

  /** The payer arrives on the bank's page, where the order's reference answers. */
  async arrive({ key }: InitiatedPayment): Promise<void> {
    const { pageUrl, providerReference } = (await this.found(key)).payment;
    if (providerReference !== null) {
      await fetch(pageUrl ?? '', { redirect: 'manual' });
    }
  }

  ledger({ orderId }: InitiatedPayment): BankLedgerEntry[] {
    return bankLedgerEntries(this.banks.banks.ledger, { order: orderId });
  }
}

/** @param reference decides at the bank in the payer's place */
export const initiationOf = (reference = 'TEST-SUCCEED'): Initiation => ({
  body: { order: { amount: '12.00', currency: 'EUR', notificationUrl: NOTIFICATION_URL, reference } },
});
