/**
 * The log of a gateway process: JSON lines, each with the time in ISO 8601 and the names of the process.
 * `docs/operating/logs.md` lists all fields, and `docs/operating/log-line.schema.json` is the schema of a line.
 */
import { hostname } from 'node:os';
import pino, { type DestinationStream, type Logger } from 'pino';
import { loggedError } from './logged-error.ts';
import { currentSpan } from './tracing/index.ts';

/** The names of a process in its log, besides its host and its pid. */
export class LogIdentity {
  /** The build, such as `1.2.3+1a2b3c4d5e6f`. */
  readonly version: string;
  /**
   * Returns the number of the process on its store, which changes if the process was evicted. Undefined until the store
   * is open.
   */
  process: (() => number) | undefined;

  constructor(version: string) {
    this.version = version;
  }
}

/** @param destination receives each line, with its final line feed */
export function createProcessLog(level: string, identity: LogIdentity, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { hostname: hostname(), pid: process.pid, version: identity.version },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ process: identity.process?.(), ...spanFields() }),
      serializers: { err: errorFields },
    },
    destination,
  );
}

/** Returns class, message and stack, both with those of the causes. Leaves an object that a caller has prepared. */
function errorFields(error: unknown): unknown {
  const isLogged = typeof error === 'object' && error !== null && Object.getPrototypeOf(error) === null;
  if (!isLogged && !(error instanceof Error)) {
    return error;
  }
  const { type, message, stack } = pino.stdSerializers.err((isLogged ? error : loggedError(error)) as Error);
  return { type, message, stack };
}

function spanFields(): { readonly trace_id?: string; readonly span_id?: string } | undefined {
  const span = currentSpan();
  return span && { trace_id: span.traceId, span_id: span.spanId };
}
