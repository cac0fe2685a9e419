/** Counts stored data: implements the port of the operator's retention report over any engine. Only reads. */
import type { RetainedCount, RetainedCounts, RetainedKind } from '../../../back-office/retention/index.ts';
import type { Engine } from '../engine/engine.ts';
import { KEPT_COUNTS } from './report-statements.ts';

export class StoredKeptCounts implements RetainedCounts {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async count(kind: RetainedKind, merchantKey: number): Promise<RetainedCount> {
    const [row] = await this.#engine.read(KEPT_COUNTS[kind], { merchantKey });
    return { rows: Number(row?.rows ?? 0), oldest: row?.oldest == null ? null : Number(row.oldest) };
  }
}
