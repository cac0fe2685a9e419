/** `turnpike store move` as a process of its own, beside the gateways of a stack. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Stack } from './stack.ts';

/** The longest wait that the command allows, for a busy machine. A request is held for 5 s. */
const WAIT = '60';
const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface RunningMove {
  readonly child: ChildProcess;
  /** Resolves when the command has printed the words. @throws Error if it ends before that */
  printed(words: string): Promise<void>;
  /** Its sentences and its code, which is null after a kill. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

export function startMove({ dataDir, settings }: Stack, merchantId: string, to: string): RunningMove {
  const env = { ...process.env, DATA_DIR: dataDir, ...settings };
  const child = spawn(process.execPath, [CLI, 'store', 'move', merchantId, '--to', to, '--wait', WAIT], { env });
  let said = '';
  const seen = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      said += data.toString();
      seen.forEach((look) => {
        look();
      });
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return {
    child,
    ended,
    printed: (words) =>
      new Promise((resolve, reject) => {
        const look = () => said.includes(words) && resolve();
        seen.add(look);
        look();
        ended.then(() => reject(new Error(`It ended without "${words}": ${said}`)), reject);
      }),
  };
}

/** Expects that the merchant has moved. @returns the seconds for which new requests waited */
export async function movedIn({ ended }: RunningMove, merchantId: string, to: string): Promise<string> {
  const { code, said } = await ended;
  expect([code, said]).toEqual([0, expect.stringContaining(`${merchantId} is in the store ${to}`)]);
  return /waited for ([\d.]+) s/.exec(said)?.[1] ?? '0';
}
