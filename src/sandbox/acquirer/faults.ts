/** Misbehaviour on demand, for proving what the gateway does about it. */

/**
 * DELAY: the answer comes `delayMs` late. DROP_REQUEST: as if the message had been lost on its way here.
 * DROP_REPLY: the movement is made, the answer lost. DUPLICATE_REPLY: the answer comes twice. GARBAGE: the movement is
 * made, and what comes back is no message. REFUSE: open connections are cut, new ones reset.
 */
export type FaultMode = 'NONE' | 'DELAY' | 'DROP_REQUEST' | 'DROP_REPLY' | 'DUPLICATE_REPLY' | 'GARBAGE' | 'REFUSE';

export interface Faults {
  readonly mode: FaultMode;
  /** Real milliseconds, whatever the sandbox's speed. */
  readonly delayMs?: number | undefined;
  /** Messages, or for REFUSE connections, that are still to be met; null is until changed. */
  readonly count?: number | null | undefined;
}

export interface FaultsInForce {
  readonly mode: FaultMode;
  readonly delayMs: number;
  readonly count: number | null;
}

const NO_FAULTS: FaultsInForce = { mode: 'NONE', delayMs: 0, count: null };

export class FaultSwitch {
  #inForce = NO_FAULTS;

  set(faults: Faults): void {
    this.#inForce = { mode: faults.mode, delayMs: faults.delayMs ?? 0, count: faults.count ?? null };
  }

  get inForce(): FaultsInForce {
    return this.#inForce;
  }

  /** The fault that the next movement or reversal meets; counts it. */
  takeForMessage(): FaultsInForce {
    return this.#inForce.mode === 'REFUSE' ? NO_FAULTS : this.#take();
  }

  /** Whether the connection that has just been opened is to be refused; counts it. */
  takeForConnection(): boolean {
    return this.#inForce.mode === 'REFUSE' && this.#take().mode === 'REFUSE';
  }

  #take(): FaultsInForce {
    const taken = this.#inForce;
    if (taken.count !== null) {
      this.#inForce = taken.count > 1 ? { ...taken, count: taken.count - 1 } : NO_FAULTS;
    }
    return taken.count === 0 ? NO_FAULTS : taken;
  }
}
