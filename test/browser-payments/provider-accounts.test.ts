/**
 * Merchants with accounts of their own at a provider: the account given to its adapter, and the address of its
 * callbacks.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderFacts } from '../../src/contract/providers/index.ts';
import { withSecrets } from '../../src/core/merchant/provider-accounts.ts';
import type { ProviderAccount } from '../../src/core/ports/index.ts';
import { type Front, openFront } from './front.ts';
import { type Ground, openGround } from './ground.ts';
import { callbackOf } from './simulated-provider.ts';
import { type InitiatedPayment, ORIGIN, World } from './world.ts';

const merchantAccount: ProviderFacts['merchantAccount'] = {
  clientId: { pattern: /^[a-z]+$/, allowed: 'letters', doc: 'The client id.' },
  clientSecret: { pattern: /^[a-z]+$/, allowed: 'letters', doc: 'Its secret.', secret: true },
};
const MEMBERS = { clientId: 'shop', clientSecret: 'whisper' };

let ground: Ground;
let world: World;
let front: Front;
let initiated: InitiatedPayment;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  const accounts: Record<string, Record<string, string>> = {};
  world = new World(ground, { facts: { merchantAccount }, profile: { providerAccounts: accounts } });
  const sealed = withSecrets(
    { id: 'TESTSHOP', browserPayments: [], providerAccounts: { [world.provider.id]: MEMBERS } },
    (secret, place) => `sealed:${Buffer.from(ground.vault.seal(secret, place)).toString('base64')}`,
  );
  accounts[world.provider.id] = { ...sealed.providerAccounts[world.provider.id] };
  initiated = await world.initiate();
  front = await openFront(world);
  return () => front.close();
});

const call = (path: string, given?: Parameters<typeof callbackOf>[2]) => {
  const { headers, body } = callbackOf(world.provider, initiated.reference, given);
  return front.call('POST', path, { headers: { ...(headers as Record<string, string>) }, body });
};
const own = () => `/callback/${world.provider.id}/TESTSHOP`;

it('accounts are decrypted for the adapter, and callbacks are requested at the merchant’s address', () => {
  const { asked } = world.provider.payment(initiated.reference);
  expect(asked.account).toEqual({ merchantId: 'TESTSHOP', members: MEMBERS });
  expect(asked.callbackUrl).toBe(ORIGIN + own());
});

it('provider accounts are stored with sealed secrets', async () => {
  const { providerAccounts } = (await world.merchant()).profile;
  expect(providerAccounts[world.provider.id]).toMatchObject({ clientId: 'shop' });
  expect(JSON.stringify(providerAccounts)).not.toContain('whisper');
});

describe('a callback', () => {
  it('is verified with the account of the merchant in its address', async () => {
    let seen: ProviderAccount | undefined;
    const verify = world.provider.callback.bind(world.provider);
    world.provider.callback = (raw, now, account?: ProviderAccount) => {
      seen = account;
      return verify(raw, now);
    };
    expect((await call(own())).status).toBe(200);
    expect(seen).toEqual({ merchantId: 'TESTSHOP', members: MEMBERS });
  });

  it.each([
    ['without a merchant', () => `/callback/${world.provider.id}`],
    ['of a merchant that there is not', () => `/callback/${world.provider.id}/NOBODY`],
    ['of a provider that there is not', () => '/callback/nobody/TESTSHOP'],
  ])('to an address %s is refused', async (_, path) => {
    expect((await call(path())).status).toBe(404);
  });

  it('that is forged is refused', async () => {
    expect((await call(own(), { signature: 'another' })).status).toBe(403);
  });

  it('that cannot be verified at present is to be sent again', async () => {
    world.provider.callback = () => ({ status: 'UNVERIFIED' });
    const reply = await call(own());
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '60']);
  });

  it('about an unknown payment is accepted, and changes nothing', async () => {
    world.provider.callback = () => ({ status: 'UNRELATED' });
    const before = await ground.rows();
    expect((await call(own())).status).toBe(200);
    expect(await ground.rows()).toEqual(before);
  });
});
