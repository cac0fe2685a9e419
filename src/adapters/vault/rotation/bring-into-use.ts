/** Waits until an announced key is in use in every live process. Activates it if no process runs. */

import type { DataKeys, KeyHolder, Processes } from '../../../core/ports/index.ts';
import { ACTIVE_AFTER_MS } from '../index.ts';
import type { Pace, ReportProgress } from './pace.ts';

export interface BringIntoUseParts extends Pick<Pace, 'monotonic' | 'pause'> {
  readonly stored: DataKeys;
  readonly processes: Pick<Processes, 'evict'>;
  readonly progress: ReportProgress;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const POLL_MS = 500;
/** This command evicts a process after this time without a heartbeat. Running gateways evict it earlier, after 16 s. */
const SILENT_MS_MAX = 30_000;
/** The longest wait for processes to load the key. A working process takes less. */
const WAIT_MS_MAX = 120_000;

/**
 * Resolves when the key is in use. It can be called again at any time.
 * @throws Error if a live process does not load the key: it runs an older version, or lacks its key-encryption key
 */
export async function bringIntoUse(waiting: BringIntoUseParts, id: number): Promise<void> {
  const { now, pause } = waiting;
  await untilNoneLacks(
    waiting,
    ({ held }) => held === null || held < id,
    (lacking) => `key ${id} waits for ${lacking}`,
    async () => (await activeFrom(waiting, id)) !== null,
    'It runs an older version, or lacks the newest key of TURNPIKE_KEYS: restart it, and run this command again. ' +
      'Or its key service does not answer: then run this command when it does.',
  );
  let from = await activeFrom(waiting, id);
  while (from === null) {
    // Without live processes, no process needs advance notice.
    const isAlone = (await waiting.stored.holders()).length === 0;
    await waiting.stored.activate(id, now() + (isAlone ? 0 : ACTIVE_AFTER_MS));
    from = await activeFrom(waiting, id);
    await pause(from === null ? POLL_MS : 0);
  }
  await pause(Math.max(0, from - now()));
}

/**
 * Resolves when all live processes satisfy a condition. A process without a heartbeat is dead, and its row is removed,
 * as another gateway would do.
 *
 * @param lacks true for a process that does not satisfy it yet
 * @param isOver checked each time: true ends the wait as well
 * @throws Error after two minutes, with `remedy`
 */
export async function untilNoneLacks(
  { stored, processes, progress, monotonic, pause }: BringIntoUseParts,
  lacks: (holder: KeyHolder) => boolean,
  sentence: (lacking: string) => string,
  isOver: () => Promise<boolean>,
  remedy: string,
): Promise<void> {
  const seen = new Map<number, { readonly heartbeats: number; readonly at: number }>();
  const began = monotonic();
  let said = '';
  while (!(await isOver())) {
    const lacking = (await stored.holders()).filter(lacks);
    if (lacking.length === 0) {
      return;
    }
    const names = `process ${lacking.map(({ process }) => process).join(', ')}`;
    if (said !== names) {
      progress(sentence(names));
      said = names;
    }
    if (monotonic() - began > WAIT_MS_MAX) {
      throw new Error(`${sentence(names)}. ${remedy}`);
    }
    for (const { process: key, heartbeats } of lacking) {
      const last = seen.get(key);
      if (last?.heartbeats !== heartbeats) {
        seen.set(key, { heartbeats, at: monotonic() });
      } else if (monotonic() - last.at > SILENT_MS_MAX) {
        await processes.evict({ key, heartbeats });
      }
    }
    await pause(POLL_MS);
  }
}

async function activeFrom({ stored }: BringIntoUseParts, id: number): Promise<number | null> {
  return (await stored.all()).find((key) => key.id === id)?.activeFrom ?? null;
}
