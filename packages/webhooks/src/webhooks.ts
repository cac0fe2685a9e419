/** Verifies, parses and deduplicates the requests of a gateway, for the usual kinds of server. */
import { WebhookError } from './errors.ts';
import { type Notification, parse, streamOf } from './notification.ts';
import { memoryStore, type NotificationStore } from './store.ts';
import {
  bodyBytes,
  headerOf,
  type Verified,
  type VerifyOptions,
  verify,
  type WebhookBody,
  type WebhookHeaders,
} from './verify.ts';

export interface WebhooksOptions extends VerifyOptions {
  /** Absent: the memory of this process. */
  readonly store?: NotificationStore | undefined;
  /** Called with each error: a refused message, or an error of your function. Absent: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A notification with the facts of its request. */
export interface Received extends Verified {
  readonly notification: Notification;
  /** 1 for the first try. */
  readonly attempt: number;
  /** The code that the payer reads on every page of the order. Absent if the payer made no attempt. */
  readonly supportCode: string | undefined;
  /**
   * Whether a newer notification of the same order was handled before. The order has gone on since: retrieve it instead
   * of reading its state here.
   */
  readonly isStale: boolean;
}

/**
 * Your function. It must end within 10 s, which is how long the gateway waits: put longer work into a queue. If it
 * throws, the gateway tries again later.
 */
export type Handle = (received: Received) => Promise<void> | void;

/** A request of `node:http`, or of a framework upon it. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** A parsed body: Express with `express.raw` has the bytes here. */
  readonly body?: unknown;
  /** The bytes beside a parsed body, in frameworks that keep them. */
  readonly rawBody?: unknown;
  /** Whether the stream was read. */
  readonly readableDidRead?: boolean | undefined;
}

/** An answer of `node:http`, or of a framework upon it. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text?: string): unknown;
}

/** Notifications have a few kilobytes. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Longer than the gateway waits for an answer, so that its next try does not meet the claim of a living process. */
const CLAIM_MS = 60_000;
const DONE = 204;
const METHOD_NOT_ALLOWED = 405;
const FAILED = 500;

export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #store: NotificationStore;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#store = options.store ?? memoryStore();
  }

  /**
   * Verifies and parses one request, and calls `handle` unless the notification was handled before.
   *
   * @param body the bytes as they came
   * @returns whether `handle` was called
   * @throws WebhookError if the message is refused, or another process is handling it
   * @throws the error of `handle`
   */
  async receive(headers: WebhookHeaders, body: WebhookBody, handle: Handle): Promise<boolean> {
    const bytes = bodyBytes(body);
    if (bytes.length > BODY_BYTES_MAX) {
      throw tooLarge();
    }
    const verified = await verify(headers, bytes, this.#options);
    const notification = parse(bytes);
    const { now = Date.now } = this.#options;
    const claim = await this.#store.claim(verified.id, now(), now() + CLAIM_MS);
    if (claim === 'DONE') {
      return false;
    }
    if (claim === 'CLAIMED_BY_OTHER') {
      throw new WebhookError('IN_PROGRESS', `Another process is handling ${verified.id}.`);
    }
    const stream = streamOf(notification);
    try {
      const newest = stream === undefined ? 0 : await this.#store.newest(stream);
      await handle({
        ...verified,
        notification,
        attempt: Number(headerOf(headers, 'x-notification-attempt') ?? 1),
        supportCode: headerOf(headers, 'x-notification-support-code'),
        isStale: notification.sequence < newest,
      });
    } catch (error) {
      await this.#store.release(verified.id);
      throw error;
    }
    await this.#store.finish(verified.id, stream, notification.sequence);
    return true;
  }

  /**
   * A handler of fetch requests: Next.js, Astro, Hono, Deno, Bun.
   *
   * @example export const POST = webhooks.fetchHandler(async ({ notification }) => { … });
   */
  fetchHandler(handle: Handle): (request: Request) => Promise<Response> {
    return async (request) => {
      const status = await this.#statusOf(request.method, async () => {
        if (request.bodyUsed) {
          throw wasParsed();
        }
        const body = await limited(request.body ?? []);
        await this.receive(request.headers, body, handle);
      });
      return new Response(null, { status });
    };
  }

  /**
   * A handler for `node:http` and Express. In Express no parser of JSON may run before it, or
   * `express.raw({ type: 'application/json' })` instead of one.
   *
   * @example app.post('/turnpike', webhooks.nodeHandler(async ({ notification }) => { … }));
   */
  nodeHandler(handle: Handle): (request: NodeRequest, response: NodeResponse) => Promise<void> {
    return async (request, response) => {
      response.statusCode = await this.#statusOf(request.method, async () => {
        await this.receive(request.headers, await bytesOf(request), handle);
      });
      response.setHeader('Content-Length', '0');
      response.end();
    };
  }

  async #statusOf(method: string | undefined, receive: () => Promise<void>): Promise<number> {
    if (method !== undefined && method !== 'POST') {
      return METHOD_NOT_ALLOWED;
    }
    try {
      await receive();
      return DONE;
    } catch (error) {
      const { onError = console.error } = this.#options;
      onError(error);
      return error instanceof WebhookError ? error.status : FAILED;
    }
  }
}

/** @throws WebhookError if a parser has taken the bytes */
async function bytesOf(request: NodeRequest): Promise<WebhookBody> {
  for (const body of [request.rawBody, request.body]) {
    if (typeof body === 'string' || ArrayBuffer.isView(body)) {
      return body as string | Uint8Array;
    }
  }
  // Parsers of other types than JSON leave an empty object in Express 4, and the stream as it was.
  const isUnread = request.readableDidRead === false;
  if (request.readableDidRead === true || (!isUnread && request.body !== undefined && request.body !== null)) {
    throw wasParsed();
  }
  return limited(request);
}

function wasParsed(): WebhookError {
  return new WebhookError('BODY_WAS_PARSED', 'A parser has read the body: verify before you parse.');
}

/** @throws WebhookError once there are more bytes than a notification has */
async function limited(chunks: AsyncIterable<unknown> | Iterable<unknown>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const part = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array);
    length += part.length;
    if (length > BODY_BYTES_MAX) {
      throw tooLarge();
    }
    parts.push(part);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

function tooLarge(): WebhookError {
  return new WebhookError('TOO_LARGE', `The body has more than ${BODY_BYTES_MAX} bytes.`);
}
