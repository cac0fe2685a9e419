/**
 * The shop of a history: starts an authentication, queries it and pays, at any process and any number of times, and
 * records the answers.
 */
import { randomUUID } from 'node:crypto';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import type { Gateway } from '../../../src/core/gateway.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import {
  type AuthenticationCall,
  authenticatePayer,
  type BrowserStep,
  initiateAuthentication,
  type PayerAuthenticationAnswer,
  type ShownAuthentication,
} from '../../../src/core/payer-authentication/index.ts';
import type { AuthenticationResult, StoredTransaction } from '../../../src/core/ports/index.ts';
import type { SeededRandom } from '../../support/random.ts';
import type { HistoryWorld, MortalProcess } from './history-world.ts';
import { card, initiation, OUTCOMES, read, request } from './rig.ts';

/** The id of the history's authentication. */
export const ID = 'auth';

/** Expiries, weighted so that each outcome occurs often enough. */
const EXPIRIES: readonly (keyof typeof OUTCOMES)[] = [
  ...([
    'CHALLENGED',
    'CHALLENGED',
    'CHALLENGED',
    'CHALLENGED',
    'CHALLENGED',
    'AUTHENTICATED',
    'AUTHENTICATED',
    'DECOUPLED',
    'DECOUPLED',
    'DECOUPLED',
  ] as const),
  ...(['ATTEMPTED', 'FAILED', 'UNAVAILABLE', 'REJECTED', 'EXEMPT'] as const),
];

export interface ShopRecords {
  /** Every reported end of the authentication, in order. */
  readonly ends: AuthenticationResult[];
  /** Every reported state of each payment, by its id. */
  readonly payments: Map<string, StoredTransaction[]>;
}

export const drawn = <T>(random: SeededRandom, items: readonly T[]): T => items[random.between(0, items.length)] as T;
export const oneIn = (random: SeededRandom, count: number): boolean => random.between(0, count) === 0;

export class HistoryShop {
  readonly orderId = `ORDER-${randomUUID()}`;
  readonly records: ShopRecords = { ends: [], payments: new Map() };
  protected readonly world: HistoryWorld;
  protected readonly random: SeededRandom;
  protected readonly count: (what: string) => void;
  protected readonly expiry: (typeof OUTCOMES)[keyof typeof OUTCOMES];
  /** As last reported. */
  protected shown: ShownAuthentication | undefined;
  protected step: BrowserStep | undefined;
  protected challenge: BrowserStep | undefined;

  constructor(world: HistoryWorld, random: SeededRandom, count: (what: string) => void) {
    this.world = world;
    this.random = random;
    this.count = count;
    this.expiry = OUTCOMES[drawn(random, EXPIRIES)];
  }

  anyProcess(): MortalProcess {
    return drawn(this.random, this.world.processes);
  }

  protected async initiates(process: MortalProcess): Promise<void> {
    this.count('initiate');
    await this.hear(process, (gateway) =>
      initiateAuthentication(gateway, this.call('INITIATE_AUTHENTICATION', initiation(card(this.expiry)))),
    );
  }

  protected async authenticates(process: MortalProcess): Promise<void> {
    this.count('AReq');
    await this.hear(process, (gateway) =>
      authenticatePayer(gateway, this.call('AUTHENTICATE_PAYER', request(card(this.expiry)))),
    );
  }

  protected async hear(
    process: MortalProcess,
    ask: (gateway: Gateway) => Promise<PayerAuthenticationAnswer>,
  ): Promise<void> {
    const answer = await answered(process, ask);
    if (answer?.kind === 'DONE') {
      this.record(answer.shown);
      this.step = answer.step;
      this.challenge = answer.step?.kind === 'CHALLENGE' ? answer.step : this.challenge;
    }
  }

  protected async pays(process: MortalProcess, transactionId: string): Promise<void> {
    this.count('payment');
    const body = {
      authentication: { transactionId: ID },
      order: { amount: '12.00', currency: 'EUR' },
      ...card(this.expiry),
    };
    const { merchant } = this.world;
    const result = await answered(process, (gateway) =>
      execute(gateway, {
        ...{ merchant, orderId: this.orderId, transactionId, version: 100, values: read(body) },
        ...{ operation: 'PAY', entryPoint: 'WEB_SERVICES_API' },
      }),
    );
    if (result?.kind === 'DONE') {
      const { payments } = this.records;
      payments.set(transactionId, [...(payments.get(transactionId) ?? []), result.transaction]);
    }
  }

  protected async by(work: Parameters<MortalProcess['does']>[0]): Promise<void> {
    const shown = await this.anyProcess().does(work);
    if (typeof shown === 'object' && shown !== null && 'view' in shown) {
      this.record(shown as ShownAuthentication);
    }
  }

  protected record(shown: ShownAuthentication): void {
    this.shown = shown;
    if (shown.view.result !== undefined) {
      this.records.ends.push(shown.view.result);
    }
  }

  /** At one process, twice, or at several at once. */
  protected async some(work: (process: MortalProcess) => Promise<void>): Promise<void> {
    const times = drawn(this.random, [1, 1, 2, 3]);
    await Promise.all(Array.from({ length: times }, () => work(this.anyProcess())));
  }

  protected call<Operation extends AuthenticationCall['operation']>(
    operation: Operation,
    body: Record<string, unknown>,
  ) {
    const { merchant } = this.world;
    return {
      ...{ merchant, orderId: this.orderId, transactionId: ID, version: 100, values: read(body), operation },
      entryPoint: 'WEB_SERVICES_API' as const,
    };
  }
}

/** @returns undefined if the request was refused or not answered */
function answered<T>(process: MortalProcess, ask: (gateway: Gateway) => Promise<T>) {
  return process.does(ask).catch((error: unknown) => {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    return undefined;
  });
}
