/**
 * A thread that renders and compresses pages, since both take longer than the rest of a response with a page, and would
 * delay payments. If the thread ends, pending pages fail, and the next page starts a new one.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { type ModuleSources, readModules, startThread } from '../../platform/module-sources.ts';
import type { FromPageThread, PageQuestion, ToPageThread } from './page-messages.ts';
import type { PageRenderer } from './page-renderer.ts';
import { templatedRenderer } from './templates/templated-renderer.ts';

/** The pages and their texts take about 20 MB; each page leaves about 100 KB of garbage. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 } as const;
/**
 * A thread that sends nothing for longer is ended. A page takes a millisecond, a start on a busy machine some seconds.
 */
const SILENCE_MS_MAX = 30_000;

export interface PageThread {
  /** Resolves when the pages are loaded. @throws Error when they could not be */
  renderer(): Promise<PageRenderer>;
  close(): Promise<void>;
}

/**
 * @param built the URL of the module that the build exports
 * @param silenceMsMax lowered only by tests
 */
export function startPageThread(built: string, silenceMsMax = SILENCE_MS_MAX): PageThread {
  const modules = readModules(new URL('./page-worker.ts', import.meta.url), built);
  const start = () => new RunningThread(modules, built, silenceMsMax);
  let thread = start();
  let isClosed = false;
  return {
    renderer() {
      if (thread.hasEnded && !isClosed) {
        thread = start();
      }
      return thread.renderer;
    },
    async close() {
      isClosed = true;
      await thread.end();
    },
  };
}

type Reply = Exclude<FromPageThread, { readonly is: 'FAILED' | 'READY' }>;

interface PendingReply {
  readonly made: (reply: Reply) => void;
  readonly failed: (error: unknown) => void;
}

class RunningThread {
  readonly renderer: Promise<PageRenderer>;
  readonly #worker: Worker;
  readonly #outstanding = new Map<number, PendingReply>();
  readonly #end: (error: Error) => void;
  #isLoaded = false;
  #questionCount = 0;
  #lastMessageAt = performance.now();
  #endError: Error | undefined;

  constructor(modules: ModuleSources, built: string, silenceMsMax: number) {
    this.#worker = startThread(modules, built, { env: compileCache(), resourceLimits: THREAD_MEMORY });
    this.#worker.unref();
    const loaded = Promise.withResolvers<PageRenderer>();
    this.renderer = loaded.promise;
    // Callers get the rejection from `renderer`; the process continues without pages.
    loaded.promise.catch(() => undefined);
    let cause: Error | undefined;
    this.#worker.on('error', (error: Error) => {
      cause = error;
    });
    this.#worker.on('message', (message: FromPageThread) => {
      this.#lastMessageAt = performance.now();
      if (message.is === 'READY') {
        this.#isLoaded = true;
        loaded.resolve(this.#renderer(message));
      } else {
        this.#settleReply(message);
      }
    });
    const silence = setInterval(() => this.#endIfSilent(silenceMsMax), silenceMsMax / 2).unref();
    this.#end = (error) => {
      clearInterval(silence);
      this.#endError = error;
      loaded.reject(error);
      for (const { failed } of this.#outstanding.values()) {
        failed(error);
      }
      this.#outstanding.clear();
    };
    this.#worker.once('exit', () => {
      const what = this.#isLoaded ? 'The thread that renders pages has ended' : 'The pages could not be loaded';
      this.#end(new Error(cause === undefined ? `${what}.` : `${what}: ${cause.message}`, { cause }));
    });
  }

  get hasEnded(): boolean {
    return this.#endError !== undefined;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #renderer({ styles }: FromPageThread & { readonly is: 'READY' }): PageRenderer {
    return templatedRenderer({
      styles,
      render: (order) => this.#page({ ask: 'RENDER', order }),
      packed: (order) => this.#page({ ask: 'PACKED', order }),
      pack: (html) => this.#page({ ask: 'PACK', html }),
      template: async (request) => {
        const reply = await this.#ask({ ask: 'TEMPLATE', request });
        return reply.is === 'COMPILED' ? reply.template : undefined;
      },
    });
  }

  async #page(question: PageQuestion): Promise<Buffer> {
    const reply = await this.#ask(question);
    return reply.is === 'MADE' ? Buffer.from(reply.bytes.buffer) : Buffer.alloc(0);
  }

  #ask(question: PageQuestion): Promise<Reply> {
    return new Promise((made, failed) => {
      if (this.#endError !== undefined) {
        throw this.#endError;
      }
      const id = this.#questionCount;
      this.#questionCount += 1;
      if (this.#outstanding.size === 0) {
        this.#lastMessageAt = performance.now();
      }
      this.#worker.postMessage({ ...question, id } satisfies ToPageThread);
      this.#outstanding.set(id, { made, failed });
    });
  }

  #settleReply(message: Exclude<FromPageThread, { readonly is: 'READY' }>): void {
    const asked = this.#outstanding.get(message.id);
    this.#outstanding.delete(message.id);
    if (message.is === 'FAILED') {
      asked?.failed(message.error);
    } else {
      asked?.made(message);
    }
  }

  /**
   * Ends a thread that has stopped responding, since it would block all pages. `terminate()` may never resolve: do not
   * await it.
   */
  #endIfSilent(msMax: number): void {
    const isWaitedFor = this.#outstanding.size > 0 || !this.#isLoaded;
    if (isWaitedFor && performance.now() - this.#lastMessageAt > msMax) {
      this.#end(new Error('The pages took too long, and their thread was ended.'));
      void this.#worker.terminate();
    }
  }
}

/** The folder of the process's compile cache, if it has one: the API names its subfolder for this version of Node. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
