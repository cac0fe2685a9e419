/**
 * Records of all messages, received or sent: each is validated by its table and stored in the ledger, and violations
 * are listed.
 */
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../kit/log.ts';
import { newId } from './ids.ts';
import type { ThreeDSLedger } from './ledger/ledger.ts';
import type { Component } from './ledger/rows.ts';
import { problemsOf, type ReadResult, readMessage, type TableName } from './messages/read.ts';
import type { Message, MessageContext } from './messages/table.ts';

/** Longer messages are not stored, since a list of card ranges may have megabytes. */
const KEPT_CHARACTERS_MAX = 100_000;
const UUID_CHARACTERS = 36;
const FIRST_DIGITS = 6;
const LAST_DIGITS = 4;

export interface MessageRoute {
  readonly from: Component;
  readonly to: Component;
  readonly scheme?: string | undefined;
}

export class Records {
  /** The simulator's messages that violate their tables. Each is a fault of the simulator. */
  readonly own: Violation[] = [];
  /** Received messages that were answered with an error. */
  readonly received: Violation[] = [];
  /** Claims of a 3DS Server that do not match its conduct. The messages are well-formed, and accepted. */
  readonly conduct: Violation[] = [];
  /** Undefined elements of received messages, which are accepted. */
  readonly unknownElements: Violation[] = [];
  readonly #ledger: ThreeDSLedger;
  readonly #log: SandboxLog;

  constructor(ledger: ThreeDSLedger, log: SandboxLog) {
    this.#ledger = ledger;
    this.#log = log;
  }

  /** Records a received message. @param names the tables of the accepted messages */
  take(
    text: string,
    names: readonly TableName[],
    way: MessageRoute,
    now: number,
    context?: MessageContext,
  ): ReadResult {
    const read = readMessage(text, names, context);
    const { message, fault, unknown } = read;
    const of = String(message.messageType ?? 'unreadable');
    const problem = fault && `${fault.code}: ${fault.detail}`;
    keepViolation(this.received, { of, problems: problem === undefined ? [] : [problem] });
    keepViolation(this.unknownElements, { of, problems: [...unknown] });
    this.#keep(message, way, now, problem);
    return read;
  }

  /** Records a message to be sent. */
  send(name: TableName, message: Message, way: MessageRoute, now: number, context?: MessageContext): Message {
    const problems = problemsOf(name, message, context);
    const violation = { of: name, problems };
    if (keepViolation(this.own, violation)) {
      this.#log.error(violation, 'The sandbox’s 3-D Secure said what its tables do not');
    }
    this.#keep(message, way, now, problems[0]);
    return message;
  }

  /** Records that a well-formed message was refused. */
  refuse(message: Message, problem: string): void {
    keepViolation(this.received, { of: String(message.messageType), problems: [problem] });
  }

  /** Records a doubt about an accepted message. */
  doubt(message: Message, problem: string): void {
    keepViolation(this.conduct, { of: String(message.messageType), problems: [problem] });
  }

  clear(): void {
    this.own.length = 0;
    this.conduct.length = 0;
    this.received.length = 0;
    this.unknownElements.length = 0;
  }

  #keep(message: Message, { from, to, scheme }: MessageRoute, at: number, problem: string | undefined): void {
    const text = JSON.stringify(maskMessage(message));
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

/** Shows the first six and the last four digits. */
export function maskCardNumber(number: string): string {
  const hidden = Math.max(0, number.length - FIRST_DIGITS - LAST_DIGITS);
  return number.slice(0, FIRST_DIGITS) + 'x'.repeat(hidden) + number.slice(-LAST_DIGITS);
}

function maskMessage(message: Message): Message {
  const { acctNumber } = message;
  return acctNumber === undefined ? message : { ...message, acctNumber: maskCardNumber(String(acctNumber)) };
}
