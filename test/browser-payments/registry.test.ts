import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProviders } from '../../src/browser-payments/registry.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../src/contract/fields/browser-payment-fields.ts';
import { PROVIDER_KINDS } from '../../src/sandbox/providers/kinds.ts';

const SANDBOX = { origin: 'http://127.0.0.1:9', secret: 'a'.repeat(64) };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-registry-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A provider's folder: nothing else anywhere knows of it. */
function addProvider(name: string, files: Record<string, string>): void {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(folder, name, file), text);
  }
}

const factsOf = (id: string) =>
  `export const facts = { id: '${id}', name: 'Third', operations: ['PAY'], confirmations: ['CONFIRM_AT_PROVIDER'], movements: [] };`;
const adapterOf = (id: string) =>
  `export function open({ env }) {
     return env.THIRD_KEY && { id: '${id}', create: async () => ({ status: 'CREATED', pageUrl: env.THIRD_KEY, providerReference: '1' }) };
   }`;

const opened = (env = {}) => openProviders({ env }, pathToFileURL(`${folder}/`));

describe('the providers of this program', () => {
  it('are found by themselves, each with what the interface says of it', async () => {
    const providers = await openProviders({ env: {}, sandbox: SANDBOX });
    expect([...providers.keys()].sort()).toEqual(Object.keys(BROWSER_PAYMENT_PROVIDERS).sort());
    expect([...providers.keys()].sort()).toEqual(['demoBank', 'demoWallet']);
    for (const [id, provider] of providers) {
      expect(provider.id).toBe(id);
    }
  });

  it('are none without a sandbox', async () => {
    expect([...(await openProviders({ env: { NODE_ENV: 'production' } })).keys()]).toEqual([]);
  });

  it('offer in the sandbox what the interface says they offer', () => {
    for (const { id, name, operations, confirmations, movements } of PROVIDER_KINDS) {
      expect(BROWSER_PAYMENT_PROVIDERS[id]).toMatchObject({ id, name, operations, confirmations, movements });
    }
  });
});

describe('a new provider', () => {
  it('is one folder, and is there when its settings are', async () => {
    addProvider('third-one', { 'facts.ts': factsOf('thirdOne'), 'adapter.ts': adapterOf('thirdOne') });
    expect([...(await opened()).keys()]).toEqual([]);
    const provider = (await opened({ THIRD_KEY: 'https://third.example/pay' })).get('thirdOne');
    expect(await provider?.create({} as never)).toMatchObject({ pageUrl: 'https://third.example/pay' });
  });

  it('stands beside others, and beside files that are no providers', async () => {
    addProvider('b', { 'facts.ts': factsOf('b'), 'adapter.ts': adapterOf('b') });
    addProvider('a', { 'facts.ts': factsOf('a'), 'adapter.ts': adapterOf('a') });
    writeFileSync(join(folder, 'notes.md'), 'nothing');
    expect([...(await opened({ THIRD_KEY: 'x' })).keys()]).toEqual(['a', 'b']);
  });

  it('may speak through the shared client', async () => {
    const [client, registry] = ['http-json', 'registry'].map((file) =>
      JSON.stringify(new URL(`../../src/browser-payments/${file}.ts`, import.meta.url).href),
    );
    addProvider('typed', {
      'facts.ts': factsOf('typed'),
      'adapter.ts': `import { createJsonClient } from ${client};
        import type { ProviderSurroundings } from ${registry};
        export function open({ env }: ProviderSurroundings) {
          const client = createJsonClient();
          return { id: 'typed', state: () => client.call({ method: 'GET', url: env.TYPED_URL ?? '' }) };
        }`,
    });
    expect(await (await opened()).get('typed')?.state('1')).toEqual({ status: 'NOT_SENT' });
  });
});

describe('a folder that is no provider stops the start with one line that names it', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['two names', { 'facts.ts': factsOf('one'), 'adapter.ts': adapterOf('other') }, /^.*wrong\/.*one.*other.*$/],
    ['no adapter', { 'facts.ts': factsOf('one') }, /^.*wrong\/.*adapter\.ts.*$/],
    ['no facts', { 'adapter.ts': adapterOf('one') }, /^.*wrong\/.*facts\.ts.*$/],
    [
      'an adapter that cannot be run',
      { 'facts.ts': factsOf('one'), 'adapter.ts': 'export const open = {;' },
      /^.*wrong\/.*adapter\.ts.*$/,
    ],
    ['an adapter without open', { 'facts.ts': factsOf('one'), 'adapter.ts': 'export {};' }, /^.*wrong\/.*"open".*$/],
  ])('%s', async (_, files, line) => {
    addProvider('wrong', files);
    await expect(opened({ THIRD_KEY: 'x' })).rejects.toThrow(line);
  });

  it('two folders, one name', async () => {
    for (const name of ['a', 'b']) {
      addProvider(name, { 'facts.ts': factsOf('one'), 'adapter.ts': adapterOf('one') });
    }
    await expect(opened({ THIRD_KEY: 'x' })).rejects.toThrow(/^Two .*one.*$/);
  });
});
