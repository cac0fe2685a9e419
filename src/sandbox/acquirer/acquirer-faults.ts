/** Faults on demand, to test the gateway's handling of them. */
import { CountedFault, type FaultInForce, type FaultSetting } from '../kit/faults/counted-fault.ts';

/**
 * DELAY: the answer is `delayMs` late. DROP_REQUEST: the message is lost before the host. DROP_REPLY: the movement is
 * made and its answer lost. DUPLICATE_REPLY: the answer is sent twice. GARBAGE: the movement is made, and its answer is
 * not a valid message. REFUSE: open connections are closed, and new connections are reset.
 */
export type AcquirerFaultMode = 'DELAY' | 'DROP_REQUEST' | 'DROP_REPLY' | 'DUPLICATE_REPLY' | 'GARBAGE' | 'REFUSE';

/** `count`: the number of messages that the fault still affects, or of connections for REFUSE. */
export type Faults = FaultSetting<AcquirerFaultMode>;

export type FaultsInForce = FaultInForce<AcquirerFaultMode>;

const NO_FAULTS: FaultsInForce = { mode: 'NONE', delayMs: 0, count: null };

export class FaultSwitch {
  readonly #fault = new CountedFault<AcquirerFaultMode>();

  set(faults: Faults): void {
    this.#fault.set(faults);
  }

  get inForce(): FaultsInForce {
    return this.#fault.inForce;
  }

  /** Returns and counts the fault of the next movement or reversal. */
  takeForMessage(): FaultsInForce {
    return this.inForce.mode === 'REFUSE' ? NO_FAULTS : this.#fault.take();
  }

  /** Whether to refuse the connection that was just opened. Counts the fault. */
  takeForConnection(): boolean {
    return this.inForce.mode === 'REFUSE' && this.#fault.take().mode === 'REFUSE';
  }
}
