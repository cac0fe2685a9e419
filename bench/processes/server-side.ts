/** The common parts of the bench's servers: loads the probe, reports the port, and ends the server with the bench. */
import './probe.ts';
import type { Listening } from './child.ts';

// Processes end with the bench, even if it is killed.
process.on('disconnect', () => process.exit(0));

export function listening(port: number): void {
  process.send?.({ port } satisfies Listening);
}
