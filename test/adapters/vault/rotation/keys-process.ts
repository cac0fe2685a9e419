/** `turnpike keys …` as a separate process that a test kills at any point. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

const CLI = fileURLToPath(new URL('../../../../src/cli/main.ts', import.meta.url));
/** A process starts within seconds, and then waits for gateways. */
const SAYS_MS_MAX = 60_000;

export interface KeysProcess {
  /** Resolves when it has printed this, or has ended. */
  says(what: RegExp): Promise<void>;
  /** Kills it by SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  /** Resolves with its exit code; null where a signal ended it. */
  ended(): Promise<number | null>;
  printed(): string;
}

export function spawnKeys(
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl: string },
  args: readonly string[],
  env: Record<string, string>,
): KeysProcess {
  const child = spawn(process.execPath, [CLI, 'keys', ...args], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl, ...env },
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  let isOver = false;
  exit.then(() => {
    isOver = true;
  });
  return {
    says: (what) =>
      vi.waitUntil(() => isOver || what.test(printed), { timeout: SAYS_MS_MAX, interval: 1 }).then(() => undefined),
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
    ended: () => exit,
    printed: () => printed,
  };
}
