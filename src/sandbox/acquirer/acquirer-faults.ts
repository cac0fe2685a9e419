/** Faults on demand, to test the gateway's handling of them. */
import { CountedFault, type Fault, type FaultInForce } from '../counted-fault.ts';

/**
 * DELAY: the answer comes `delayMs` late. DROP_REQUEST: as if the message had been lost before the host. DROP_REPLY:
 * the movement is made, the answer lost. DUPLICATE_REPLY: the answer comes twice. GARBAGE: the movement is made, and
 * the answer is no message. REFUSE: open connections are cut, new ones reset.
 */
export type FaultMode = 'DELAY' | 'DROP_REQUEST' | 'DROP_REPLY' | 'DUPLICATE_REPLY' | 'GARBAGE' | 'REFUSE';

/** `count`: how many messages, or for REFUSE connections, are still to be affected. */
export type Faults = Fault<FaultMode>;

export type FaultsInForce = FaultInForce<FaultMode>;

const NO_FAULTS: FaultsInForce = { mode: 'NONE', delayMs: 0, count: null };

export class FaultSwitch {
  readonly #fault = new CountedFault<FaultMode>();

  set(faults: Faults): void {
    this.#fault.set(faults);
  }

  get inForce(): FaultsInForce {
    return this.#fault.inForce;
  }

  /** The fault that affects the next movement or reversal; counts it. */
  takeForMessage(): FaultsInForce {
    return this.inForce.mode === 'REFUSE' ? NO_FAULTS : this.#fault.take();
  }

  /** Whether to refuse the connection that was just opened; counts it. */
  takeForConnection(): boolean {
    return this.inForce.mode === 'REFUSE' && this.#fault.take().mode === 'REFUSE';
  }
}
