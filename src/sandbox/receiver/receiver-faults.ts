/** Faults on demand: what the receiver answers instead of 200. */
import { z } from 'zod';
import { CountedFault } from '../counted-fault.ts';

export const RECEIVER_MODES = ['NONE', '500', '503', '410', '429', 'REDIRECT', 'HANG'] as const;

export type ReceiverMode = (typeof RECEIVER_MODES)[number];

/** HANG has none: the sender gets no answer for as long as it waits. */
export const STATUS_OF_MODE: Readonly<Record<ReceiverMode, number | undefined>> = {
  NONE: 200,
  '500': 500,
  '503': 503,
  '410': 410,
  '429': 429,
  REDIRECT: 307,
  HANG: undefined,
};

export const receiverFaultSchema = z.strictObject({
  mode: z.enum(RECEIVER_MODES),
  /** How many notifications it affects; null is until changed. */
  count: z.int().min(1).nullable().default(null),
  /** Seconds, for the header `Retry-After`; null sends none. */
  retryAfter: z.int().min(0).nullable().default(null),
});

export type ReceiverFault = z.infer<typeof receiverFaultSchema>;

export class ReceiverFaults {
  readonly #fault = new CountedFault<Exclude<ReceiverMode, 'NONE'>>();
  #retryAfter: number | null = null;

  set({ mode, count, retryAfter }: ReceiverFault): void {
    this.#fault.set({ mode, count });
    this.#retryAfter = retryAfter;
  }

  get inForce(): ReceiverFault {
    const { mode, count } = this.#fault.inForce;
    return mode === 'NONE' ? { mode, count: null, retryAfter: null } : { mode, count, retryAfter: this.#retryAfter };
  }

  /** The fault that applies now; counts it. */
  take(): ReceiverFault {
    const taken = this.inForce;
    this.#fault.take();
    return taken;
  }
}
