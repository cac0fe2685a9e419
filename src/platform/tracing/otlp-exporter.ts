/**
 * Sends ended spans in batches to a receiver of OTLP over HTTP. Requests never wait for it: spans are queued up to a
 * limit, beyond which they are dropped and counted. A receiver that is away, slow or hostile costs one request at a
 * time, which ends after a while, and no more memory than the queue.
 */
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { otlpJson, type Resource } from './otlp-json.ts';
import type { Span } from './span.ts';

/** The maximum number of spans that wait: 400 traced payments, two megabytes. */
const QUEUE_MAX = 2_048;
/** The maximum number of spans in one request, whose JSON takes the thread a millisecond. */
const BATCH_MAX = 256;
/** The time limit of a request, from its start to the answer's end. */
const ANSWER_MS_MAX = 10_000;
/** The limit at the end of the process. */
const LAST_ANSWER_MS_MAX = 1_000;
/** More of an answer is not read. */
const ANSWER_BYTES_MAX = 16 * 1_024;
/** After a failure the next request waits twice as long, up to this time. */
const PAUSE_MS_MAX = 60_000;

export interface ExporterOptions {
  /** The address of the receiver's spans, such as `http://localhost:4318/v1/traces`. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly version: string;
  /** The longest time for which a span waits, milliseconds. */
  readonly delayMs: number;
  /** Overrides the limit of an answer. */
  readonly answerMsMax?: number;
}

/** The spans since the process started, by what became of them. */
export interface SpanCounts {
  readonly sent: number;
  /** The queue was full. */
  readonly dropped: number;
  /** The receiver did not accept them. */
  readonly failed: number;
}

export class OtlpExporter {
  readonly #options: ExporterOptions;
  #queue: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #underWay: ClientRequest | undefined;
  #pauseMs: number;
  #isClosed = false;
  readonly #counts = { sent: 0, dropped: 0, failed: 0 };

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#pauseMs = options.delayMs;
  }

  get counts(): SpanCounts {
    return this.#counts;
  }

  add(span: Span): void {
    if (this.#queue.length >= QUEUE_MAX || this.#isClosed) {
      this.#counts.dropped += 1;
      return;
    }
    this.#queue.push(span);
    this.#timer ??= setTimeout(() => this.#send(), this.#pauseMs).unref();
    if (this.#queue.length === BATCH_MAX && this.#sending === undefined && this.#pauseMs === this.#options.delayMs) {
      // At hundreds of traced requests a second the queue would overflow within the delay.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#send(), 0).unref();
    }
  }

  /** Sends the spans that wait, if the receiver accepts them within a second, and drops the others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const end = setTimeout(() => this.#underWay?.destroy(), LAST_ANSWER_MS_MAX);
    const until = performance.now() + LAST_ANSWER_MS_MAX;
    await this.#sending;
    while (this.#queue.length > 0 && performance.now() < until && (await this.#sendBatch())) {
      // The next batch follows.
    }
    clearTimeout(end);
    this.#counts.dropped += this.#queue.length;
    this.#queue = [];
  }

  #send(): void {
    this.#sending = this.#sendBatch().then((isAccepted) => {
      const { delayMs } = this.#options;
      this.#pauseMs = isAccepted ? delayMs : Math.min(this.#pauseMs * 2, Math.max(PAUSE_MS_MAX, delayMs));
      this.#sending = undefined;
      this.#timer = undefined;
      if (this.#queue.length > 0 && !this.#isClosed) {
        // A full batch is waiting already if requests are traced faster than the interval allows.
        const waits = isAccepted && this.#queue.length >= BATCH_MAX ? 0 : this.#pauseMs;
        this.#timer = setTimeout(() => this.#send(), waits).unref();
      }
    });
  }

  /** @returns whether the receiver accepted the spans, which are gone in both cases */
  async #sendBatch(): Promise<boolean> {
    const batch = this.#queue.splice(0, BATCH_MAX);
    const { resource, version } = this.#options;
    const isAccepted = await this.#post(otlpJson(resource, version, batch));
    this.#counts[isAccepted ? 'sent' : 'failed'] += batch.length;
    return isAccepted;
  }

  /** Does not reject. Redirects are not followed. */
  #post(body: string): Promise<boolean> {
    const { url, headers, answerMsMax = ANSWER_MS_MAX } = this.#options;
    return new Promise((resolve) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const sent = request(url, {
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': 'turnpike',
          Connection: 'close',
        },
        agent: false,
      });
      this.#underWay = sent;
      const deadline = setTimeout(() => sent.destroy(), answerMsMax);
      let isAccepted = false;
      sent.on('response', (response) => {
        const { statusCode = 0 } = response;
        isAccepted = statusCode >= 200 && statusCode < 300;
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES_MAX) {
            response.destroy();
          }
        });
        response.on('error', () => undefined);
      });
      sent.on('error', () => undefined);
      sent.on('close', () => {
        clearTimeout(deadline);
        this.#underWay = undefined;
        resolve(isAccepted);
      });
      sent.end(body);
    });
  }
}
