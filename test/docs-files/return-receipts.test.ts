/** The programs of the guide to return receipts, each with the receipt of a payment at a running gateway. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../support/registered.ts';
import { keptStack, type Stack } from '../support/stack.ts';
import { codeBlocks, docPage } from './documentation.ts';
import { payByCard } from './scriptless-payer.ts';

const run = promisify(execFile);

const PROGRAMS = [
  { language: 'js', file: 'receipt.mjs', command: process.execPath, check: ['--version'] },
  { language: 'python', file: 'receipt.py', command: 'python3', check: ['-c', 'import cryptography'] },
  { language: 'php', file: 'receipt.php', command: 'php', check: ['-r', 'sodium_crypto_sign_keypair();'] },
];
const GUIDE = docPage('docs/guide/return-receipts.md');
const isInstalled = ({ command, check }: (typeof PROGRAMS)[number]) => spawnSync(command, check).status === 0;

let stack: Stack;
let folder: string;
let shop: string;
let receipt: string;
beforeAll(async () => {
  stack = await keptStack();
  const { id, merchant } = await register(stack, { returnReceipt: true });
  shop = id;
  receipt = await paidReceipt(merchant);
  folder = await mkdtemp(join(tmpdir(), 'turnpike-return-receipts-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Pays a checkout. @returns the receipt in the address of the page's link to the shop */
async function paidReceipt(merchant: Awaited<ReturnType<typeof register>>['merchant']): Promise<string> {
  const returnUrl = 'https://shop.example/back?order=7';
  const { sessionId, url } = await merchant.checkout({ returnUrl });
  await payByCard(url);
  const page = await (await fetch(`${stack.origin}/checkout/done/${sessionId}`)).text();
  const address = /https:\/\/shop\.example\/back\?order=7&(?:amp;|#38;)?resultIndicator[^"]*/.exec(page)?.[0] ?? '';
  return /returnReceipt=([\w.-]+)/.exec(address)?.[1] ?? '';
}

it('the guide has one program for each language, under its file’s name', () => {
  for (const { language, file } of PROGRAMS) {
    expect(codeBlocks(GUIDE, language)).toHaveLength(1);
    expect(GUIDE).toContain(`\`${file}\``);
  }
});

describe.each(PROGRAMS.filter(isInstalled))('$file', ({ language, file, command }) => {
  const read = async (text: string, env: object = {}) => {
    const path = join(folder, file);
    await writeFile(path, codeBlocks(GUIDE, language)[0] ?? '');
    const settings = { ...process.env, GATEWAY: stack.origin, MERCHANT: shop, ...env };
    return run(command, [path, text], { env: settings });
  };

  it('prints the content of a receipt', async () => {
    const { stdout } = await read(receipt);
    expect(JSON.parse(stdout)).toMatchObject({
      iss: stack.origin,
      aud: shop,
      result: 'SUCCESS',
      status: 'CAPTURED',
      currency: 'EUR',
    });
  });

  it('refuses a changed receipt, another shop’s, and another gateway’s', async () => {
    const [head = '', body = '', signature = ''] = receipt.split('.');
    const content = Buffer.from(body, 'base64url').toString().replace('SUCCESS', 'PENDING');
    const forged = [head, Buffer.from(content).toString('base64url'), signature].join('.');
    await expect(read(forged)).rejects.toThrow();
    await expect(read(receipt, { MERCHANT: 'ANOTHER' })).rejects.toThrow();
    await expect(read(receipt, { GATEWAY: stack.origin.replace('localhost', '127.0.0.1') })).rejects.toThrow();
  });
});
