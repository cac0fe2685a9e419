/**
 * Processes a message: updates the ledger and makes the answer. The caller commits, and only then sends the answers.
 */

import {
  ANSWER_MTI,
  Iso8583Error,
  type IsoMessage,
  MTI,
  RESPONSE,
} from '../../adapters/acquirers/iso8583/message/index.ts';
import { answerTo, storedAnswer } from './acquirer-answers.ts';
import type { Ledger } from './acquirer-ledger.ts';
import type { LedgerRow } from './acquirer-ledger-rows.ts';
import { authenticationFact, type VerifyAuthentication } from './authentication.ts';
import { balanceAnswer, isBalanceInquiry } from './balance-inquiry.ts';
import { decideMovement } from './decision.ts';
import { isVoid, messageTrace, originalTraceOf, type RequestedMovement, readMovement } from './movement.ts';
import { networkDataOf } from './network-data.ts';
import { REFUSAL } from './outcomes.ts';

export interface HostCounters {
  /** Requests and advices with a known trace and the same contents, answered from the ledger. */
  duplicates: number;
  /** Requests and advices with a known trace and other contents, refused. */
  conflicts: number;
  formatErrors: number;
}

export class Processor {
  readonly counters: HostCounters = { duplicates: 0, conflicts: 0, formatErrors: 0 };
  readonly #ledger: Ledger;
  readonly #speed: number;
  readonly #verify: VerifyAuthentication;

  /**
   * @param speed divides the duration of a pending movement.
   * @param verify verifies authentications at the ACS; by default all are unknown
   */
  constructor(ledger: Ledger, speed: number, verify: VerifyAuthentication = () => undefined) {
    this.#ledger = ledger;
    this.#speed = speed;
    this.#verify = verify;
  }

  /**
   * Returns the answer to a message; undefined if no answer is sent.
   *
   * @throws the ledger's errors; then no message of the current commit may be answered
   */
  handle(message: IsoMessage, now: number): IsoMessage | undefined {
    try {
      return this.#handle(message, now);
    } catch (error) {
      if (!(error instanceof Iso8583Error)) {
        throw error;
      }
      this.counters.formatErrors += 1;
      return answerTo(message, RESPONSE.formatError);
    }
  }

  #handle(message: IsoMessage, now: number): IsoMessage | undefined {
    if (isBalanceInquiry(message)) {
      return balanceAnswer(message, this.#ledger);
    }
    switch (message.mti) {
      case MTI.authorization:
      case MTI.financial:
      case MTI.financialAdvice:
      case MTI.financialAdviceRepeat:
        return this.#move(message, now);
      case MTI.reversalAdvice:
      case MTI.reversalAdviceRepeat:
        return isVoid(message) ? this.#move(message, now) : this.#reverse(message, now);
      case MTI.inquiry:
        return this.#inquire(message, now);
      default:
        return undefined;
    }
  }

  #move(message: IsoMessage, now: number): IsoMessage | undefined {
    const movement = readMovement(message);
    if (movement === undefined) {
      return answerTo(message, REFUSAL.invalidTransaction);
    }
    const ledger = this.#ledger;
    const authentication = authenticationFact(movement, this.#verify);
    const facts = { ...ledger.factsOf(movement, now), authentication };
    const { original } = facts;
    const decision = decideMovement(movement, facts);
    const networkData = networkDataOf(movement, decision, original?.hasNetwork === true);
    if (!ledger.record(movement, { decision, facts, networkData, speed: this.#speed })) {
      return this.#moveAgain(message, movement, now);
    }
    if (movement.kind === 'VOID' && decision.state === 'APPROVED' && original !== undefined) {
      ledger.undo(original.id);
    }
    return storedAnswer(message, ledger.find(movement.trace) as LedgerRow);
  }

  /** Answers a message with a used trace: of the same message, of another one, or of a reversal that arrived first. */
  #moveAgain(message: IsoMessage, movement: RequestedMovement, now: number): IsoMessage | undefined {
    const row = this.#ledger.find(movement.trace) as LedgerRow;
    if (row.kind === null) {
      this.#ledger.recordRefused(movement, RESPONSE.noActionTaken, now);
      return answerTo(message, RESPONSE.noActionTaken);
    }
    if (!isSameMovement(row, movement)) {
      this.counters.conflicts += 1;
      return answerTo(message, RESPONSE.duplicateTransmission);
    }
    this.counters.duplicates += 1;
    return row.state === 'REVERSED' ? answerTo(message, RESPONSE.noActionTaken) : storedAnswer(message, row);
  }

  /** Acknowledges every reversal, even of an unknown movement, because the gateway repeats an unanswered one. */
  #reverse(message: IsoMessage, now: number): IsoMessage {
    this.#ledger.reverse(originalTraceOf(message.fields), now);
    return answerTo(message, RESPONSE.approved);
  }

  #inquire(message: IsoMessage, now: number): IsoMessage {
    const row = this.#ledger.find(originalTraceOf(message.fields));
    if (row === undefined || row.kind === null) {
      return answerTo(message, RESPONSE.unknownOriginal);
    }
    if (row.state === 'REVERSED') {
      return answerTo(message, REFUSAL.reversed);
    }
    const hasSettled = row.settles_at !== null && now >= row.settles_at;
    return answerTo(message, hasSettled ? RESPONSE.approved : row.response_code, row);
  }
}

function isSameMovement(row: LedgerRow, movement: RequestedMovement): boolean {
  return (
    row.kind === movement.kind &&
    row.reference === movement.reference &&
    row.merchant === movement.merchant &&
    row.order_id === movement.order &&
    row.transaction_id === movement.transaction &&
    BigInt(row.amount) === movement.amount &&
    row.currency === movement.currency.code &&
    row.original === (movement.original ?? null)
  );
}

/** Whether faults apply: to movements and reversals, but not to inquiries, balance inquiries, echoes or sign-ons. */
export function isFinancial(message: IsoMessage): boolean {
  return message.mti !== MTI.inquiry && !isBalanceInquiry(message) && message.mti !== MTI.networkManagement;
}

/**
 * @throws {Iso8583Error} for a message of an unknown type, or without the fields that identify it: it cannot be
 *   answered.
 */
export function assertAnswerable(message: IsoMessage): void {
  messageTrace(message.fields);
  if (ANSWER_MTI[message.mti] === undefined) {
    throw new Iso8583Error('MESSAGE_TYPE');
  }
}
