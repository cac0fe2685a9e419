/** W3C Trace Context, level 1: the header `traceparent`. The header `tracestate` is neither read nor passed on. */

export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly isSampled: boolean;
}

/** A version above 00 may have more fields at the end. */
const FORMAT =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
const INVALID_VERSION = 'ff';
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
const SAMPLED = 1;
/** A longer header is not read. */
const CHARACTERS_MAX = 512;

/** @returns undefined for an absent or invalid header, which is ignored */
export function readTraceparent(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > CHARACTERS_MAX) {
    return undefined;
  }
  const { version = '', traceId = '', spanId = '', flags = '', more } = FORMAT.exec(header)?.groups ?? {};
  const isKnown = version !== '' && version !== INVALID_VERSION && (version !== '00' || more === undefined);
  if (!isKnown || traceId === NO_TRACE || spanId === NO_SPAN) {
    return undefined;
  }
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Returns the header for a recorded span. */
export function writeTraceparent({ traceId, spanId }: Pick<TraceParent, 'spanId' | 'traceId'>): string {
  return `00-${traceId}-${spanId}-01`;
}
