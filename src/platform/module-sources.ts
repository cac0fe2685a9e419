/**
 * Reads the modules of threads and child processes when this process starts. A thread that starts an hour later then
 * runs the same version as this process, even if `git pull`, a build or `npm ci` has replaced the files since.
 */
import { readFileSync } from 'node:fs';
import { type ResourceLimits, Worker } from 'node:worker_threads';

export interface ModuleSources {
  /** The URL of the module to run. */
  readonly entry: string;
  /** The source texts by URL: of the entry, and of the files that it imports by relative paths. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Static and dynamic imports of relative paths. A match inside a string leads to no file, and is ignored. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(["'])(\.{1,2}\/[^"'\n]+)\1/g;

/**
 * @param entry the module to run
 * @param others the modules that the entry imports by a computed path
 * @throws Error if a module cannot be read
 */
export function readModules(entry: string | URL, ...others: readonly (string | URL)[]): ModuleSources {
  const texts: Record<string, string> = {};
  const named = [entry, ...others].map((one) => new URL(one).href);
  const open = [...named];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (texts[url] === undefined) {
      const text = textOf(url, named.includes(url));
      if (text !== undefined) {
        texts[url] = text;
        open.push(...importsOf(text, url));
      }
    }
  }
  return { entry: new URL(entry).href, texts };
}

function textOf(url: string, isRequired: boolean): string | undefined {
  try {
    return readFileSync(new URL(url), 'utf8');
  } catch (error) {
    if (isRequired) {
      throw error;
    }
    return undefined;
  }
}

function importsOf(text: string, url: string): string[] {
  return [...text.matchAll(RELATIVE_IMPORT)].map(([, , path = '']) => new URL(path, url).href);
}

/**
 * A script that imports the entry from the stored texts. Other modules, such as packages, are resolved and loaded as
 * usual.
 */
const LOADER = `
const { registerHooks } = require('node:module');
registerHooks({
  resolve(specifier, context, next) {
    const url = /^\\.{1,2}\\//.test(specifier) ? new URL(specifier, context.parentURL).href : specifier;
    return modules.texts[url] === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
  load(url, context, next) {
    const source = modules.texts[url];
    const format = url.endsWith('.ts') ? 'module-typescript' : 'module';
    return source === undefined ? next(url, context) : { format, source, shortCircuit: true };
  },
});
import(modules.entry);`;

/** Returns the program of a child process, to write to its standard input. */
export function childProgram(modules: ModuleSources): string {
  return `const modules = ${JSON.stringify(modules)};${LOADER}`;
}

/** The `workerData` of a thread. */
export interface ThreadData<Data> {
  readonly modules: ModuleSources;
  readonly data: Data;
}

export interface ThreadOptions {
  readonly resourceLimits: ResourceLimits;
  readonly env?: NodeJS.Dict<string>;
}

/** Starts a thread, which does not inherit this process's options and environment, because they include keys. */
export function startThread<Data>(modules: ModuleSources, data: Data, options: ThreadOptions): Worker {
  return new Worker(`const { modules } = require('node:worker_threads').workerData;${LOADER}`, {
    env: {},
    ...options,
    eval: true,
    execArgv: [],
    workerData: { modules, data } satisfies ThreadData<Data>,
  });
}
