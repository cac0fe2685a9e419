/**
 * One history of an authentication and its payments: shops, browsers, banks, clocks and crashes in an order given by a
 * seed, often several at once. At the end the shop continues, and all time passes.
 */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../../../src/contract/durations.ts';
import {
  authenticationState,
  challengeCameBack,
  methodCameBack,
  receiveResult,
} from '../../../src/core/payer-authentication/index.ts';
import { answerInBankApp } from '../../../src/sandbox/three-ds/acs/challenge.ts';
import { planResult } from '../../../src/sandbox/three-ds/acs/ending.ts';
import type { FaultedMessage, ThreeDSFaultMode } from '../../../src/sandbox/three-ds/faults.ts';
import type { TransactionRow } from '../../../src/sandbox/three-ds/ledger/rows.ts';
import type { SeededRandom } from '../../support/random.ts';
import { drawn, HistoryShop, oneIn, type ShopRecords } from './history-shop.ts';
import type { HistoryWorld } from './history-world.ts';
import { challenged, submit } from './rig.ts';

const RREQ_FAULTS: readonly ThreeDSFaultMode[] = [
  'LOST',
  'DOUBLED',
  'AFTER_CRES',
  'REORDERED',
  'GARBAGE',
  'OTHER_TRANSACTION',
];
const ARES_FAULTS: readonly ThreeDSFaultMode[] = ['LOST', 'AWAY', 'LATE', 'GARBAGE', 'INTERNAL_ERROR'];
/** The longest delay of a late result: the clock brings it. */
const LATE_RREQ_MS_MAX = 120 * SECOND_MS;
const LATE_ARES_MS = 20;

export interface History {
  readonly orderId: string;
  readonly records: ShopRecords;
}

/** @param count counts each event by name */
export async function happen(
  world: HistoryWorld,
  random: SeededRandom,
  count: (what: string) => void,
): Promise<History> {
  const actors = new Actors(world, random, count);
  const kinds = Object.keys(WEIGHTS).flatMap((kind) =>
    Array.from({ length: WEIGHTS[kind as Kind] }, () => kind as Kind),
  );
  world.resultsReach(() => actors.anyProcess());
  const underWay: Promise<void>[] = [];
  const steps: Kind[] = [
    ...BEGINNING,
    ...Array.from({ length: random.between(4, STEPS_MAX) }, () => drawn(random, kinds)),
  ];
  for (const kind of steps) {
    if (kind === 'time') {
      // No step takes minutes: steps under way end before the clock advances that far.
      await Promise.all(underWay);
      await actors.sendResults();
    }
    const step = actors[kind]();
    underWay.push(step);
    if (!oneIn(random, 3)) {
      await step;
    }
  }
  await Promise.all(underWay);
  await actors.end();
  return { orderId: actors.orderId, records: actors.records };
}

const STEPS_MAX = 16;
const BEGINNING: readonly Kind[] = ['initiate', 'authenticate'];

/** Relative frequency, of 35. */
const WEIGHTS = {
  initiate: 2,
  method: 2,
  authenticate: 3,
  atBank: 5,
  inApp: 3,
  home: 3,
  forgedHome: 1,
  forgedResult: 1,
  resultAgain: 2,
  time: 3,
  work: 2,
  death: 4,
  payment: 4,
} as const;
type Kind = keyof typeof WEIGHTS;

/** The shop, with browsers, banks, clocks and crashes. */
class Actors extends HistoryShop implements Readonly<Record<Kind, () => Promise<void>>> {
  #home: { readonly state: string; readonly cres: string } | undefined;

  async initiate(): Promise<void> {
    await this.some((process) => this.initiates(process));
  }

  async authenticate(): Promise<void> {
    if (oneIn(this.random, 6)) {
      const mode = drawn(this.random, ARES_FAULTS);
      this.#fault('ARes', mode, LATE_ARES_MS);
    }
    await this.some((process) => this.authenticates(process));
  }

  /** The 3DS method page, and its return. */
  async method(): Promise<void> {
    const step = this.step;
    if (step?.kind !== 'METHOD' || this.shown === undefined) {
      return;
    }
    const page = await submit(step.url, { threeDSMethodData: step.data });
    const state = /\/checkout\/authentication\/([^/]+)\/method$/.exec(page.action)?.[1] ?? '';
    this.count('method');
    await this.by((gateway) => methodCameBack(gateway, state, page.fields.threeDSMethodData ?? ''));
  }

  async atBank(): Promise<void> {
    const [step, shown] = [this.challenge, this.shown];
    if (step?.kind !== 'CHALLENGE' || shown?.view.identity === undefined) {
      return;
    }
    if (oneIn(this.random, 2)) {
      const mode = drawn(this.random, RREQ_FAULTS);
      // For any other result the browser waits at the bank.
      const isLate = mode === 'AFTER_CRES' || mode === 'REORDERED';
      this.#fault('RReq', mode, isLate ? this.random.between(SECOND_MS, LATE_RREQ_MS_MAX) : 0);
    }
    this.count('at the bank');
    const choice = drawn(this.random, ['SUBMIT', 'SUBMIT', 'SUBMIT', 'CANCEL', 'WRONG'] as const);
    const { state, cres } = await challenged({ step, shown }, choice);
    if (cres !== '') {
      this.#home = { state, cres };
    }
  }

  /** The customer answers in the bank's app (decoupled authentication). */
  async inApp(): Promise<void> {
    const row = this.#bankRow();
    if (row?.state !== 'DECOUPLED') {
      return;
    }
    if (oneIn(this.random, 2)) {
      const mode = drawn(this.random, RREQ_FAULTS);
      const isLate = mode === 'AFTER_CRES' || mode === 'REORDERED';
      this.#fault('RReq', mode, isLate ? this.random.between(SECOND_MS, LATE_RREQ_MS_MAX) : 0);
    }
    this.count('in the app');
    const isAgreed = !oneIn(this.random, 3);
    this.world.sandbox.threeDS.change((work) => answerInBankApp(work, row, isAgreed));
  }

  async home(): Promise<void> {
    if (this.#home !== undefined) {
      const { state, cres } = this.#home;
      this.count('CRes');
      await this.some(() => this.by((gateway) => challengeCameBack(gateway, state, cres)));
    }
  }

  /** A browser returns with forged proof of authentication, made of all that a browser can know. */
  async forgedHome(): Promise<void> {
    const shown = this.shown;
    const identity = shown?.view.identity;
    if (shown === undefined || identity === undefined) {
      return;
    }
    const { threeDSServerTransID, version } = shown.view;
    const ids = { threeDSServerTransID, acsTransID: identity.acsTransID };
    const cres = { messageType: 'CRes', messageVersion: version, ...ids, transStatus: 'Y' };
    this.count('forged CRes');
    const { gateway } = this.anyProcess();
    const state = authenticationState(gateway, shown.authentication);
    await this.by((one) => challengeCameBack(one, state, Buffer.from(JSON.stringify(cres)).toString('base64url')));
  }

  /** A result from another card's directory server, or for an unknown transaction. */
  async forgedResult(): Promise<void> {
    const view = this.shown?.view;
    if (view?.identity === undefined) {
      return;
    }
    const isStranger = oneIn(this.random, 2);
    const rreq = {
      messageType: 'RReq',
      ...{ messageVersion: view.version, messageCategory: '01' },
      threeDSServerTransID: view.threeDSServerTransID,
      acsTransID: isStranger ? randomUUID() : view.identity.acsTransID,
      dsTransID: view.identity.dsTransID,
      ...{ transStatus: 'Y', eci: '02', authenticationValue: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=' },
      ...{ authenticationType: '02', interactionCounter: '01' },
    };
    this.count('forged RReq');
    const body = Buffer.from(JSON.stringify(rreq));
    await this.by((gateway) => receiveResult(gateway, body, isStranger ? 'MASTERCARD' : 'VISA'));
  }

  /** A repeat by a directory server that did not receive the acknowledgement. */
  async resultAgain(): Promise<void> {
    const row = this.#bankRow();
    if (row?.state === 'ENDED') {
      this.count('RReq again');
      this.world.sandbox.threeDS.change((work) => planResult(work, row));
    }
  }

  async time(): Promise<void> {
    const most = drawn(this.random, [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 15 * MINUTE_MS]);
    this.world.pass(this.random.between(SECOND_MS, most));
  }

  async work(): Promise<void> {
    await this.anyProcess().work();
  }

  /** The process dies after some calls; its replacement starts at once or later. */
  async death(): Promise<void> {
    const process = this.anyProcess();
    if (process.life.isOver) {
      await process.restart();
    } else {
      this.count('death');
      process.life.endsAfter(this.random.between(0, DEATH_CALLS_MAX), oneIn(this.random, 2));
    }
  }

  async payment(): Promise<void> {
    await this.some((process) => this.pays(process, drawn(this.random, ['1', '2'])));
  }

  /** The shop repeats until answered; then all time passes, and it tries to pay once more. */
  async end(): Promise<void> {
    const { sandbox, processes } = this.world;
    sandbox.threeDS.faults.set({ mode: 'NONE' });
    for (const process of processes) {
      await process.restart();
    }
    const [one, other] = processes;
    await this.initiates(one);
    await this.authenticates(other);
    if (oneIn(this.random, 2)) {
      await this.atBank();
      await this.home();
      await this.inApp();
    }
    for (const ms of [20 * SECOND_MS, 2 * MINUTE_MS, 12 * MINUTE_MS, 60 * MINUTE_MS]) {
      this.world.pass(ms);
      await this.sendResults();
      await one.work();
      await other.work();
    }
    await Promise.all(processes.map((process) => this.initiates(process)));
    await Promise.all(processes.map((process) => this.authenticates(process)));
    await Promise.all(processes.flatMap((process) => ['1', '2', '3'].map((id) => this.pays(process, id))));
    await Promise.all(['1', '2', '3'].map((id) => this.pays(one, id)));
    await one.work();
  }

  #fault(message: FaultedMessage, mode: ThreeDSFaultMode, delayMs: number): void {
    this.count(`${message} ${mode}`);
    this.world.sandbox.threeDS.faults.set({ mode, message, delayMs, count: 1 });
  }

  #bankRow(): TransactionRow | undefined {
    const id = this.shown?.view.threeDSServerTransID;
    const { transactions } = this.world.sandbox.threeDS.ledger;
    return id === undefined ? undefined : transactions.find({ three_ds_server_trans_id: id });
  }

  /** Waits until each result that a directory server is sending has been received or lost. */
  async sendResults(): Promise<void> {
    const { threeDS } = this.world.sandbox;
    const row = this.#bankRow();
    const isLeft = () =>
      threeDS.ledger.results
        .all({ ds_trans_id: row?.id ?? '' })
        .some(({ state, due_at }) => state === 'SENT' || (state === 'WAITING' && (due_at ?? 0) <= threeDS.now));
    while (row !== undefined && isLeft()) {
      await threeDS.results.waitForResults(row.id, AbortSignal.timeout(LATE_ARES_MS));
    }
  }
}

const DEATH_CALLS_MAX = 12;
