/**
 * Gives `vi.waitFor` and `vi.waitUntil` the limit of `expect.poll` where a call has none. Vitest's own is one second,
 * which a busy machine exceeds, and cannot be configured.
 */
import { type VitestUtils, vi } from 'vitest';

const TIMEOUT_MS = 30_000;

type Options = Parameters<VitestUtils['waitFor']>[1];

const patient = (options: Options = {}): Options =>
  typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options };

const { waitFor, waitUntil } = vi;
// A worker runs this for each test file, with the same `vi`.
if (!('isPatient' in vi)) {
  const waits: Pick<VitestUtils, 'waitFor' | 'waitUntil'> = {
    waitFor: (callback, options) => waitFor(callback, patient(options)),
    waitUntil: (callback, options) => waitUntil(callback, patient(options)),
  };
  Object.assign(vi, { isPatient: true, ...waits });
}
