/**
 * Faults on demand. A provider's answers and callbacks fail independently, so each has its own switch and both can be
 * on.
 */
import { CountedFault, type FaultInForce, type FaultSetting } from '../kit/faults/counted-fault.ts';

/**
 * Faults of the server's answers. DELAY: `delayMs` late. REFUSE and DROP_REQUEST: disconnected without execution.
 * DROP_REPLY: executed, then disconnected. GARBAGE: executed, and the answer is unreadable. OTHER_MONEY: answers and
 * callbacks have another amount than the payment.
 */
export const PROVIDER_ANSWER_MODES = [
  'DELAY',
  'REFUSE',
  'DROP_REQUEST',
  'DROP_REPLY',
  'GARBAGE',
  'OTHER_MONEY',
] as const;

/**
 * Faults of callbacks. NEVER: not sent, and no longer due. TWICE, FIFTY: sent so many times at once. BEFORE_RETURN: the
 * payer waits until a callback is acknowledged. AFTER_RETURN: held back until the payer is redirected. FORGED_CALLBACK:
 * signed with another key.
 */
export const PROVIDER_CALLBACK_MODES = [
  'NEVER',
  'TWICE',
  'FIFTY',
  'BEFORE_RETURN',
  'AFTER_RETURN',
  'FORGED_CALLBACK',
] as const;

export type ProviderAnswerMode = (typeof PROVIDER_ANSWER_MODES)[number];
export type ProviderCallbackMode = (typeof PROVIDER_CALLBACK_MODES)[number];
export type ProviderFault = FaultSetting<ProviderAnswerMode | ProviderCallbackMode>;

export interface ProviderFaultsInForce {
  readonly answers: FaultInForce<ProviderAnswerMode>;
  readonly callbacks: FaultInForce<ProviderCallbackMode>;
}

export class ProviderFaults {
  readonly answers = new CountedFault<ProviderAnswerMode>();
  readonly callbacks = new CountedFault<ProviderCallbackMode>();

  /** Sets a fault. NONE removes both; another mode does not change the other switch. */
  set({ mode, ...times }: ProviderFault): void {
    if (mode === 'NONE' || isAnswerMode(mode)) {
      this.answers.set({ mode, ...times });
    }
    if (mode === 'NONE' || !isAnswerMode(mode)) {
      this.callbacks.set({ mode, ...times });
    }
  }

  get inForce(): ProviderFaultsInForce {
    return { answers: this.answers.inForce, callbacks: this.callbacks.inForce };
  }
}

function isAnswerMode(mode: ProviderAnswerMode | ProviderCallbackMode): mode is ProviderAnswerMode {
  return (PROVIDER_ANSWER_MODES as readonly string[]).includes(mode);
}
