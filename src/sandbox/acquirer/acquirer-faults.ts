/** Misbehaviour on demand, for proving what the gateway does about it. */
import { CountedFault, type Fault, type FaultInForce } from '../counted-fault.ts';

/**
 * DELAY: the answer comes `delayMs` late. DROP_REQUEST: as if the message had been lost on its way here.
 * DROP_REPLY: the movement is made, the answer lost. DUPLICATE_REPLY: the answer comes twice. GARBAGE: the movement is
 * made, and what comes back is no message. REFUSE: open connections are cut, new ones reset.
 */
export type FaultMode = 'DELAY' | 'DROP_REQUEST' | 'DROP_REPLY' | 'DUPLICATE_REPLY' | 'GARBAGE' | 'REFUSE';

/** `count`: messages, or for REFUSE connections, that are still to be met. */
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

  /** The fault that the next movement or reversal meets; counts it. */
  takeForMessage(): FaultsInForce {
    return this.inForce.mode === 'REFUSE' ? NO_FAULTS : this.#fault.take();
  }

  /** Whether the connection that has just been opened is to be refused; counts it. */
  takeForConnection(): boolean {
    return this.inForce.mode === 'REFUSE' && this.#fault.take().mode === 'REFUSE';
  }
}
