/** The message type and the processing code of each kind of message. */
import type { AcquirerAdvice, AdviceKind, MessageKind } from '../../../core/ports/index.ts';
import { Iso8583Error, MTI, PROCESSING } from './message/index.ts';

/**
 * Types of the first transmission. Field 90 refers to an original by this type, even if the original was sent as a
 * repeat.
 */
export const MTI_OF_KIND: Readonly<Record<MessageKind, string>> = {
  AUTHORIZATION: MTI.authorization,
  VERIFICATION: MTI.authorization,
  PAYMENT: MTI.financial,
  REFUND: MTI.financial,
  CAPTURE: MTI.financialAdvice,
  UPDATE: MTI.financialAdvice,
  VOID: MTI.reversalAdvice,
};

export const REPEAT_MTI_OF_ADVICE: Readonly<Record<AdviceKind, string>> = {
  CAPTURE: MTI.financialAdviceRepeat,
  UPDATE: MTI.financialAdviceRepeat,
  VOID: MTI.reversalAdviceRepeat,
};

/** Field 3, first two digits. A void takes those of its original. */
export const PROCESSING_OF_KIND: Readonly<Record<Exclude<MessageKind, 'VOID'>, string>> = {
  AUTHORIZATION: PROCESSING.purchase,
  VERIFICATION: PROCESSING.verification,
  PAYMENT: PROCESSING.purchase,
  REFUND: PROCESSING.refund,
  CAPTURE: PROCESSING.purchase,
  UPDATE: PROCESSING.adjustment,
};

/**
 * Field 3, first two digits. A void has those of the message that it cancels.
 *
 * @throws {Iso8583Error} for a void without an original, or of another void.
 */
export function processingOfAdvice({ kind, original }: AcquirerAdvice): string {
  const describedKind = kind === 'VOID' ? original?.kind : kind;
  if (describedKind === undefined || describedKind === 'VOID') {
    throw new Iso8583Error('MISSING_FIELD', 90);
  }
  return PROCESSING_OF_KIND[describedKind];
}
