import { describe, expect, it } from 'vitest';
import { readOpenId } from '../../src/settings/openid-settings.ts';

const ALL = {
  CONSOLE_OPENID_ISSUER: 'https://login.example/realms/shop',
  CONSOLE_OPENID_CLIENT_ID: 'turnpike',
  CONSOLE_OPENID_SECRET: 'a secret',
};

describe('the OpenID provider of the console', () => {
  it('is read from three settings, and its secret is in no log line and no JSON', () => {
    const settings = readOpenId(ALL, 'live');
    expect(settings).toMatchObject({ issuer: new URL(ALL.CONSOLE_OPENID_ISSUER), clientId: 'turnpike' });
    expect(settings?.clientSecret.reveal()).toBe('a secret');
    expect(JSON.stringify(settings)).not.toContain('a secret');
  });

  it('is absent without settings', () => {
    expect(readOpenId({}, 'live')).toBeUndefined();
  });

  it.each(Object.keys(ALL))('needs %s', (name) => {
    expect(() => readOpenId({ ...ALL, [name]: undefined }, 'live')).toThrow(
      new RegExp(`is set without ${name}: an OpenID provider has all three settings`),
    );
  });

  it.each([
    'login.example',
    'ftp://login.example',
    'https://login.example?a=1',
    'https://login.example#a',
    'https://user@login.example',
  ])('has no issuer %s', (CONSOLE_OPENID_ISSUER) => {
    expect(() => readOpenId({ ...ALL, CONSOLE_OPENID_ISSUER }, 'live')).toThrow(/^CONSOLE_OPENID_ISSUER=.* it takes/);
  });

  it('uses http in the sandbox alone', () => {
    const insecure = { ...ALL, CONSOLE_OPENID_ISSUER: 'http://localhost:9000' };
    expect(readOpenId(insecure, 'sandbox')?.issuer.protocol).toBe('http:');
    expect(() => readOpenId(insecure, 'live')).toThrow(/cannot be used in live mode: the OpenID provider needs https/);
  });
});
