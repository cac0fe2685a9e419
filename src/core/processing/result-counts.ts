/** Counts the transactions that this process completed, by type and result, for the metrics. */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { TransactionType } from '../order/order.ts';

type Result = ReturnType<typeof resultOf>;

export interface ResultCount {
  readonly type: TransactionType;
  readonly result: Result;
  readonly count: number;
}

export class ResultCounts {
  readonly #byType = new Map<TransactionType, Map<Result, number>>();

  note(type: TransactionType, code: GatewayCode): void {
    let byResult = this.#byType.get(type);
    if (byResult === undefined) {
      byResult = new Map();
      this.#byType.set(type, byResult);
    }
    const result = resultOf(code);
    byResult.set(result, (byResult.get(result) ?? 0) + 1);
  }

  read(): readonly ResultCount[] {
    return [...this.#byType].flatMap(([type, byResult]) =>
      [...byResult].map(([result, count]) => ({ type, result, count })),
    );
  }
}
