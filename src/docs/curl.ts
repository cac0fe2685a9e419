/** Examples as commands that can be pasted into a shell. */
import { VERSION_MAX } from '../contract/field.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { addressOf } from './example-run.ts';
import type { ExampleCall } from './examples.ts';
import { jsonText } from './json-text.ts';

/** What every command needs: where the gateway is, and who calls. */
export function shellSettings(origin: string, merchant: string): string {
  return [
    `API=${origin}/api/rest/version/${VERSION_MAX}/merchant/${merchant}`,
    `LOGIN="merchant.${merchant}:$PASSWORD"`,
  ].join('\n');
}

/** `$SESSION`, `$TOKEN` and `$NOTIFICATION` stay as they are: the shell has them. */
export function curlCommand({ operation, at, body }: ExampleCall): string {
  const { method } = OPERATIONS[operation];
  const start = `curl -u "$LOGIN"${method === 'GET' ? '' : ` -X ${method}`} "$API${addressOf(operation, at)}"`;
  return body === undefined ? start : `${start} -d '${quoted(jsonText(body))}'`;
}

/** Inside single quotes, out of which a variable has to be lifted. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/\$[A-Z]+/g, (variable) => `'"${variable}"'`);
}
