import { describe, expect, it } from 'vitest';
import { createJsonClient } from '../../../src/adapters/http-json.ts';
import { openProviders } from '../../../src/adapters/providers/index.ts';
import type { OpenProvider } from '../../../src/adapters/providers/provider-environment.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../../src/contract/providers/index.ts';
import type { Provider } from '../../../src/core/ports/index.ts';
import { TestAuthority } from '../../../src/platform/x509/index.ts';
import { PROVIDER_KINDS } from '../../../src/sandbox/providers/kinds.ts';
import { issueBankCertificates } from '../../../src/settings/sandbox/index.ts';
import { asked } from '../../sandbox/providers/rig.ts';

const SANDBOX = { origin: 'http://127.0.0.1:9', secret: 'a'.repeat(64) };

/** Banks that get no calls; making keys takes a while. */
const withBanks = () => {
  const certificates = issueBankCertificates(new TestAuthority('Sandbox Authority'));
  return { ...SANDBOX, banks: { api: 'https://localhost:9', certificates } };
};

/** An adapter that is configured by THIRD_KEY, and has one operation. */
const adapterOf =
  (id: string, able: Partial<Provider> = {}): OpenProvider =>
  ({ env }) =>
    env.THIRD_KEY === undefined ? undefined : ({ id, ...able } as Provider);

describe('the providers of this program', () => {
  it('are those of the interface', () => {
    const providers = openProviders({ env: {}, sandbox: withBanks() });
    expect([...providers.keys()]).toEqual(Object.keys(BROWSER_PAYMENT_PROVIDERS));
    expect([...providers.keys()]).toEqual(['demoBank', 'demoWallet', 'openBanking', 'paypal', 'pix']);
    for (const [id, provider] of providers) {
      expect(provider.id).toBe(id);
    }
  });

  it('include no open banking while the sandbox’s banks do not listen', () => {
    expect([...openProviders({ env: {}, sandbox: SANDBOX }).keys()]).toEqual([
      'demoBank',
      'demoWallet',
      'paypal',
      'pix',
    ]);
  });

  it('are, without a sandbox, only those configured by merchants’ accounts', () => {
    expect([...openProviders({ env: { NODE_ENV: 'production' } }).keys()]).toEqual(['pix']);
  });

  it('offer in the sandbox the operations that the interface lists', () => {
    for (const { id, name, operations, confirmations, movements } of PROVIDER_KINDS) {
      expect(BROWSER_PAYMENT_PROVIDERS[id]).toMatchObject({ id, name, operations, confirmations, movements });
    }
  });
});

describe('a provider', () => {
  it('is available once its settings are present', () => {
    const adapters = { thirdOne: adapterOf('thirdOne') };
    expect([...openProviders({ env: {} }, adapters).keys()]).toEqual([]);
    expect([...openProviders({ env: { THIRD_KEY: 'x' } }, adapters).keys()]).toEqual(['thirdOne']);
  });

  it('works beside others that are not configured', () => {
    const adapters = { a: adapterOf('a'), b: () => undefined, c: adapterOf('c') };
    expect([...openProviders({ env: { THIRD_KEY: 'x' } }, adapters).keys()]).toEqual(['a', 'c']);
  });

  it('may use the shared HTTP client', async () => {
    const client = createJsonClient();
    const state = async () => {
      const answer = await client.call({ method: 'GET', url: '' });
      return answer.status === 'ANSWERED' ? { status: 'UNKNOWN_PAYMENT' as const } : answer;
    };
    const providers = openProviders({ env: { THIRD_KEY: 'x' } }, { typed: adapterOf('typed', { state }) });
    expect(await providers.get('typed')?.state(asked('1'))).toEqual({ status: 'NOT_SENT' });
  });

  it('whose adapter has another name stops the start with one line that names both', () => {
    const start = () => openProviders({ env: { THIRD_KEY: 'x' } }, { one: adapterOf('other') });
    expect(start).toThrow(/^.*\bone\b.*\bother\b.*$/);
  });

  it('with invalid settings stops the start with its own line', () => {
    const wrong: OpenProvider = () => {
      throw new Error('THIRD_KEY is no key.');
    };
    expect(() => openProviders({ env: {} }, { wrong })).toThrow(/^THIRD_KEY is no key\.$/);
  });
});
