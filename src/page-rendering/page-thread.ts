/**
 * A thread that renders and packs pages. Both take longer than all else that an answer with a page needs, and payments
 * would wait for them. A thread that has ended is started anew for the next page; whoever waited for the old one is
 * told that the page could not be shown.
 */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { type ModuleSources, readModules, startThread } from '../module-sources.ts';
import type { FromPageThread, PageQuestion, ToPageThread } from './page-messages.ts';
import type { PageRenderer } from './page-renderer.ts';

/** The pages and their texts take some 20 MB; each page is some 100 KB of garbage. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 } as const;
/** A page takes a millisecond, and a thread that starts on a busy machine some seconds. */
const SILENCE_MS_MAX = 30_000;

export interface PageThread {
  /** Resolves when the pages are loaded. @throws Error when they could not be */
  renderer(): Promise<PageRenderer>;
  close(): Promise<void>;
}

/**
 * @param built the URL of the module that the build exports
 * @param silenceMsMax only tests lower it
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

interface Outstanding {
  readonly made: (page: Buffer) => void;
  readonly failed: (error: unknown) => void;
}

class RunningThread {
  readonly renderer: Promise<PageRenderer>;
  readonly #worker: Worker;
  readonly #outstanding = new Map<number, Outstanding>();
  readonly #end: (error: Error) => void;
  #isLoaded = false;
  #asked = 0;
  #heardAt = performance.now();
  #ended: Error | undefined;

  constructor(modules: ModuleSources, built: string, silenceMsMax: number) {
    this.#worker = startThread(modules, built, { env: compileCache(), resourceLimits: THREAD_MEMORY });
    this.#worker.unref();
    const loaded = Promise.withResolvers<PageRenderer>();
    this.renderer = loaded.promise;
    // Who asks is told: the process goes on with what needs no page.
    loaded.promise.catch(() => undefined);
    let cause: Error | undefined;
    this.#worker.on('error', (error: Error) => {
      cause = error;
    });
    this.#worker.on('message', (message: FromPageThread) => {
      this.#heardAt = performance.now();
      if (message.is === 'READY') {
        this.#isLoaded = true;
        loaded.resolve(this.#renderer(message));
      } else {
        this.#answered(message);
      }
    });
    const silence = setInterval(() => this.#endIfSilent(silenceMsMax), silenceMsMax / 2).unref();
    this.#end = (error) => {
      clearInterval(silence);
      this.#ended = error;
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
    return this.#ended !== undefined;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #renderer({ styles }: FromPageThread & { readonly is: 'READY' }): PageRenderer {
    return {
      styles,
      render: (order) => this.#ask({ ask: 'RENDER', order }),
      packed: (order) => this.#ask({ ask: 'PACKED', order }),
      pack: (html) => this.#ask({ ask: 'PACK', html }),
    };
  }

  #ask(question: PageQuestion): Promise<Buffer> {
    return new Promise((made, failed) => {
      if (this.#ended !== undefined) {
        throw this.#ended;
      }
      const id = this.#asked;
      this.#asked += 1;
      if (this.#outstanding.size === 0) {
        this.#heardAt = performance.now();
      }
      this.#worker.postMessage({ ...question, id } satisfies ToPageThread);
      this.#outstanding.set(id, { made, failed });
    });
  }

  #answered(message: Exclude<FromPageThread, { readonly is: 'READY' }>): void {
    const asked = this.#outstanding.get(message.id);
    this.#outstanding.delete(message.id);
    if (message.is === 'FAILED') {
      asked?.failed(message.error);
    } else {
      asked?.made(Buffer.from(message.bytes.buffer));
    }
  }

  /**
   * A page that never ends, or is never loaded, would hold up all others. Its thread may be beyond ending, and is
   * waited for by nobody.
   */
  #endIfSilent(msMax: number): void {
    const isWaitedFor = this.#outstanding.size > 0 || !this.#isLoaded;
    if (isWaitedFor && performance.now() - this.#heardAt > msMax) {
      this.#end(new Error('The pages took too long, and their thread was ended.'));
      void this.#worker.terminate();
    }
  }
}

/** Where the process keeps compiled code, if it does: in one folder for each version of Node. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
