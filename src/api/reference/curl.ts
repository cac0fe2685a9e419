/** Examples as shell commands to paste. */
import { OPERATIONS } from '../../contract/operations.ts';
import { exampleAddress } from './example-run.ts';
import type { ExampleCall } from './examples.ts';
import { jsonText } from './json-text.ts';

/** Shell variables for every command: the gateway's address and the caller's credentials. */
export function shellSettings(origin: string, merchant: string, version: number): string {
  return [
    `API=${origin}/api/rest/version/${version}/merchant/${merchant}`,
    `LOGIN="merchant.${merchant}:$PASSWORD"`,
  ].join('\n');
}

/** `$SESSION`, `$TOKEN`, `$LINK` and `$NOTIFICATION` stay unchanged, since they are shell variables. */
export function curlCommand({ operation, at, body }: ExampleCall): string {
  const { method } = OPERATIONS[operation];
  const start = `curl -u "$LOGIN"${method === 'GET' ? '' : ` -X ${method}`} "$API${exampleAddress(operation, at)}"`;
  return body === undefined ? start : `${start} -d '${quoteForShell(jsonText(body))}'`;
}

/** Quotes for the shell in single quotes, which are closed around each variable so that it is expanded. */
function quoteForShell(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/\$[A-Z]+/g, (variable) => `'"${variable}"'`);
}
