/**
 * Child processes that never outlive the process that started them. The operating system tells nobody but a reader of an open pipe
 * that a process was killed, so each child has such a reader beside it, which kills the child then, even one that is stopped.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/**
 * The shell becomes the command, under its own process id. What it leaves in the background waits for the end of the pipe, which
 * only the starting process can write to, and survives what a terminal sends to the whole group.
 */
const TETHER = `
exec 3<&0
(trap '' HUP INT TERM; read -r _ <&3; kill -KILL $$) >/dev/null 2>&1 &
exec "$@" </dev/null 3<&-
`;

/** @returns the child, whose standard input is the tether: closing it kills the child */
export function spawnTethered(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams {
  return spawn('/bin/sh', ['-c', TETHER, 'tethered', command, ...args], { env });
}
