/**
 * What the host does with a message: writes the ledger, and makes the answer. Answers leave only after the ledger's
 * commit, which the caller owns.
 */
import { decodeAdditionalData } from '../../acquirer/iso8583/additional-data.ts';
import { Iso8583Error } from '../../acquirer/iso8583/error.ts';
import type { IsoFields, IsoMessage } from '../../acquirer/iso8583/fields.ts';
import { ANSWER_MTI, MTI, RESPONSE } from '../../acquirer/iso8583/message-types.ts';
import { decodeOriginalData } from '../../acquirer/iso8583/original-data.ts';
import { decide } from './decision.ts';
import { isGiftCard } from './gift-cards.ts';
import type { Ledger, LedgerRow } from './ledger.ts';
import { type Movement, readMovement, required, traceOf } from './movement.ts';
import { REFUSAL, RESPONSE_OF_OUTCOME } from './outcomes.ts';

/** Fields of a message that its answer brings back. The card's number is not among them. */
const ECHOED_FIELDS = [3, 4, 7, 11, 12, 13, 22, 37, 41, 42, 49, 70] as const;

const APPROVING_RESPONSES: ReadonlySet<string> = new Set([
  RESPONSE_OF_OUTCOME.APPROVED,
  RESPONSE_OF_OUTCOME.APPROVED_PENDING_SETTLEMENT,
]);

export interface HostCounters {
  /** Requests whose trace had been seen with the same contents, answered from the ledger. */
  duplicates: number;
  /** Requests whose trace had been seen with other contents, refused. */
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
        return this.#move(message, now);
      case MTI.reversalAdvice:
      case MTI.reversalAdviceRepeat:
        this.#ledger.reverse(originalTrace(message.fields), now);
        return answer(message, RESPONSE.approved);
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
    const decision = decide(movement, { now, spentOf: (number, currency) => ledger.spentOf(number, currency) });
    const isGift = isGiftCard(movement.number.reveal());
    if (!ledger.record(movement, decision, now, this.#speed, isGift)) {
      return this.#moveAgain(message, movement, now);
    }
    return storedAnswer(message, ledger.find(movement.trace) as LedgerRow);
  }

  /** The trace is taken: by the same request, by another one, or by a reversal that overtook this one. */
  #moveAgain(message: IsoMessage, movement: Movement, now: number): IsoMessage | undefined {
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

  #inquire(message: IsoMessage, now: number): IsoMessage {
    const row = this.#ledger.find(originalTrace(message.fields));
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

function originalTrace(fields: IsoFields): string {
  const { originalTerminal } = decodeAdditionalData(fields[48] ?? '');
  if (originalTerminal === undefined) {
    throw new Iso8583Error('MISSING_FIELD', 48);
  }
  return originalTerminal + decodeOriginalData(required(fields, 90)).stan;
}

function isSameMovement(row: LedgerRow, movement: Movement): boolean {
  return (
    row.kind === movement.kind &&
    row.reference === movement.reference &&
    row.merchant === movement.merchant &&
    row.order_id === movement.order &&
    row.transaction_id === movement.transaction &&
    row.amount === movement.amount &&
    row.currency === movement.currency.code
  );
}

function storedAnswer(message: IsoMessage, row: LedgerRow): IsoMessage | undefined {
  return row.is_silent === 1 ? undefined : answer(message, row.response_code, row);
}

/** The answer to `message`: its own fields, the response code, and what the ledger's row adds to an approval. */
export function answer(message: IsoMessage, responseCode: string, row?: LedgerRow): IsoMessage {
  const fields: IsoFields = {};
  for (const field of ECHOED_FIELDS) {
    fields[field] = message.fields[field];
  }
  fields[39] = responseCode;
  fields[44] = row?.additional_response ?? undefined;
  if (APPROVING_RESPONSES.has(responseCode)) {
    fields[38] = row?.authorization_code ?? undefined;
  }
  return { mti: ANSWER_MTI[message.mti] ?? message.mti, fields };
}

/** Whether the fault switch applies: movements and reversals, not inquiries, echoes or sign-ons. */
export function isFinancial(message: IsoMessage): boolean {
  return message.mti !== MTI.inquiry && message.mti !== MTI.networkManagement;
}

/** @throws {Iso8583Error} where a message cannot even be answered, for want of the fields that name it. */
export function assertAnswerable(message: IsoMessage): void {
  traceOf(message.fields);
  if (ANSWER_MTI[message.mti] === undefined) {
    throw new Iso8583Error('MESSAGE_TYPE');
  }
}
