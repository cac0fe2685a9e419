/** A merchant's notification endpoint as a developer wishes it: it takes everything, remembers it and shows it. */
import type { FastifyInstance } from 'fastify';

/** Enough for any test, and a bound on what a gateway that repeats for days can fill. The oldest make room. */
const NOTIFICATIONS_MAX = 1_000;

export interface ReceivedNotification {
  /** ISO 8601. */
  readonly receivedAt: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same as they were sent, `[name, value]` in order: some shops look for the exact letters. */
  readonly rawHeaders: readonly (readonly [string, string])[];
  /** The body as JSON, or its text where it is none. */
  readonly body: unknown;
  /** The bytes that a signature covers. */
  readonly rawBody: string;
}

/** `POST /notifications/receive`, and `GET` and `DELETE /notifications` to read and forget. */
export function addReceiver(app: FastifyInstance): void {
  const received: ReceivedNotification[] = [];

  app.post('/notifications/receive', (request) => {
    const rawBody = typeof request.body === 'string' ? request.body : '';
    const rawHeaders = pairs(request.raw.rawHeaders);
    received.push({
      receivedAt: new Date().toISOString(),
      headers: Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value])),
      rawHeaders,
      body: parsed(rawBody),
      rawBody,
    });
    if (received.length > NOTIFICATIONS_MAX) received.shift();
    return { received: true };
  });

  app.get('/notifications', () => received);

  app.delete('/notifications', (_request, reply) => {
    received.length = 0;
    reply.code(204).send();
  });
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
