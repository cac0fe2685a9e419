/** Shared by the bench's own processes: the probe, reporting the port, and ending with the bench. */
import './probe.ts';
import type { Listening } from './child.ts';

// Processes end with the bench, even if it is killed.
process.on('disconnect', () => process.exit(0));

export function listening(port: number): void {
  process.send?.({ port } satisfies Listening);
}
