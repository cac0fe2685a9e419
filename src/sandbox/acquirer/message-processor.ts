/**
 * What the host does with a message: writes the ledger, and makes the answer. Answers leave only after the ledger's
 * commit, which the caller owns.
 */

import type { IsoMessage } from '../../acquirer/iso8583/fields.ts';
import { Iso8583Error } from '../../acquirer/iso8583/iso8583-error.ts';
import { ANSWER_MTI, MTI, RESPONSE } from '../../acquirer/iso8583/message-types.ts';
import { answer, storedAnswer } from './acquirer-answers.ts';
import type { Ledger } from './acquirer-ledger.ts';
import type { LedgerRow } from './acquirer-ledger-rows.ts';
import { decide } from './decision.ts';
import { isVoid, messageTrace, originalTraceOf, type RequestedMovement, readMovement } from './movement.ts';
import { networkDataOf } from './network-data.ts';
import { REFUSAL } from './outcomes.ts';

export interface HostCounters {
  /** Requests and advices whose trace had been seen with the same contents, answered from the ledger. */
  duplicates: number;
  /** Those whose trace had been seen with other contents, refused. */
  conflicts: number;
  formatErrors: number;
}

export class Processor {
  readonly counters: HostCounters = { duplicates: 0, conflicts: 0, formatErrors: 0 };
  readonly #ledger: Ledger;
  readonly #speed: number;

  /** @param speed divides the time that a pending movement takes. */
  constructor(ledger: Ledger, speed: number) {
    this.#ledger = ledger;
    this.#speed = speed;
  }

  /**
   * The answer, or undefined where none is to be sent.
   *
   * @throws whatever the ledger throws; then nothing of the commit under way may be answered.
   */
  handle(message: IsoMessage, now: number): IsoMessage | undefined {
    try {
      return this.#handle(message, now);
    } catch (error) {
      if (!(error instanceof Iso8583Error)) {
        throw error;
      }
      this.counters.formatErrors += 1;
      return answer(message, RESPONSE.formatError);
    }
  }

  #handle(message: IsoMessage, now: number): IsoMessage | undefined {
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
      return answer(message, REFUSAL.invalidTransaction);
    }
    const ledger = this.#ledger;
    const facts = ledger.factsOf(movement, now);
    const { original } = facts;
    const decision = decide(movement, facts);
    const networkData = networkDataOf(movement, decision, original?.hasNetwork === true);
    if (!ledger.record(movement, { decision, facts, networkData, speed: this.#speed })) {
      return this.#moveAgain(message, movement, now);
    }
    if (movement.kind === 'VOID' && decision.state === 'APPROVED' && original !== undefined) {
      ledger.undo(original.id);
    }
    return storedAnswer(message, ledger.find(movement.trace) as LedgerRow);
  }

  /** The trace is taken: by the same message, by another one, or by a reversal that overtook this one. */
  #moveAgain(message: IsoMessage, movement: RequestedMovement, now: number): IsoMessage | undefined {
    const row = this.#ledger.find(movement.trace) as LedgerRow;
    if (row.kind === null) {
      this.#ledger.recordRefused(movement, RESPONSE.noActionTaken, now);
      return answer(message, RESPONSE.noActionTaken);
    }
    if (!isSameMovement(row, movement)) {
      this.counters.conflicts += 1;
      return answer(message, RESPONSE.duplicateTransmission);
    }
    this.counters.duplicates += 1;
    return row.state === 'REVERSED' ? answer(message, RESPONSE.noActionTaken) : storedAnswer(message, row);
  }

  /** Acknowledged whatever it names: it is repeated until it is. */
  #reverse(message: IsoMessage, now: number): IsoMessage {
    this.#ledger.reverse(originalTraceOf(message.fields), now);
    return answer(message, RESPONSE.approved);
  }

  #inquire(message: IsoMessage, now: number): IsoMessage {
    const row = this.#ledger.find(originalTraceOf(message.fields));
    if (row === undefined || row.kind === null) {
      return answer(message, RESPONSE.unknownOriginal);
    }
    if (row.state === 'REVERSED') {
      return answer(message, REFUSAL.reversed);
    }
    const hasSettled = row.settles_at !== null && now >= row.settles_at;
    return answer(message, hasSettled ? RESPONSE.approved : row.response_code, row);
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

/** Whether the fault switch applies: movements and reversals, not inquiries, echoes or sign-ons. */
export function isFinancial(message: IsoMessage): boolean {
  return message.mti !== MTI.inquiry && message.mti !== MTI.networkManagement;
}

/** @throws {Iso8583Error} where a message cannot even be answered, for want of the fields that name it. */
export function assertAnswerable(message: IsoMessage): void {
  messageTrace(message.fields);
  if (ANSWER_MTI[message.mti] === undefined) {
    throw new Iso8583Error('MESSAGE_TYPE');
  }
}
