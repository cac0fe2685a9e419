/**
 * The surroundings of authentication histories: two gateway processes on one store, each of which may die, with the
 * real 3DS Server, the sandbox's directory servers and ACS, and its acquirer, on real sockets. All clocks advance
 * together.
 */
import { expect, onTestFinished } from 'vitest';
import { acquirerAddress } from '../../../src/adapters/acquirers/acquirer-address.ts';
import { type AcquirerLink, openAcquirerLink } from '../../../src/adapters/acquirers/iso8583/link.ts';
import { openStore, type Store } from '../../../src/adapters/store/store.ts';
import type { ThreeDsServer } from '../../../src/adapters/three-ds-server/index.ts';
import type { Vault } from '../../../src/adapters/vault/vault.ts';
import { createGateway, type Gateway } from '../../../src/core/gateway.ts';
import type { Merchant } from '../../../src/core/merchant/merchant.ts';
import { authenticationWorker, receiveResult } from '../../../src/core/payer-authentication/index.ts';
import { type Acquirer, type AcquirerRequest, DEFAULT_ACQUIRER } from '../../../src/core/ports/index.ts';
import { recoveryWorker } from '../../../src/core/recovery/recovery.ts';
import { reversalWorker } from '../../../src/core/recovery/reversals.ts';
import { type AcquirerHost, startAcquirerHost } from '../../../src/sandbox/acquirer/host.ts';
import { type StartedThreeDS, startThreeDS } from '../../../src/sandbox/three-ds/start-three-ds.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { newUrl, onEnd } from '../../adapters/store/rig.ts';
import { world as parts } from '../world.ts';
import { Life } from './mortal.ts';
import { ORIGIN, PROFILE, pause, SCHEMES, takesResults, threeDSServerOf, vaultOf } from './rig.ts';

/** Less than the time that passes at the end of a history. */
const DECOUPLED_MINUTES = 10;

interface Surroundings {
  readonly log: ReturnType<typeof memoryLog>;
  readonly vault: Vault;
  readonly authenticator: ThreeDsServer;
  readonly now: () => number;
  /** Each request sent to the acquirer. */
  readonly sent: AcquirerRequest[];
}

/** One of the gateway's processes: it may die and be replaced by a new one. */
export class MortalProcess {
  readonly #store: Store;
  readonly #link: AcquirerLink;
  readonly #around: Surroundings;
  #life = new Life();
  #gateway: Gateway;
  #beginning: Promise<void> | undefined;

  constructor(store: Store, link: AcquirerLink, around: Surroundings) {
    this.#store = store;
    this.#link = link;
    this.#around = around;
    this.#gateway = this.#born();
  }

  get life(): Life {
    return this.#life;
  }

  get gateway(): Gateway {
    return this.#gateway;
  }

  /** The result of the work; undefined if the process dies first. */
  async does<T>(work: (gateway: Gateway) => Promise<T>): Promise<T | undefined> {
    return this.#life.isOver ? undefined : this.#life.during(work(this.#gateway));
  }

  /** Evicts the dead process and starts a new one. Concurrent calls share one restart. */
  restart(): Promise<void> {
    this.#beginning ??= this.#begin().finally(() => {
      this.#beginning = undefined;
    });
    return this.#beginning;
  }

  async #begin(): Promise<void> {
    await this.#life.end();
    const { processes } = this.#store;
    const { key } = processes;
    await processes.join({ isAlone: false });
    const dead = (await processes.others()).find((one) => one.key === key);
    expect(dead && (await processes.evict(dead))).toBe(true);
    this.#life = new Life();
    this.#gateway = this.#born();
  }

  /** One round of its workers; each continues while work is due. */
  async work(): Promise<void> {
    await this.does(async (gateway) => {
      const authentications = authenticationWorker(gateway, async () => true);
      for (const worker of [authentications, recoveryWorker(gateway), reversalWorker(gateway)]) {
        worker.wake();
        await worker.close();
      }
    });
  }

  #born(): Gateway {
    const { log, vault, authenticator, now, sent } = this.#around;
    const life = this.#life;
    const recording = new Proxy<Acquirer>(this.#link, {
      get: (target, name: keyof Acquirer) => {
        if (name === 'request') {
          return (request: AcquirerRequest) => {
            sent.push(request);
            return target.request(request);
          };
        }
        const member = target[name];
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const acquirer = life.of(recording, { atOnce: ['ready'] });
    const asking = new Proxy(authenticator, {
      get: (target, name: keyof ThreeDsServer) => {
        if (name === 'authenticate') {
          return (...given: Parameters<ThreeDsServer['authenticate']>) => {
            const asked = target.authenticate(...given);
            return asked.status === 'ASKED' ? { ...asked, send: () => life.waitFor(asked.send) } : asked;
          };
        }
        const member = target[name];
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const { gateway } = parts();
    return createGateway({
      ...gateway,
      log,
      clock: { now },
      // Waits end early, so that pollers poll at least as often as in production.
      pause: () => life.waitFor(() => pause(1)),
      orders: life.of(this.#store.orders, { atOnce: ['newKey'] }),
      acquirers: new Map([[DEFAULT_ACQUIRER, acquirer]]),
      sealer: vault,
      browser: { ...gateway.browser, publicOrigin: ORIGIN },
      payerAuthentication: {
        authenticator: asking,
        authentications: life.of(this.#store.authentications, { atOnce: ['newKey'] }),
        schemes: new Set(SCHEMES),
      },
    });
  }
}

export interface HistoryWorld {
  /** The store, independent of the processes' lives. */
  readonly store: Store;
  readonly processes: readonly [MortalProcess, MortalProcess];
  readonly sandbox: StartedThreeDS;
  readonly acquirer: AcquirerHost;
  readonly merchant: Merchant;
  /** Every request to the acquirer, from any process. */
  readonly sent: readonly AcquirerRequest[];
  readonly log: Surroundings['log'];
  /** Selects the process that a directory server reaches next. */
  resultsReach: (process: () => MortalProcess) => void;
  pass(ms: number): void;
}

export async function historyWorld(): Promise<HistoryWorld> {
  const url = await newUrl();
  const open = async (owner: boolean) => {
    const store = await openStore(url, { owner });
    onEnd(() => store.close());
    return store;
  };
  const [store, other] = [await open(true), await open(false)];
  await other.processes.join({ isAlone: false });
  const log = memoryLog();
  const sandbox = await startThreeDS({ log: memoryLog() });
  const acquirer = await startAcquirerHost({ host: '127.0.0.1', port: 0, speed: 1, memory: true, log: memoryLog() });
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  let reached: () => MortalProcess = () => processes[0];
  const results = await takesResults(async (body, scheme) => {
    const answer = await reached().does((gateway) => receiveResult(gateway, body, scheme));
    if (answer === undefined) {
      throw new Error('The process is dead.');
    }
    return answer;
  });
  const authenticator = await threeDSServerOf(sandbox, { resultsAt: results.origin, log, now });
  const vault = await vaultOf(store);
  const sent: AcquirerRequest[] = [];
  const links = [0, 1].map(() =>
    openAcquirerLink(acquirerAddress(`iso8583://127.0.0.1:${acquirer.port}`, 'iso8583'), { log: memoryLog() }),
  );
  await expect.poll(() => links.every((link) => link.ready())).toBe(true);
  const around = { log, vault, authenticator, now, sent };
  const [first, second] = links as [AcquirerLink, AcquirerLink];
  const processes = [new MortalProcess(store, first, around), new MortalProcess(other, second, around)] as const;
  const payerAuthentication = { ...PROFILE.payerAuthentication, decoupledMinutes: DECOUPLED_MINUTES };
  const merchant = await store.merchants.put({ id: 'SHOP', name: 'Shop', payerAuthentication }, now());
  onTestFinished(async () => {
    authenticator.close();
    await sandbox.close();
    results.close();
    await Promise.all(links.map((link) => link.close()));
    await acquirer.close();
    // No message of either side violated the simulator's message tables.
    expect(sandbox.threeDS.records.own).toEqual([]);
  });
  return {
    ...{ store, processes, sandbox, acquirer, merchant, sent, log },
    resultsReach(process) {
      reached = process;
    },
    pass(ms) {
      aheadMs += ms;
      sandbox.threeDS.setAhead(aheadMs);
    },
  };
}
