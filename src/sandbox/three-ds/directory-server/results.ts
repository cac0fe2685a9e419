/** Sends results to 3DS Servers: each RReq when it is due. Validates their answers. */
import type { IssuedCertificate } from '../../../platform/x509/index.ts';
import type { SandboxLog } from '../../kit/log.ts';
import { rreqOf } from '../acs/ending.ts';
import { faulty } from '../faults.ts';
import type { ThreeDSLedger } from '../ledger/ledger.ts';
import type { ResultRow, TransactionRow } from '../ledger/rows.ts';
import { erroOf } from '../messages/erro.ts';
import type { Message } from '../messages/table.ts';
import type { Records } from '../records.ts';
import { post } from './post.ts';

const IDS = ['threeDSServerTransID', 'acsTransID', 'dsTransID'] as const;
const TIMED_OUT = '402';
const NOT_REACHED = '405';

export interface ResultSender {
  readonly ca: string;
  readonly certificate: IssuedCertificate;
  /** Creates a certificate that a 3DS Server should not trust. */
  readonly foreign: () => IssuedCertificate;
}

/** The simulator whose results are sent. */
export interface ResultsOwner {
  readonly ledger: ThreeDSLedger;
  readonly records: Records;
  readonly log: SandboxLog;
  /** Milliseconds since 1970, by the simulator's clock. */
  readonly now: number;
  readonly isClosed: boolean;
  /** Called after each change, since callers may wait for it. */
  wake(): void;
}

export class Results {
  readonly #threeDS: ResultsOwner;
  readonly #sender: ResultSender;
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #waiting: (() => void)[] = [];

  constructor(threeDS: ResultsOwner, sender: ResultSender) {
    this.#threeDS = threeDS;
    this.#sender = sender;
  }

  /** Starts to send the due RReqs. */
  sendDue(): void {
    const { ledger, now } = this.#threeDS;
    for (const due of ledger.results.due('due_at', now)) {
      const result = ledger.results.change(due, { state: 'SENT', sent_at: now, due_at: null });
      const sending = this.#send(result)
        .catch((error: unknown) => this.#threeDS.log.error({ err: error }, 'A result was not told'))
        .finally(() => {
          this.#underWay.delete(sending);
          this.#sent(result);
        });
      this.#underWay.add(sending);
    }
  }

  /** Queues the RReqs again that an earlier process left without an answer. */
  resume(): void {
    const { ledger, now } = this.#threeDS;
    for (const row of ledger.results.all({ state: 'SENT', answer: null })) {
      ledger.results.change(row, { state: 'WAITING', due_at: now });
    }
  }

  /** Resolves when all RReqs of a transaction are sent and answered, or when `closing` aborts. */
  async waitForResults(dsTransId: string, closing: AbortSignal): Promise<void> {
    const { ledger } = this.#threeDS;
    const isLeft = () =>
      ledger.results.all({ ds_trans_id: dsTransId }).some(({ state }) => state === 'WAITING' || state === 'SENT');
    const released = () => this.#release();
    closing.addEventListener('abort', released);
    while (!closing.aborted && isLeft()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    closing.removeEventListener('abort', released);
  }

  /** Aborts RReqs in flight; the next process sends them again. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#underWay);
    this.#release();
  }

  async #send(result: ResultRow): Promise<void> {
    const { ledger, records } = this.#threeDS;
    const row = ledger.transactions.find({ id: result.ds_trans_id }) as TransactionRow;
    const { scheme } = row;
    const context = { deviceChannel: row.device_channel, messageCategory: row.message_category };
    const toDs = { from: 'ACS', to: 'directory server', scheme } as const;
    const { authenticationMethod: _kept, ...rreq } = records.send(
      'RReqToDs',
      rreqOf(row),
      toDs,
      this.#threeDS.now,
      context,
    );
    records.send('RReq', rreq, { from: 'directory server', to: '3DS Server', scheme }, this.#threeDS.now, context);
    const { ca, certificate, foreign } = this.#sender;
    const shown = result.fault === 'FORGED' ? foreign() : certificate;
    const text = result.fault === null ? JSON.stringify(rreq) : faulty(result.fault, rreq);
    try {
      const answer = await post(row.result_url, text, { ca, certificate: shown, closing: this.#closing.signal });
      this.#evaluate(result, row, answer);
    } catch (error) {
      if (this.#closing.signal.aborted) {
        return;
      }
      const { name, message } = error as Error;
      const code = name === 'TimeoutError' || name === 'AbortError' ? TIMED_OUT : NOT_REACHED;
      const erro = erroOf('D', { code, detail: message || name }, rreq);
      const back = { from: 'directory server', to: 'ACS', scheme } as const;
      records.send('Erro', erro, back, this.#threeDS.now);
      ledger.results.change(result, { state: 'UNANSWERED', answer: message || name });
    }
  }

  #evaluate(result: ResultRow, row: TransactionRow, answer: string): void {
    const { ledger, records, now } = this.#threeDS;
    const context = { deviceChannel: row.device_channel, messageCategory: row.message_category };
    const way = { from: '3DS Server', to: 'directory server', scheme: row.scheme } as const;
    const { message, fault } = records.take(answer, ['RRes', 'Erro'], way, now, context);
    const other = fault === undefined ? otherIds(message, row) : [];
    if (other.length > 0) {
      records.refuse(message, `301: ${other.join(',')}`);
    }
    const isAnswered = fault === undefined && message.messageType === 'RRes' && other.length === 0;
    ledger.results.change(result, {
      state: isAnswered ? 'ANSWERED' : 'REFUSED',
      answer: fault === undefined ? JSON.stringify(message) : `${fault.code}: ${fault.detail}`,
    });
  }

  #sent({ fault }: ResultRow): void {
    const { ledger, now } = this.#threeDS;
    if (!this.#threeDS.isClosed && fault !== 'REORDERED') {
      for (const held of ledger.results.all({ state: 'WAITING', fault: 'REORDERED' })) {
        ledger.results.change(held, { due_at: now });
      }
    }
    this.#release();
    this.#threeDS.wake();
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) {
      resolve();
    }
  }
}

function otherIds(message: Message, row: TransactionRow): string[] {
  const wanted: Readonly<Record<string, string>> = {
    threeDSServerTransID: row.three_ds_server_trans_id,
    acsTransID: row.acs_trans_id,
    dsTransID: row.id,
  };
  return message.messageType === 'RRes' ? IDS.filter((name) => message[name] !== wanted[name]) : [];
}
