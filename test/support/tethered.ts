/**
 * Child processes that cannot outlive their parent. A killed process cannot notify others, but its pipes close. So each
 * child has a process beside it that reads such a pipe, and then kills the child, even a stopped one.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/**
 * The shell becomes the command, under its own process id. Its background process waits for the end of the pipe, which
 * only the parent can write to, and ignores signals from the terminal to the whole group.
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
