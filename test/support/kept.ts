/**
 * Resources that a worker process opens once and shares among all of its test files: a browser, a whole Turnpike. They
 * are not closed explicitly: child processes end with the worker that started them (`service.ts`), folders with the
 * run's own (`scripts/test.mjs`).
 */

/**
 * @param open is called at the first use; if it fails, again at the next
 * @returns its result, the same for every caller
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
