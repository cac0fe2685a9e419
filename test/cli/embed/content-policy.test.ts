import { describe, expect, it } from 'vitest';
import { allowsUrl, applicableDirective, readPolicies } from '../../../src/cli/embed/content-policy.ts';

const page = new URL('https://shop.example/pay');
const gateway = new URL('https://pay.example:8443/static/checkout/checkout.min.js');
const allows = (...sources: string[]) => allowsUrl(sources, gateway, page);

describe('a source', () => {
  it.each([
    ['*'],
    ['https:'],
    ['http:'],
    ['https://pay.example:8443'],
    ['HTTPS://PAY.EXAMPLE:8443'],
    ['pay.example:8443'],
    ['pay.example:*'],
    ['*.example:8443'],
    ['https://pay.example:8443/static/'],
    ['https://pay.example:8443/static/checkout/checkout.min.js'],
  ])('%s allows the gateway', (source) => {
    expect(allows(source)).toBe(true);
  });

  it.each([
    ["'none'"],
    ["'self'"],
    ["'unsafe-inline'"],
    ['pay.example'],
    ['https://pay.example'],
    ['https://pay.example:8443/static'],
    ['https://pay.example:8443/other/'],
    ['*.pay.example:8443'],
    ['wss:'],
    ['data:'],
  ])('%s does not allow the gateway', (source) => {
    expect(allows(source)).toBe(false);
  });

  it("'self' allows the page's own origin", () => {
    expect(allowsUrl(["'self'"], new URL('/a.js', page), page)).toBe(true);
  });

  it('without a scheme has the page’s scheme, or https on a page of http', () => {
    const plain = new URL('http://shop.example/');
    expect(allowsUrl(['pay.example'], new URL('https://pay.example/'), plain)).toBe(true);
    expect(allowsUrl(['pay.example'], new URL('http://pay.example/'), page)).toBe(false);
  });
});

describe('a policy', () => {
  it('is one of several that commas separate, and the first of a repeated directive counts', () => {
    const policies = readPolicies("script-src 'self'; script-src *, frame-src https:;");
    expect(policies.map((policy) => [...policy])).toEqual([[['script-src', ["'self'"]]], [['frame-src', ['https:']]]]);
  });

  it.each([
    ["script-src-elem 'self'; script-src *; default-src *", 'script-src-elem', 'script-src-elem'],
    ["script-src *; default-src 'none'", 'script-src-elem', 'script-src'],
    ["default-src 'none'", 'script-src-elem', 'default-src'],
    ["child-src *; default-src 'none'", 'frame-src', 'child-src'],
    ["default-src 'none'", 'form-action', undefined],
    ["img-src 'none'", 'connect-src', undefined],
  ])('%s decides on %s by %s', (text, directive, by) => {
    expect(applicableDirective(readPolicies(text)[0] ?? new Map(), directive)?.name).toBe(by);
  });
});
