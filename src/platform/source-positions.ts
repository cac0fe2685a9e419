/**
 * Stack traces with the files and lines of the sources, where a bundle runs. Its source maps are read when a trace
 * needs them. Node's option `--enable-source-maps` reads all of them at the start, which takes longer than loading the
 * bundle, and keeps them in memory.
 */
import { readFileSync } from 'node:fs';
import { BUNDLE } from './bundle.ts';
import { originOf } from './source-map.ts';

/** A position in a trace's line, such as `(file:///…/dist/program/…/main.mjs:10:3)`. */
const POSITION = /(file:\/\/[^\s()]+\/dist\/program\/[^\s()]+\.mjs):(\d+):(\d+)/g;
/** Enough for the traces of all errors that repeat. */
const KNOWN_MAX = 1_000;

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Call it once at the start of a process or thread. It does nothing where the sources run. */
export function nameSourcesInStacks(): void {
  if (BUNDLE !== undefined) {
    const known = new Map<string, string>();
    Error.prepareStackTrace = (error, calls) =>
      [Error.prototype.toString.call(error), ...calls.map((call) => `    at ${call}`)]
        .map((line) => inSources(line, known))
        .join('\n');
  }
}

/** @param known the positions that were found before */
function inSources(text: string, known: Map<string, string>): string {
  return text.replaceAll(POSITION, (position, file: string, line: string, column: string) => {
    const found = known.get(position) ?? positionIn(file, Number(line), Number(column)) ?? position;
    if (known.size < KNOWN_MAX) {
      known.set(position, found);
    }
    return found;
  });
}

/** @returns undefined if the file has no source map any more */
function positionIn(file: string, line: number, column: number): string | undefined {
  try {
    const { sources, mappings } = JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMap;
    const origin = originOf(mappings, line - 1, column - 1);
    const source = origin && sources[origin.source];
    return source && `${new URL(source, file)}:${origin.line + 1}:${origin.column + 1}`;
  } catch {
    return undefined;
  }
}
