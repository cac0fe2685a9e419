/** The conditions of each member, and the value that it reports as seen. */
import { describe, expect, it } from 'vitest';
import { assessBefore } from '../../../src/core/risk/assess.ts';
import { attempt, CARD_HASH, facts, ready, seen } from './payments.ts';

describe('a condition', () => {
  it.each<[object, string]>([
    [{ cardCountries: ['FRA', 'DEU'] }, 'card DEU'],
    [{ billingCountries: ['DEU'] }, 'billing DEU'],
    [{ shippingCountries: ['AUT'] }, 'shipping AUT'],
    [{ countriesDiffer: ['CARD', 'SHIPPING'] }, 'card DEU, shipping AUT'],
    [{ ipAddresses: ['198.51.100.1', '203.0.113.0/24'] }, 'listed IP address'],
    [{ bins: ['400000-499999', '5123'] }, 'card xxxxxxxxxxxx0008'],
    [{ bins: ['512300-512399'] }, 'card xxxxxxxxxxxx0008'],
    [{ cards: ['512345xxxxxx0008'] }, 'card xxxxxxxxxxxx0008'],
    [{ cards: [CARD_HASH] }, 'card xxxxxxxxxxxx0008'],
    [{ emails: ['ann@example.COM'] }, 'listed e-mail address'],
    [{ emails: ['@example.com'] }, 'listed e-mail address'],
    [{ amount: { currency: 'EUR', above: '119.99' } }, 'amount 120.00 EUR'],
    [{ amount: { currency: 'EUR', above: '100', below: '120.01' } }, 'amount 120.00 EUR'],
    [{ currencies: ['USD', 'EUR'] }, 'currency EUR'],
    [{ authentication: ['AUTHENTICATION_SUCCESSFUL'] }, 'AUTHENTICATION_SUCCESSFUL'],
    [{ eci: ['02', '05'] }, 'ECI 05'],
    [{ cardCountries: ['DEU'], currencies: ['EUR'] }, 'card DEU; currency EUR'],
  ])('%j holds, and reports the value seen: %s', (when, data) => {
    expect(seen({ when })).toBe(data);
  });

  it.each<[object]>([
    [{ cardCountries: ['FRA'] }],
    [{ billingCountries: ['AUT'] }],
    [{ shippingCountries: ['DEU'] }],
    [{ countriesDiffer: ['CARD', 'BILLING'] }],
    [{ ipAddresses: ['203.0.112.0/24', '2001:db8::/32'] }],
    [{ bins: ['51235', '512346-512399'] }],
    [{ cards: ['512345xxxxxx0009', 'cd'.repeat(32)] }],
    [{ emails: ['bob@example.com', '@example.org', '@ample.com'] }],
    [{ amount: { currency: 'EUR', above: '120.00' } }],
    [{ amount: { currency: 'EUR', below: '120.00' } }],
    [{ amount: { currency: 'USD', above: '1' } }],
    [{ currencies: ['USD'] }],
    [{ authentication: ['AUTHENTICATION_NOT_IN_EFFECT'] }],
    [{ eci: ['07'] }],
    [{ cardCountries: ['DEU'], currencies: ['USD'] }],
    [{ velocity: { per: 'CARD', withinMinutes: 5, moreThan: 1 } }],
  ])('%j does not hold', (when) => {
    expect(seen({ when })).toBeUndefined();
  });

  it.each<[object, string]>([
    [{ cardCountries: ['DEU'] }, 'cardCountry'],
    [{ billingCountries: ['DEU'] }, 'billingCountry'],
    [{ countriesDiffer: ['CARD', 'SHIPPING'] }, 'shippingCountry'],
    [{ ipAddresses: ['0.0.0.0/0', '::/0'] }, 'ipAddress'],
    [{ bins: ['5'] }, 'number'],
    [{ emails: ['@example.com'] }, 'email'],
    [{ eci: ['05'] }, 'eci'],
  ])('%j does not hold where %s is not known', (when, member) => {
    expect(seen({ when }, facts({ [member]: undefined }))).toBeUndefined();
  });

  it.each(['nonsense', '', '203.0.113.7, 10.0.0.1'])('contains the address %j in no range', (ipAddress) => {
    expect(seen({ when: { ipAddresses: ['0.0.0.0/0', '::/0'] } }, facts({ ipAddress }))).toBeUndefined();
  });

  it('has an exception, which holds where all of its members do', () => {
    const rule = { when: { currencies: ['EUR'] }, unless: { cardCountries: ['DEU'], bins: ['51'] } };
    expect(seen(rule)).toBeUndefined();
    expect(seen(rule, facts({ cardCountry: 'FRA' }))).toBe('currency EUR');
  });

  it('may consist of an exception alone', () => {
    const policies = [ready({ rules: [{ id: 'foreign', unless: { cardCountries: ['DEU'] } }] })];
    const fired = (cardCountry: string) => assessBefore(policies, facts({ cardCountry })).fired.map(({ id }) => id);
    expect([fired('DEU'), fired('FRA')]).toEqual([[], ['foreign']]);
  });
});

describe('a count', () => {
  const earlier = [attempt(1), attempt(4, { isFailed: true }), attempt(59, { currency: 'USD' }), attempt(61)];
  const about = facts({ attempts: (kind) => (kind === 'CARD' ? earlier : undefined) });
  const counting = (velocity: object) => seen({ when: { velocity: { per: 'CARD', ...velocity } } }, about);

  it.each<[object, string | undefined]>([
    [{ withinMinutes: 60, moreThan: 3 }, '4 attempts by CARD in 60 minutes'],
    [{ withinMinutes: 60, moreThan: 4 }, undefined],
    [{ withinMinutes: 62, moreThan: 4 }, '5 attempts by CARD in 62 minutes'],
    [{ withinMinutes: 60, of: 'DECLINES', moreThan: 0 }, '1 declines by CARD in 60 minutes'],
    [{ withinMinutes: 3, of: 'DECLINES', moreThan: 0 }, undefined],
    [{ withinMinutes: 60, sumAbove: '219.99', currency: 'EUR' }, '220.00 EUR by CARD in 60 minutes'],
    [{ withinMinutes: 60, sumAbove: '220.00', currency: 'EUR' }, undefined],
    [{ withinMinutes: 62, sumAbove: '319.99', currency: 'EUR' }, '320.00 EUR by CARD in 62 minutes'],
    [{ withinMinutes: 60, sumAbove: '1', currency: 'USD' }, undefined],
    [{ per: 'EMAIL', withinMinutes: 60, moreThan: 0 }, undefined],
  ])('of %j reports %s', (velocity, data) => {
    expect(counting(velocity)).toBe(data);
  });
});
