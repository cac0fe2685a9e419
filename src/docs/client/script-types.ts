/**
 * Types of the scripts that merchants' pages load, for pages written in TypeScript: what each leaves behind, and the
 * fields and answers of the operations that they call, made from the contract. `npm run reference` writes it to
 * `docs/turnpike-scripts.d.ts`; the gateway serves the same at `/docs/turnpike-scripts.d.ts`.
 */
import { readFileSync } from 'node:fs';
import { components } from '../openapi/components.ts';
import { answerName, requestName, rootSchemas } from '../openapi/openapi-requests.ts';
import { withInner } from './needed-schemas.ts';
import { declaration } from './types.ts';

/**
 * Not a file of TypeScript here: its globals are those of shops' pages, not of this program. Read with this module,
 * because an upgrade in the same checkout replaces the file.
 */
const GLOBALS = readFileSync(new URL('./script-globals.txt', import.meta.url), 'utf8');

const CALLED = ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'] as const;

/** The served and committed text. */
export function scriptTypesText(): string {
  const schemas = components(rootSchemas());
  const needed = withInner(
    CALLED.flatMap((name) => [requestName(name), answerName(name)]),
    schemas,
  );
  const types = needed.map((name) => declaration(name, schemas[name] ?? {}, '  '));
  return `${GLOBALS}\n${types.join('\n')}}\n`;
}
