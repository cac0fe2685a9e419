/** Each line of a gateway's log matches the schema in the documentation, and has each field once. */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';

export const LOG_SCHEMA = JSON.parse(
  readFileSync(new URL('../../docs/operating/log-line.schema.json', import.meta.url), 'utf8'),
);

// The schema's `examples` are for readers.
const ajv = new Ajv.default({ allowUnionTypes: true, formats: { 'date-time': true } });
const isLine = ajv.compile(LOG_SCHEMA);

/** @throws Error with the first line that does not match */
export function requireLogLines(lines: readonly string[]): void {
  for (const line of lines) {
    const fields: unknown = JSON.parse(line);
    if (!isLine(fields)) {
      throw new Error(`a log line is not as in log-line.schema.json: ${ajv.errorsText(isLine.errors)} in ${line}`);
    }
    if (JSON.stringify(fields).length !== line.trimEnd().length) {
      throw new Error(`a log line has a field twice: ${line}`);
    }
  }
}
