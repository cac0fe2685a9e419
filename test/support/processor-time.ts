/**
 * The processor time of each test file, including the processes that it starts: unlike wall-clock time, it is
 * independent of the machine's load. The reporter reads it from the file's `meta`. Without `/proc` it is absent.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/** Linux counts in hundredths of a second, independent of its kernel's own unit. */
const TICK_MS = 10;
/**
 * In `/proc/PID/stat`, after the command's name: the times of the process and of ended children, user and system each.
 */
const FIRST_TIME = 11;
const TIMES = 4;

declare module 'vitest' {
  interface TaskMeta {
    processorMs?: number;
  }
}

const before = processorMs();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the first parameter which fixtures the hook takes.
afterAll(({}, file) => {
  file.meta.processorMs = processorMs() - before;
});

/** @returns the time of this process and all descendants, including ended ones */
function processorMs(): number {
  if (!existsSync('/proc/self/stat')) {
    return 0;
  }
  const processes = readdirSync('/proc').flatMap(processOf);
  const family = new Set([process.pid]);
  // A child may have a lower number than its parent: repeats until no more are found.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    processes.filter(({ parent }) => family.has(parent)).forEach(({ pid }) => void family.add(pid));
  }
  return processes.reduce((sum, { pid, ticks }) => sum + (family.has(pid) ? ticks * TICK_MS : 0), 0);
}

function processOf(name: string): { pid: number; parent: number; ticks: number }[] {
  if (!/^\d+$/.test(name)) {
    return [];
  }
  try {
    const fields = (readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ').map(Number);
    const ticks = fields.slice(FIRST_TIME, FIRST_TIME + TIMES).reduce((sum, one) => sum + one, 0);
    return [{ pid: Number(name), parent: fields[1] ?? 0, ticks }];
  } catch {
    // It has ended since it was listed.
    return [];
  }
}
