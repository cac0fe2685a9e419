/**
 * What a worker process opens once and keeps for all test files that run in it: a browser, a whole Turnpike. Nothing
 * closes it by itself: child processes end with the worker that began them (`service.ts`), folders with the run's own
 * (`scripts/test.mjs`).
 */

/**
 * @param open is called at the first use; where it fails, again at the next
 *   @returns what it opened, the same for every caller
 */
export function kept<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
