/** A fault that applies a number of times, or until it is changed. */

export interface FaultSetting<Mode extends string> {
  readonly mode: Mode | 'NONE';
  /** Real milliseconds at any speed of the sandbox. */
  readonly delayMs?: number | undefined;
  /** The number of times that the fault still applies. Null: until it is changed. */
  readonly count?: number | null | undefined;
}

export interface FaultInForce<Mode extends string> {
  readonly mode: Mode | 'NONE';
  readonly delayMs: number;
  readonly count: number | null;
}

const NO_FAULT = { mode: 'NONE', delayMs: 0, count: null } as const;

export class CountedFault<Mode extends string> {
  #inForce: FaultInForce<Mode> = NO_FAULT;

  set({ mode, delayMs, count }: FaultSetting<Mode>): void {
    this.#inForce = count === 0 ? NO_FAULT : { mode, delayMs: delayMs ?? 0, count: count ?? null };
  }

  get inForce(): FaultInForce<Mode> {
    return this.#inForce;
  }

  /** Returns and counts the fault that applies now. */
  take(): FaultInForce<Mode> {
    const taken = this.#inForce;
    if (taken.count !== null) {
      this.#inForce = taken.count > 1 ? { ...taken, count: taken.count - 1 } : NO_FAULT;
    }
    return taken;
  }
}
