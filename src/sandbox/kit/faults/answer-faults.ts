/** Faults of a simulator's answers, at most one for each operation, or for `ANY_OPERATION`. */
import { CountedFault, type FaultInForce, type FaultSetting } from './counted-fault.ts';

export const ANY_OPERATION = '*';

export type AnswerFault<Mode extends string> = FaultInForce<Mode> & {
  /** Seconds that the caller is asked to wait. Undefined: the answer does not say. */
  readonly retryAfter: number | undefined;
};

export class AnswerFaults<Mode extends string> {
  readonly #byName = new Map<string, { readonly fault: CountedFault<Mode>; readonly retryAfter: number | undefined }>();

  set(name: string, times: FaultSetting<Mode>, retryAfter?: number): void {
    const fault = new CountedFault<Mode>();
    fault.set(times);
    this.#byName.set(name, { fault, retryAfter });
  }

  clear(): void {
    this.#byName.clear();
  }

  /** Returns and counts the fault of the first name that has one. */
  take(...names: readonly string[]): AnswerFault<Mode> {
    for (const name of names) {
      const known = this.#byName.get(name);
      if (known !== undefined && known.fault.inForce.mode !== 'NONE') {
        return { ...known.fault.take(), retryAfter: known.retryAfter };
      }
    }
    return { mode: 'NONE', delayMs: 0, count: null, retryAfter: undefined };
  }

  get inForce(): Readonly<Record<string, FaultInForce<Mode>>> {
    const all = [...this.#byName].map(([name, { fault }]) => [name, fault.inForce] as const);
    return Object.fromEntries(all.filter(([, { mode }]) => mode !== 'NONE'));
  }
}
