/** Every message that comes or goes: judged by its table, kept in the ledger, and listed where it is wrong. */
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../log.ts';
import { newId } from './ids.ts';
import type { ThreeDSLedger } from './ledger/ledger.ts';
import type { Component } from './ledger/rows.ts';
import { problemsOf, type Read, readMessage, type TableName } from './messages/read.ts';
import type { Context, Message } from './messages/table.ts';

/** Longer ones are not kept whole: a list of card ranges may have megabytes. */
const KEPT_CHARACTERS_MAX = 100_000;
const UUID_CHARACTERS = 36;
const FIRST_DIGITS = 6;
const LAST_DIGITS = 4;

export interface Way {
  readonly from: Component;
  readonly to: Component;
  readonly scheme?: string | undefined;
}

export class Records {
  /** Messages of the stand-in that are not as its tables say: each is a fault of its own. */
  readonly own: Violation[] = [];
  /** Messages that came and earned an error. */
  readonly received: Violation[] = [];
  /** What a 3DS Server says of itself and did not do: well-formed, and answered all the same. */
  readonly conduct: Violation[] = [];
  /** Elements of messages that came which no table names; nobody minds them. */
  readonly unknownElements: Violation[] = [];
  readonly #ledger: ThreeDSLedger;
  readonly #log: SandboxLog;

  constructor(ledger: ThreeDSLedger, log: SandboxLog) {
    this.#ledger = ledger;
    this.#log = log;
  }

  /** A message that came from outside. @param names the tables of those that are taken */
  take(text: string, names: readonly TableName[], way: Way, now: number, context?: Context): Read {
    const read = readMessage(text, names, context);
    const { message, fault, unknown } = read;
    const of = String(message.messageType ?? 'unreadable');
    const problem = fault && `${fault.code}: ${fault.detail}`;
    keepViolation(this.received, { of, problems: problem === undefined ? [] : [problem] });
    keepViolation(this.unknownElements, { of, problems: [...unknown] });
    this.#keep(message, way, now, problem);
    return read;
  }

  /** A message of ours. */
  send(name: TableName, message: Message, way: Way, now: number, context?: Context): Message {
    const problems = problemsOf(name, message, context);
    const violation = { of: name, problems };
    if (keepViolation(this.own, violation)) {
      this.#log.error(violation, 'The sandbox’s 3-D Secure said what its tables do not');
    }
    this.#keep(message, way, now, problems[0]);
    return message;
  }

  /** What came was well-formed, and yet no good. */
  refuse(message: Message, problem: string): void {
    keepViolation(this.received, { of: String(message.messageType), problems: [problem] });
  }

  /** It is answered all the same. */
  doubt(message: Message, problem: string): void {
    keepViolation(this.conduct, { of: String(message.messageType), problems: [problem] });
  }

  clear(): void {
    this.own.length = 0;
    this.conduct.length = 0;
    this.received.length = 0;
    this.unknownElements.length = 0;
  }

  #keep(message: Message, { from, to, scheme }: Way, at: number, problem: string | undefined): void {
    const text = JSON.stringify(masked(message));
    const { threeDSServerTransID } = message;
    const id = typeof threeDSServerTransID === 'string' ? threeDSServerTransID.slice(0, UUID_CHARACTERS) : null;
    this.#ledger.messages.add({
      id: newId(),
      type: String(message.messageType ?? ''),
      sender: from,
      receiver: to,
      scheme: scheme ?? null,
      three_ds_server_trans_id: id,
      message: text.length > KEPT_CHARACTERS_MAX ? null : text,
      problem: problem ?? null,
      at,
    });
  }
}

/** First six digits and last four. */
export function maskedNumber(number: string): string {
  const hidden = Math.max(0, number.length - FIRST_DIGITS - LAST_DIGITS);
  return number.slice(0, FIRST_DIGITS) + 'x'.repeat(hidden) + number.slice(-LAST_DIGITS);
}

function masked(message: Message): Message {
  const { acctNumber } = message;
  return acctNumber === undefined ? message : { ...message, acctNumber: maskedNumber(String(acctNumber)) };
}
