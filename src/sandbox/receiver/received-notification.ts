import type { FastifyRequest } from 'fastify';

export interface ReceivedNotification {
  /** ISO 8601. */
  readonly receivedAt: string;
  /** Values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `[name, value]` in the order and the case in which they were sent. */
  readonly rawHeaders: readonly (readonly [string, string])[];
  /** The body as JSON, or its text if it is not JSON. */
  readonly body: unknown;
  /** The bytes that a signature covers. */
  readonly rawBody: string;
}

export function notificationOf(request: FastifyRequest): ReceivedNotification {
  const rawBody = typeof request.body === 'string' ? request.body : '';
  const rawHeaders = pairs(request.raw.rawHeaders);
  return {
    receivedAt: new Date().toISOString(),
    headers: Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders,
    body: parseJson(rawBody),
    rawBody,
  };
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
