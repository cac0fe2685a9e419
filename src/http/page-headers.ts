import { hash } from 'node:crypto';
import { POLICY_REPORTS } from './routes.ts';

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

/** Browsers that support `report-to` ignore the other one. */
const REPORTS = [`report-uri ${POLICY_REPORTS}`, 'report-to csp'];

/**
 * Disables features that a page could request from a payer, except payment. Other features are off by default in frames
 * of another origin, and each named one adds to every page's size.
 */
const PERMISSIONS = 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), usb=(), payment=(self)';

/**
 * Headers of every HTML answer, including errors. `Cross-Origin-Opener-Policy` is not set: shops open the page in a
 * separate window, and each value but the default would permanently sever their reference to it.
 *
 * @param styles that the build inlined into pages: the policy permits exactly these
 */
export const pageHeaders = (styles: readonly string[]): Readonly<Record<string, string>> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [...POLICY, `style-src ${styles.map(hashOf).join(' ') || "'none'"}`, ...REPORTS].join(
    '; ',
  ),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  // Under no-referrer, Chromium sends `Origin: null` with our own form.
  'Referrer-Policy': 'same-origin',
  'Reporting-Endpoints': `csp="${POLICY_REPORTS}"`,
  'X-Content-Type-Options': 'nosniff',
});

/** By the build's lists of styles, which are constant. */
const headersByStyles = new WeakMap<readonly string[], Readonly<Record<string, string>>>();

/** As `pageHeaders`, cached per list. */
export function keptPageHeaders(styles: readonly string[]): Readonly<Record<string, string>> {
  const known = headersByStyles.get(styles) ?? pageHeaders(styles);
  headersByStyles.set(styles, known);
  return known;
}

/** For an invisible page in a frame after the ACS has finished. */
export const inFrameHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * For a frame in merchants' pages, which may be any page that was served over https or by this machine. The frame may
 * run its own script and connect to our origin only. A cross-origin isolated page may embed it too.
 *
 * @param script the exact text in the page
 * @param style the exact text in the page
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

/** @param script the exact text in the page, the only one that may run */
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
 * For a page with a frame of the ACS: the page may frame the ACS's hosts and post to them.
 *
 * @param headers as from `pageHeaders`
 * @param origin in the form that `URL` returns
 */
export function framing(headers: Readonly<Record<string, string>>, origin: string): Readonly<Record<string, string>> {
  const policy = headers['Content-Security-Policy'] ?? '';
  const sources = ["'self'", ...schemesFor(origin)].join(' ');
  return {
    ...headers,
    // After the challenge the frame shows a page of ours. Banks redirect their customers to further hosts, which
    // browsers also check against the policy, so permitting only the ACS's origin would block the payer.
    'Content-Security-Policy': `${policy.replace("form-action 'self'", `form-action ${sources}`)}; frame-src ${sources}`,
  };
}

/**
 * The headers of a page that returns to the merchant, in a frame of the merchant's page.
 *
 * @param headers as from `pageHeaders`
 * @param url the target of its form
 */
export function returnPageHeaders(
  headers: Readonly<Record<string, string>>,
  url: string | undefined,
): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '' } = headers;
  return {
    ...headers,
    // Browsers also check the merchant's redirects against the policy, so its origin alone is not enough.
    'Content-Security-Policy': policy
      .replace("form-action 'self'", ["form-action 'self'", ...schemesFor(url)].join(' '))
      .replace("frame-ancestors 'none'; ", ''),
    // Shops check the origin of a form.
    'Referrer-Policy': 'strict-origin',
  };
}

/**
 * For a page that a merchant's pages may embed. Clickjacking is prevented by restricting the ancestors, at every depth,
 * to the hosts that the merchant has registered.
 *
 * @param origins in the form that `URL` returns; if empty, the headers stay unchanged
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

/** Http is for shops on this machine, which the sandbox accepts. */
function schemesFor(url: string | undefined): readonly string[] {
  if (url === undefined) {
    return [];
  }
  return new URL(url).protocol === 'http:' ? ['http:', 'https:'] : ['https:'];
}

/** Astro sets only `text/html`, and a browser would guess the encoding. */
export const HTML = 'text/html; charset=utf-8';
