/** Finds the places at which statements are defined. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const STORE = 'src/adapters/store/';
const FRAME = /(file:\/\/.+?):(\d+):\d+\)?$/;
const DEFINITION = /^(?:export )?(?:const|function|class) (\w+)/;

/**
 * @param stack of a call that defines a statement
 * @returns the module, within the store, and the name that it defines there: `risk/statements.ts forgetAttempts`. A
 *   statement that a function of another module makes has the place of the outermost call.
 */
export function placeOf(stack: string): string {
  const frames = stack.split('\n').flatMap((line) => {
    const [, url, number] = FRAME.exec(line) ?? [];
    const file = url === undefined ? '' : relative(process.cwd(), fileURLToPath(url));
    return file.startsWith(STORE) ? [{ file, line: Number(number) }] : [];
  });
  const outermost = frames.at(-1);
  return outermost === undefined ? 'unknown' : nameAt(outermost.file, outermost.line);
}

function nameAt(file: string, line: number): string {
  const above = readFileSync(file, 'utf8').split('\n').slice(0, line);
  const [, name = ''] = DEFINITION.exec(above.findLast((text) => DEFINITION.test(text)) ?? '') ?? [];
  return `${file.slice(STORE.length)} ${name}`;
}
