/**
 * Child processes that never outlive the process that started them. A process that is killed tells nobody, but the
 * pipes that it held end. So each child has a reader of such a pipe beside it, which then kills the child, even one
 * that is stopped.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/**
 * The shell becomes the command, under its own process id. What it leaves in the background waits for the end of the
 * pipe, which only the starting process can write to, and ignores what a terminal sends to the whole group.
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
