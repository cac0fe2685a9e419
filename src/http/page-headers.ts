import { hash } from 'node:crypto';
import { POLICY_REPORTS } from '../routes.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Browsers that know `report-to` overlook the other one. */
const REPORTS = [`report-uri ${POLICY_REPORTS}`, 'report-to csp'];

/**
 * Switches off what a page could ask a payer for, except payment. A browser gives none of the other features to a frame
 * of another origin unasked, and each that is named here weighs on every page.
 */
const PERMISSIONS = 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), usb=(), payment=(self)';

/**
 * Headers of every HTML answer, errors included. None is `Cross-Origin-Opener-Policy`: shops open the page in a window
 * of its own, and each value of that policy but its default ends their hold on that window for good.
 *
 * @param styles that the build put into pages: a browser uses these inline, letter for letter, and no others
 */
export const pageHeaders = (styles: readonly string[]): Readonly<Record<string, string>> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [...POLICY, `style-src ${styles.map(hashOf).join(' ') || "'none'"}`, ...REPORTS].join(
    '; ',
  ),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  // Not no-referrer: under that, Chromium sends `Origin: null` with our own form.
  'Referrer-Policy': 'same-origin',
  'Reporting-Endpoints': `csp="${POLICY_REPORTS}"`,
  'X-Content-Type-Options': 'nosniff',
});

/** By the build's lists of styles, which stay as they are. */
const headersByStyles = new WeakMap<readonly string[], Readonly<Record<string, string>>>();

/** The same, made once for each list. */
export function keptPageHeaders(styles: readonly string[]): Readonly<Record<string, string>> {
  const known = headersByStyles.get(styles) ?? pageHeaders(styles);
  headersByStyles.set(styles, known);
  return known;
}

/** Of what a frame shows once the bank is done there: nothing that anybody reads. */
export const inFrameHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Of a frame in pages of merchants, whichever they are: any that was served safely, or by this machine. It runs its own
 * script, and speaks to our origin alone. A page that is isolated from others may hold it too.
 *
 * @param script and style that stand in the page, letter for letter
 */
export const inMerchantsPageHeaders = (script: string, style: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors https: http://localhost:* http://127.0.0.1:*',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': PERMISSIONS,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/** @param script that stands in the page, letter for letter: the browser runs this one and no other */
export function withScript(
  headers: Readonly<Record<string, string>>,
  script: string,
): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy } = headers;
  return { ...headers, 'Content-Security-Policy': `${policy}; script-src ${hashOf(script)}` };
}

function hashOf(inline: string): string {
  return `'sha256-${hash('sha256', inline, 'base64')}'`;
}

/**
 * Of a page with a frame of the payer's bank: the page may show and post to the bank's hosts too.
 *
 * @param headers as `pageHeaders` gives them @param origin as `URL` writes it
 */
export function framing(headers: Readonly<Record<string, string>>, origin: string): Readonly<Record<string, string>> {
  const policy = headers['Content-Security-Policy'] ?? '';
  const sources = ["'self'", ...schemesFor(origin)].join(' ');
  return {
    ...headers,
    // Where the bank is done, its frame shows a page of ours. Banks lead their customers on to other hosts of theirs,
    // and browsers hold each of these against the policy too, so that the ACS's origin alone would strand the payer.
    'Content-Security-Policy': `${policy.replace("form-action 'self'", `form-action ${sources}`)}; frame-src ${sources}`,
  };
}

/**
 * The headers of a page that leads on to a merchant, in a frame of the merchant's.
 *
 * @param headers as `pageHeaders` gives them @param url where its form leads
 */
export function leadingToMerchant(
  headers: Readonly<Record<string, string>>,
  url: string | undefined,
): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '' } = headers;
  return {
    ...headers,
    // Browsers hold where the merchant redirects to against the policy too, so that its origin alone would not do.
    'Content-Security-Policy': policy
      .replace("form-action 'self'", ["form-action 'self'", ...schemesFor(url)].join(' '))
      .replace("frame-ancestors 'none'; ", ''),
    // Shops look where a form came from.
    'Referrer-Policy': 'strict-origin',
  };
}

/**
 * Of a page that a merchant's own pages may show in a frame. Who presses there without seeing it is held off by who
 * may: the hosts that the merchant has registered, each of them, however deep the frame is.
 *
 * @param origins as `URL` writes them; without one it stays as it is
 */
export function framedBy(
  headers: Readonly<Record<string, string>>,
  origins: readonly string[],
): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '' } = headers;
  return origins.length === 0
    ? headers
    : {
        ...headers,
        'Content-Security-Policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
      };
}

/** Http is of shops on this machine, which the sandbox takes. */
function schemesFor(url: string | undefined): readonly string[] {
  if (url === undefined) {
    return [];
  }
  return new URL(url).protocol === 'http:' ? ['http:', 'https:'] : ['https:'];
}

/** Astro says `text/html`, and a browser would guess the encoding. */
export const HTML = 'text/html; charset=utf-8';
