/** Faults on demand: the receiver's answers instead of 200. */
import { z } from 'zod';
import { CountedFault } from '../kit/faults/counted-fault.ts';
import { faultCount } from '../kit/http/control-request.ts';

export const RECEIVER_MODES = ['NONE', '500', '503', '410', '429', 'REDIRECT', 'HANG'] as const;

export type ReceiverMode = (typeof RECEIVER_MODES)[number];

/** HANG has no status: the sender gets no answer. */
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
  count: faultCount,
  /** Seconds, for the header `Retry-After`. Null: no header. */
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

  /** Returns and counts the fault that applies now. */
  take(): ReceiverFault {
    const taken = this.inForce;
    this.#fault.take();
    return taken;
  }
}
