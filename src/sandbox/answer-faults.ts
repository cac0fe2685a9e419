/** Faults of a stand-in's answers, one a name: that of an operation, or `ANY_OPERATION`. */
import { CountedFault, type Fault, type FaultInForce } from './counted-fault.ts';

export const ANY_OPERATION = '*';

export type AnswerFault<Mode extends string> = FaultInForce<Mode> & {
  /** What the caller is asked to wait, in seconds; undefined: the answer does not say. */
  readonly retryAfter: number | undefined;
};

export class AnswerFaults<Mode extends string> {
  readonly #byName = new Map<string, { readonly fault: CountedFault<Mode>; readonly retryAfter: number | undefined }>();

  set(name: string, times: Fault<Mode>, retryAfter?: number): void {
    const fault = new CountedFault<Mode>();
    fault.set(times);
    this.#byName.set(name, { fault, retryAfter });
  }

  clear(): void {
    this.#byName.clear();
  }

  /** That of the first name that has one; counts it. */
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
