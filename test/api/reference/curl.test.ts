import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { curlCommand, shellSettings } from '../../../src/api/reference/curl.ts';
import { DOCUMENTED_OPERATIONS } from '../../../src/api/reference/documented-operations.ts';
import { EXAMPLES } from '../../../src/api/reference/examples.ts';

const run = promisify(execFile);

/** Separates the arguments of one command from those of the next; no argument contains it. */
const NEXT = '\u0001';

/** The arguments that a shell passes to curl, for each command. */
async function argumentsOf(commands: readonly string[]): Promise<string[][]> {
  const script = `PASSWORD=pass; PARES=PARES1; SESSION=SESSION1; TOKEN=TOKEN1
curl() { for one in "$@"; do printf '%s\\0' "$one"; done; printf '${NEXT}'; }
${shellSettings('https://pay.example', 'TESTSHOP', 100)}
${commands.join('\n')}`;
  const { stdout } = await run('sh', ['-c', script]);
  return stdout
    .split(NEXT)
    .slice(0, -1)
    .map((sent) => sent.split('\0').slice(0, -1));
}

it.each(DOCUMENTED_OPERATIONS)(
  'the command for %s is one that a shell understands, with the body as JSON',
  async (name) => {
    const { before, call } = EXAMPLES[name];
    const calls = [...before, call];
    const understood = await argumentsOf(calls.map((one) => curlCommand(one)));
    expect(understood).toHaveLength(calls.length);
    for (const [index, one] of calls.entries()) {
      const sent = understood[index] ?? [];
      expect(sent.slice(0, 2)).toEqual(['-u', 'merchant.TESTSHOP:pass']);
      expect(sent.join(' ')).toContain('https://pay.example/api/rest/version/100/merchant/TESTSHOP/');
      expect(sent.join(' ')).not.toContain('$');
      if (one.body === undefined) {
        expect(sent).not.toContain('-d');
      } else {
        const expected = JSON.stringify(one.body)
          .replaceAll('$SESSION', 'SESSION1')
          .replaceAll('$TOKEN', 'TOKEN1')
          .replaceAll('$PARES', 'PARES1');
        expect(JSON.parse(sent[sent.indexOf('-d') + 1] ?? '')).toEqual(JSON.parse(expected));
      }
    }
  },
);

it('quotes in a command survive the shell', async () => {
  const body = { order: { description: `Ada's "best" mug; $(id) \`id\` \\` } };
  const [sent = []] = await argumentsOf([curlCommand({ operation: 'CREATE_SESSION', at: {}, body })]);
  expect(JSON.parse(sent[sent.indexOf('-d') + 1] ?? '')).toEqual(body);
});
