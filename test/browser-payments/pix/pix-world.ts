/**
 * A world of browser payments with the adapter for Pix, over the sandbox's PSP: on a clock that the test moves, while
 * the PSP has its own.
 */

import { pixProvider } from '../../../src/adapters/providers/pix/adapter.ts';
import { txidOf } from '../../../src/adapters/providers/pix/names.ts';
import type {
  CreateOutcome,
  MovementOutcome,
  NewProviderPayment,
  Provider,
  ProviderAccount,
  ProviderMovement,
  ProviderPayment,
  RawCallback,
  StateOutcome,
} from '../../../src/core/ports/index.ts';
import { TestAuthority } from '../../../src/platform/x509/index.ts';
import { pspLedgerEntries } from '../../../src/sandbox/pix/ledger/entries.ts';
import type { ChargeRow } from '../../../src/sandbox/pix/ledger/rows.ts';
import { pay } from '../../../src/sandbox/pix/payments.ts';
import { type StartedPix, startPix } from '../../../src/sandbox/pix/start-pix.ts';
import { issueBankCertificates, sandboxPixAccount } from '../../../src/settings/sandbox/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { membersOf } from '../../adapters/providers/pix/rig.ts';
import type { Ground } from '../ground.ts';
import { SimulatedProvider } from '../simulated-provider.ts';
import { type InitiatedPayment, type Initiation, NOTIFICATION_URL, World } from '../world.ts';

const SHOP = sandboxPixAccount('shop');

/** Sends no callbacks by itself: the test triggers them. */
export const openPsp = (): Promise<StartedPix> =>
  startPix({ accounts: [{ ...SHOP, name: 'EXAMPLE SHOP' }], speed: 1_000, log: memoryLog() });

/** An unused certificate: the PSP of these tests listens without TLS. */
export const accountMembers = (): Readonly<Record<string, string>> =>
  membersOf(issueBankCertificates(new TestAuthority('Sandbox Authority')));

/** Records the calls, and forwards them to the adapter. */
class AtPsp extends SimulatedProvider {
  readonly #adapter: Provider;

  constructor(id: string, adapter: Provider) {
    super(id);
    this.#adapter = adapter;
  }

  override async create(asked: NewProviderPayment): Promise<CreateOutcome> {
    const { reference, amount, currency, orderId } = asked;
    this.payments.set(reference, { asked, money: { amount, currency: currency.code, orderId }, standing: 'OPEN' });
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

  override move(movement: ProviderMovement): Promise<MovementOutcome> {
    return this.#adapter.move(movement);
  }

  override callback(raw: RawCallback, now: number, account?: ProviderAccount) {
    return this.#adapter.callback(raw, now, account) as ReturnType<SimulatedProvider['callback']>;
  }
}

/** The adapter of one process, which several worlds share. */
export const adapterFor = ({ api }: StartedPix): Provider => pixProvider({ sandbox: { api } });

export class PixWorld extends World {
  readonly simulator: StartedPix;

  constructor(ground: Ground, simulator: StartedPix, adapter: Provider, members: Readonly<Record<string, string>>) {
    const accounts: Record<string, ProviderAccount['members']> = {};
    super(ground, {
      like: 'pix',
      provider: (id) => new AtPsp(id, adapter),
      profile: { providerAccounts: accounts },
    });
    accounts[this.provider.id] = members;
    this.simulator = simulator;
  }

  charge({ reference }: Pick<InitiatedPayment, 'reference'>): ChargeRow {
    return this.simulator.psp.ledger.charges.find({ id: txidOf(reference) })!;
  }

  /** The money arrives, for any state of the charge. @param amount centavos */
  pays(initiated: InitiatedPayment, amount?: string): void {
    this.simulator.psp.change((work) => pay(work, this.charge(initiated), amount));
  }

  /** The PSP's callback, about one payment or several. @param path its address */
  override callBack(initiated: InitiatedPayment, _given?: unknown, path = `${SHOP.callbackToken}/pix`): Promise<void> {
    return this.callBackAbout([initiated], path);
  }

  /** The PSP's callback after it has returned money by itself. */
  async callBackReturned(initiated: InitiatedPayment): Promise<void> {
    const { ledger, resources } = this.simulator.psp;
    const pix = ledger.pix.all({ txid: this.charge(initiated).id }).map((row) => resources.pix(row));
    const raw = { headers: {}, body: Buffer.from(JSON.stringify({ pix })), path: `${SHOP.callbackToken}/pix` };
    await this.receive({ provider: this.provider.id, merchant: 'TESTSHOP' }, raw);
  }

  callBackAbout(all: readonly InitiatedPayment[], path = `${SHOP.callbackToken}/pix`): Promise<void> {
    const pix = all.map(({ reference }) => ({
      endToEndId: 'E'.repeat(32),
      txid: txidOf(reference),
      valor: '12.00',
      horario: '2026-11-23T12:00:00.000Z',
    }));
    const raw = { headers: {}, body: Buffer.from(JSON.stringify({ pix })), path };
    return this.receive({ provider: this.provider.id, merchant: 'TESTSHOP' }, raw);
  }

  /** Every entry of the PSP's ledger for the order, as `KIND amount state`. */
  ledger({ orderId }: InitiatedPayment): string[] {
    return pspLedgerEntries(this.simulator.psp.ledger, orderId).map(
      ({ kind, amount, state }) => `${kind} ${amount} ${state}`,
    );
  }
}

/** BRL 12.00. */
export const INITIATION: Initiation = {
  body: { order: { amount: '12.00', currency: 'BRL', notificationUrl: NOTIFICATION_URL } },
};
