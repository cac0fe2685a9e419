/** PHP in WebAssembly, so that it also runs on a machine without PHP. */
import { readFileSync } from 'node:fs';
import { getPHPLoaderModule } from '@php-wasm/node-8-0';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';
import { asJson, type Case, PASSED, verifierUrl } from './case.ts';

const PROGRAM = `<?php
error_reporting(E_ALL);
set_error_handler(fn ($_, $message) => throw new ErrorException($message));
require '/verify.php';
echo json_encode(array_map(function ($case) {
    try {
        verify($case['headers'], base64_decode($case['body']), $case['key']);
        return '${PASSED}';
    } catch (UnexpectedValueException $error) {
        return $error->getMessage();
    }
}, json_decode(file_get_contents('/cases.json'), true)));
`;

export async function runPhp(cases: readonly Case[]): Promise<string[]> {
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  try {
    php.writeFile('/verify.php', readFileSync(verifierUrl('verify.php'), 'utf8'));
    php.writeFile('/cases.json', asJson(cases));
    const { text } = await php.run({ code: PROGRAM });
    return JSON.parse(text) as string[];
  } finally {
    php.exit();
  }
}
