import type { Logger } from 'pino';

/** Resolves when `work` ends, or after `limitMs` with a warning in the log. */
export async function waitAtMost(limitMs: number, work: PromiseLike<unknown>, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn({}, 'closing before everything was finished; the next start recovers it');
      resolve();
    }, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
