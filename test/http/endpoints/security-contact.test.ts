import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/settings/settings.ts';
import { PUBLIC_HOST, type Rig, startRig } from '../../api/rest/rig.ts';

describe('with a contact that is set', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ SECURITY_CONTACT: 'https://pay.example/security' });
  });
  afterAll(() => rig.close());

  it('security.txt has it, its own address, and an expiry in six months', async () => {
    const { status, headers, text } = await rig.call('GET', '/.well-known/security.txt', undefined, {
      authorization: null,
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const [contact, expires, ...others] = text.split('\r\n');
    expect(contact).toBe('Contact: https://pay.example/security');
    const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(181);
    expect(others).toEqual([
      `Canonical: http://${PUBLIC_HOST}/.well-known/security.txt`,
      'Preferred-Languages: en',
      '',
    ]);
  });
});

describe('without one', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());

  it('security.txt is not found', async () => {
    const { status } = await rig.call('GET', '/.well-known/security.txt', undefined, { authorization: null });
    expect(status).toBe(404);
  });
});

it.each(['security@pay.example', 'http://pay.example', 'mailto:nobody', 'https://a b', 'mailto:a@b\r\nContact: x'])(
  'the contact %j is refused in one line',
  (contact) => {
    expect(() => readSettings({ DATA_DIR: '/nonexistent', SECURITY_CONTACT: contact })).toThrow(
      /^SECURITY_CONTACT=.* cannot be used: it takes an address such as mailto:/,
    );
  },
);
