import type { NewReversal } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { serialiseAdvice } from '../transactions/serialisation.ts';
import { insertReversal } from './statements.ts';

/** @param at the first due time of the reversal */
export function reversalInsert({ key, acquirer, advice }: NewReversal, transactionKey: number, at: number): Write {
  return write(insertReversal, {
    key,
    transactionKey,
    acquirer,
    advice: serialiseAdvice(advice),
    attempts: 0,
    dueAt: at,
    createdAt: at,
    acknowledgedAt: null,
  });
}
