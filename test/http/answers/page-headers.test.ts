import { expect, it } from 'vitest';
import { framing, pageHeaders, withOtherSites } from '../../../src/http/answers/page-headers.ts';

const stylesIn = (policy: string | undefined) => /style-src ([^;]+)/.exec(policy ?? '')?.[1];

it('a page may use the styles of the build, letter for letter, and no others', () => {
  const headers = pageHeaders(['p{color:red}', 'p{color:blue}']);
  // Made by `printf 'p{color:red}' | openssl dgst -sha256 -binary | base64`.
  expect(stylesIn(headers['Content-Security-Policy'])).toBe(
    "'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64=' 'sha256-O3MD3BNalwJODrH2e1G/rVFeOlpBK2DGxBAnY1kvk5U='",
  );
});

it('a page without styles may use none', () => {
  expect(stylesIn(pageHeaders([])['Content-Security-Policy'])).toBe("'none'");
});

it('a page with a bank’s frame may show and post to the hosts that banks redirect to, and has no other changes', () => {
  const headers = pageHeaders(['p{color:red}']);
  const framed = framing(headers, 'https://acs.bank.example');
  const directives = (of: Readonly<Record<string, string>>) => (of['Content-Security-Policy'] ?? '').split('; ');
  const own = directives(headers);
  expect(directives(framed).filter((one) => !own.includes(one))).toEqual([
    "form-action 'self' https:",
    "frame-src 'self' https:",
  ]);
  expect(own.filter((one) => !directives(framed).includes(one))).toEqual(["form-action 'self'"]);
  expect({ ...framed, 'Content-Security-Policy': '' }).toEqual({ ...headers, 'Content-Security-Policy': '' });
});

it('a page with a wallet may use the wallet’s sites, without Trusted Types, and has no other changes', () => {
  const headers = pageHeaders(['p{color:red}']);
  const site = 'https://wallet.example';
  const changed = withOtherSites(headers, { scripts: [site], connects: [], frames: [site] });
  const directives = (of: Readonly<Record<string, string>>) => (of['Content-Security-Policy'] ?? '').split('; ');
  const [own, wide] = [directives(headers), directives(changed)];
  expect(wide.filter((one) => !own.includes(one))).toEqual([`script-src 'self' ${site}`, `frame-src ${site}`]);
  expect(own.filter((one) => !wide.includes(one))).toEqual([
    "script-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(changed['Permissions-Policy']).toBe(
    headers['Permissions-Policy']?.replace('payment=(self)', `payment=(self "${site}")`),
  );
  const rest = { 'Content-Security-Policy': '', 'Permissions-Policy': '' };
  expect({ ...changed, ...rest }).toEqual({ ...headers, ...rest });
});
