/** Signals a process and its descendants, across process groups. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export function signalTree(own: number, signal: NodeJS.Signals): void {
  const children = parents().flatMap(([pid, parent]) => (parent === own ? [pid] : []));
  for (const pid of [own, ...children]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
        throw error;
      }
    }
  }
}

/** Each process with its parent. */
function parents(): (readonly [number, number])[] {
  if (existsSync('/proc/self/stat')) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(parentOf);
  }
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return list.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

function parentOf(pid: string): (readonly [number, number])[] {
  try {
    // The state and the parent follow the command's name, which may contain any character.
    const [, parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return [[Number(pid), Number(parent)]];
  } catch {
    return [];
  }
}
