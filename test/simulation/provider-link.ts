/**
 * The adapter of one gateway process to the provider's server: implements the `Provider` port over an unreliable
 * network.
 */
import {
  type CallbackOutcome,
  type CreateOutcome,
  type MovementOutcome,
  type NewProviderPayment,
  PROVIDER_ANSWER_MS_MAX,
  type Provider,
  type ProviderMovement,
  type ProviderPayment,
  type RawCallback,
  type StateOutcome,
  type UnansweredRequest,
} from '../../src/core/ports/index.ts';
import { Network } from './network.ts';
import type { SimulatedProcess } from './process.ts';
import type { ProviderServer, ProviderPayment as ServerPayment } from './provider-server.ts';
import type { World } from './world.ts';

/** One in this many calls fails to connect. */
const NOT_SENT_ONE_IN = 60;

/** A provider of the contract with all of a wallet's capabilities. */
export const DEMO_WALLET = 'demoWallet';
/** The providers of every history, all on one server. */
export const PROVIDER_IDS: readonly string[] = [DEMO_WALLET, 'demoBank'];

export class ProviderLink implements Provider {
  readonly id: string;
  readonly #world: World;
  readonly #process: SimulatedProcess;
  readonly #server: ProviderServer;
  readonly #network: Network;

  constructor(id: string, world: World, process: SimulatedProcess, server: ProviderServer) {
    this.id = id;
    this.#world = world;
    this.#process = process;
    this.#server = server;
    this.#network = new Network(world, 'provider');
  }

  create(asked: NewProviderPayment): Promise<CreateOutcome> {
    return this.#call('create', () => this.#server.create(this.id, asked));
  }

  state({ reference }: ProviderPayment): Promise<StateOutcome> {
    return this.#call('state', () => this.#server.state(reference));
  }

  confirm({ reference }: ProviderPayment): Promise<StateOutcome> {
    return this.#call('confirm', () => this.#server.confirm(reference));
  }

  cancel({ reference }: ProviderPayment): Promise<StateOutcome> {
    return this.#call('withdraw', () => this.#server.withdraw(reference));
  }

  move(movement: ProviderMovement): Promise<MovementOutcome> {
    return this.#call('move', () => ({ status: 'REPLIED', reply: this.#server.move(movement) }));
  }

  callback({ body }: RawCallback, _now: number): CallbackOutcome {
    const { reference, amount, currency, orderId, says } = JSON.parse(Buffer.from(body).toString('utf8'));
    return { status: 'GENUINE', reference, says, money: { amount: BigInt(amount), currency, orderId } };
  }

  async #call<Answer>(name: string, server: () => Answer): Promise<Answer | UnansweredRequest> {
    const { chance, faults } = this.#world;
    await this.#process.turn(`before ${name} at the provider`, chance.below(3));
    if (faults.lost > 0 && chance.oneIn(NOT_SENT_ONE_IN)) {
      return { status: 'NOT_SENT' };
    }
    const answer = await this.#network.exchange(PROVIDER_ANSWER_MS_MAX, server);
    await this.#process.turn(`after ${name} at the provider`, 0);
    return answer ?? { status: 'NO_ANSWER' };
  }
}

/** The provider's callback about a payment, in its current state. */
export function callbackOf({ asked, money, standing }: ServerPayment): RawCallback {
  const { amount, currency, orderId } = money;
  const body = { reference: asked.reference, amount: amount.toString(), currency, orderId, says: standing };
  return { headers: {}, body: Buffer.from(JSON.stringify(body)) };
}
