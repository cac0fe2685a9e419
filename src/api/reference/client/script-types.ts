/**
 * Types of the scripts that merchants' pages load, for pages written in TypeScript: the scripts' globals, and the
 * fields and answers of the operations that they call, generated from the contract. `npm run reference` writes them to
 * `docs/turnpike-scripts.d.ts`; the gateway serves the same file at `/docs/turnpike-scripts.d.ts`.
 */
import { readFileSync } from 'node:fs';
import { components } from '../openapi/components.ts';
import { answerName, requestName, rootSchemas } from '../openapi/openapi-requests.ts';
import { withInner } from './needed-schemas.ts';
import { declaration } from './types.ts';

/**
 * The file is not named `.ts`, because its globals are those of shops' pages rather than of this program. It is read
 * when this module loads, because an upgrade in the same checkout replaces the file.
 */
const GLOBALS = readFileSync(new URL('./script-globals.txt', import.meta.url), 'utf8');

const SCRIPT_OPERATIONS = ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'] as const;

/** The text that is served and committed. */
export function scriptTypesText(): string {
  const schemas = components(rootSchemas());
  const needed = withInner(
    SCRIPT_OPERATIONS.flatMap((name) => [requestName(name), answerName(name)]),
    schemas,
  );
  const types = needed.map((name) => declaration(name, schemas[name] ?? {}, '  '));
  return `${GLOBALS}\n${types.join('\n')}}\n`;
}

/** The same as a module, for the package `@turnpike/scripts`: each global is an exported interface. */
export function scriptModuleText(): string {
  return scriptTypesText()
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, '/** The globals of the scripts. `npm run reference` generates this file. */\n')
    .replace(/^declare const (\w+): \{$([\s\S]*?)^\};$/gm, 'export interface $1Global {$2}')
    .replace('declare namespace', 'export declare namespace');
}
