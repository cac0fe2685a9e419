import { describe, expect, it } from 'vitest';
import {
  actedCookie,
  CONSOLE_ROUTES,
  type ConsoleRouteName,
  hasActed,
  mayChangeLists,
} from '../../src/console/index.ts';
import { STANDBY_READS } from '../../src/console/standby-reads.ts';

it('a list, a report or a file may be read from a standby, and no page that offers an act', () => {
  expect(Object.keys(STANDBY_READS).sort()).toEqual([
    ...['disputes', 'disputesFile', 'notifications', 'orderFile', 'orders', 'overview'],
    ...['payout', 'payoutFile', 'payouts'],
  ]);
});

it('each form of a merchant’s pages may change lists, except the search', () => {
  const forms = (Object.keys(CONSOLE_ROUTES) as ConsoleRouteName[]).filter(
    (name) => CONSOLE_ROUTES[name].takes !== 'PAGE',
  );
  expect(forms.filter((name) => !mayChangeLists(name)).sort()).toEqual([
    ...['allOrders', 'code', 'endSession', 'invitation', 'link', 'orders', 'password', 'signIn', 'signOut'],
  ]);
});

describe('the cookie of a browser that has just sent a form', () => {
  it.each([
    ['http://localhost:8080', 'turnpike-console-acted=1; Max-Age=11; Path=/; HttpOnly; SameSite=Lax'],
    ['https://console.example', '__Host-turnpike-console-acted=1; Max-Age=11; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ])('at %s is kept for the bound and a second', (origin, header) => {
    expect(actedCookie(10_000, origin)).toBe(header);
    expect(hasActed(`other=2; ${header.split(';')[0]}`, origin)).toBe(true);
    expect(hasActed('other=2', origin)).toBe(false);
    expect(hasActed(undefined, origin)).toBe(false);
  });
});
