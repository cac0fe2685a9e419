/** The programs of the guide to the first payment, each run as its reader does, against a gateway and its sandbox. */
import { type ChildProcessWithoutNullStreams, execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sandboxNotificationKey } from '../../src/settings/sandbox/index.ts';
import { describeAtLength, isFirst } from '../support/at-length.ts';
import { freePorts } from '../support/ports.ts';
import { API_PASSWORD, keptStack, type Stack } from '../support/stack.ts';
import { spawnTethered } from '../support/tethered.ts';
import { codeBlocks, docPage } from './documentation.ts';
import { payByCard } from './scriptless-payer.ts';

const run = promisify(execFile);

const START_MS_MAX = 30_000;

interface Program {
  readonly language: string;
  readonly file: string;
  readonly command: string;
  /** Its arguments before the file's name, as a server. */
  readonly server: (port: number) => readonly string[];
}

const PROGRAMS: readonly Program[] = [
  { language: 'js', file: 'first-payment.mjs', command: process.execPath, server: () => [] },
  { language: 'python', file: 'first_payment.py', command: 'python3', server: () => [] },
  { language: 'php', file: 'first-payment.php', command: 'php', server: (port) => ['-S', `localhost:${port}`] },
];

const isInstalled = ({ command }: Program) => spawnSync(command, ['--version']).status === 0;
const GUIDE = docPage('docs/guide/first-payment.md');

let stack: Stack;
beforeAll(async () => {
  stack = await keptStack();
});

it('the guide has one program for each language, under its file’s name', () => {
  for (const { language, file } of PROGRAMS) {
    expect(codeBlocks(GUIDE, language)).toHaveLength(1);
    expect(GUIDE).toContain(`\`${file}\``);
  }
});

describeAtLength(PROGRAMS.filter(isInstalled), isFirst)('$file', (program) => {
  const { language, file, command, server } = program;
  let folder: string;
  let shop: string;
  let env: NodeJS.ProcessEnv;
  let child: ChildProcessWithoutNullStreams;
  let output = '';

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    shop = `http://localhost:${port}`;
    folder = await mkdtemp(join(tmpdir(), 'turnpike-first-payment-'));
    await writeFile(join(folder, file), codeBlocks(GUIDE, language)[0] ?? '');
    env = {
      ...process.env,
      GATEWAY: stack.origin,
      PASSWORD: API_PASSWORD,
      NOTIFICATION_KEY: sandboxNotificationKey(stack.dataDir),
      PORT: `${port}`,
    };
    child = spawnTethered(command, [...server(port), join(folder, file)], env);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    await vi.waitFor(() => fetch(`${shop}/none`), START_MS_MAX);
  });
  afterAll(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });

  /** @returns the id of a new order, which the payer has paid */
  async function paidOrder(): Promise<string> {
    const redirect = await fetch(`${shop}/`, { redirect: 'manual' });
    expect(redirect.status).toBe(303);
    await payByCard(redirect.headers.get('location') ?? '');
    const paid = /(ORDER-\S+) PAYMENT CAPTURED/g;
    await expect.poll(() => output).toMatch(paid);
    return [...output.matchAll(paid)].at(-1)?.[1] ?? '';
  }

  it('the program takes a payment, receives its signed notification, and refunds it', async () => {
    const order = await paidOrder();
    const returned = await fetch(`${shop}/return?order=${order}`);
    expect(await returned.text()).toBe(`Thank you. Order ${order} is paid.`);
    const { stdout } = await run(command, [file, 'refund', order], { cwd: folder, env });
    expect(stdout).toBe(`${order} REFUNDED\n`);
    await expect.poll(() => output).toContain(`${order} REFUND REFUNDED`);
    expect(await (await fetch(`${shop}/return?order=${order}`)).text()).toContain('is not paid.');
  });

  it('the program refuses a notification that the gateway did not sign', async () => {
    const body = JSON.stringify({ order: { id: 'FORGED', status: 'CAPTURED' }, transaction: { type: 'PAYMENT' } });
    const now = Math.floor(Date.now() / 1_000).toString();
    const headers: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'webhook-id': 'ntf_1', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' },
      { 'webhook-id': 'ntf_1', 'webhook-timestamp': 'now', 'webhook-signature': '' },
    ];
    for (const one of headers) {
      const answer = await fetch(`${shop}/notification`, { method: 'POST', headers: one, body });
      expect([answer.status, await answer.text()]).toEqual([400, 'This notification is not from the gateway.']);
    }
    expect(output).not.toContain('FORGED');
  });

  it('the program shows the gateway’s explanation of a refusal', async () => {
    const answer = await fetch(`${shop}/return?order=NONE`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/^INVALID_REQUEST: /);
  });
});
