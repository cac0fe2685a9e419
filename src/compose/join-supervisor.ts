/** A gateway process under `turnpike serve`: listens when it is ready, if others listen already, and reports both. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Supervisor } from '../platform/supervision.ts';
import type { App } from './app.ts';

/** The interval of checks whether the process is ready. */
const POLL_MS = 50;

export interface Joining {
  /** Called when the process listens. */
  readonly listening: () => void;
  /** Aborted when the process begins to close. */
  readonly closing: AbortSignal;
}

/** Resolves when the process is ready and listens, or closes. */
export async function joinSupervisor(
  app: Pick<App, 'isReady' | 'listen'>,
  supervisor: Supervisor,
  { listening, closing }: Joining,
): Promise<void> {
  if (supervisor.listensWhenReady) {
    await untilReady(app, closing);
  }
  if (closing.aborted) {
    return;
  }
  try {
    await app.listen();
  } catch (error) {
    if (closing.aborted) {
      return;
    }
    throw error;
  }
  listening();
  supervisor.tell('LISTENING');
  await untilReady(app, closing);
  if (!closing.aborted) {
    supervisor.tell('READY');
  }
}

/** Resolves when the process is ready, or closes. */
async function untilReady(app: Pick<App, 'isReady'>, closing: AbortSignal): Promise<void> {
  while (!(closing.aborted || (await app.isReady()))) {
    await sleep(POLL_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}
