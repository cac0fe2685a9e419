/**
 * Imports a package or a file from the operator's setting. Every package resolves the names that this program publishes
 * to this program's own modules, wherever the package is installed. The adapter therefore uses the same modules as the
 * gateway, and the package needs no own copy of Turnpike.
 */
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFile } from './package-names.ts';

/** The modules for packages. `package.json` publishes the same ones for compilers. */
const PUBLISHED_MODULES: Readonly<Record<string, string>> = {
  'turnpike/provider': new URL('../../provider-packages.ts', import.meta.url).href,
};

/**
 * The time limit of loading a package: a package that waits for the network would otherwise delay the start without a
 * limit.
 */
const LOAD_MS_MAX = 15_000;

let isHooked = false;
/** The package to be imported by its name. Other modules of this file's bundle import by relative paths. */
let named: string | undefined;

/** @param from the folder for the look-up of packages and for relative paths */
function hook(from: string): void {
  if (isHooked) {
    return;
  }
  isHooked = true;
  const parentURL = pathToFileURL(join(from, 'package.json')).href;
  registerHooks({
    resolve(specifier, context, next) {
      const published = PUBLISHED_MODULES[specifier];
      if (published !== undefined) {
        return next(published, context);
      }
      const isNamed = context.parentURL === import.meta.url && specifier === named;
      return next(specifier, isNamed ? { ...context, parentURL } : context);
    },
  });
}

/**
 * @param name a package or a file
 * @param from the working directory, the same for all packages of a process
 * @returns the module's exports
 * @throws Error in one line for the operator
 */
export async function importPackage(name: string, from: string): Promise<unknown> {
  hook(from);
  named = isFile(name) ? undefined : name;
  const specifier = named ?? pathToFileURL(resolve(from, name)).href;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${LOAD_MS_MAX / 1_000} s`)), LOAD_MS_MAX);
  });
  try {
    return await Promise.race([import(specifier), late]);
  } catch (error) {
    throw new Error(whyNot(name, from, error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function whyNot(name: string, from: string, error: unknown): string {
  const { code, message = String(error) } = Object(error) as { code?: string; message?: string };
  const [line = ''] = message.split('\n');
  if (code === 'ERR_MODULE_NOT_FOUND' && isItself(name, from, line)) {
    return isFile(name)
      ? `${name} is not there: there is no file ${resolve(from, name)}. Correct PROVIDERS.`
      : `${name} is not installed where ${from} finds it. Install it, or name its file in PROVIDERS.`;
  }
  if (code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING') {
    return `${name} is TypeScript below node_modules, which Node does not run. Install a version that ships JavaScript.`;
  }
  return `${name} does not load: ${line}`;
}

/** True if the missing module is the package itself and not one of its imports. */
function isItself(name: string, from: string, message: string): boolean {
  if (isFile(name)) {
    return message.includes(`'${resolve(from, name)}'`);
  }
  const whole = name.split('/').slice(0, name.startsWith('@') ? 2 : 1);
  return message.includes(`'${whole.join('/')}'`);
}
