/** Shared by the bench's own processes: the probe, reporting the port, and ending with the bench. */
import './probe.ts';
import type { Listening } from './child.ts';

// A bench that was killed leaves nothing running.
process.on('disconnect', () => process.exit(0));

export function listening(port: number): void {
  process.send?.({ port } satisfies Listening);
}
