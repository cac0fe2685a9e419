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
      serializers: { err: (error: unknown) => pino.stdSerializers.err(plainError(error) as Error) },
    },
    destination,
  );
}

/** Leaves objects that are not errors, which a caller has prepared for the log. */
function plainError(error: unknown): unknown {
  return error instanceof Error ? loggedError(error) : error;
}

function spanFields(): { readonly trace_id?: string; readonly span_id?: string } | undefined {
  const span = currentSpan();
  return span && { trace_id: span.traceId, span_id: span.spanId };
}
