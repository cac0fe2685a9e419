import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Case, PASSED } from './case.ts';

const VERIFIER = new URL('../../../../src/sandbox/receiver/verifiers/verify.mjs', import.meta.url);
const OUTPUT_BYTES_MAX = 16 * 1_024 * 1_024;

/** In a Node process without type stripping. */
export async function runJavaScript(cases: readonly Case[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-verify-'));
  const program = join(folder, 'run.mjs');
  const file = join(folder, 'cases.json');
  const given = cases.map(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body).toString('base64') }));
  writeFileSync(file, JSON.stringify(given));
  writeFileSync(
    program,
    `import { readFileSync } from 'node:fs';
import { verify } from ${JSON.stringify(VERIFIER.href)};
const said = JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ headers, body, key }) => {
  try {
    verify(headers, Buffer.from(body, 'base64'), key);
    return ${JSON.stringify(PASSED)};
  } catch (error) {
    return error.message;
  }
});
console.log(JSON.stringify(said));
`,
  );
  try {
    const args = ['--no-experimental-strip-types', fileURLToPath(new URL(`file://${program}`)), file];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: OUTPUT_BYTES_MAX });
    return JSON.parse(stdout) as string[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
