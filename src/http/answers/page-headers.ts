import { hash } from 'node:crypto';
import type { OtherSites } from '../../web/views/index.ts';
import { POLICY_REPORTS } from '../routing/routes.ts';

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

/** Browsers that support `report-to` ignore `report-uri`. */
const REPORTS = [`report-uri ${POLICY_REPORTS}`, 'report-to csp'];

/**
 * Disables features that a page could ask a payer for, and permits the Payment Request API only to the page itself.
 * Other features are off by default in cross-origin frames, and each named feature adds to the size of every page.
 */
const PERMISSIONS = 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), usb=(), payment=(self)';

/**
 * Headers of every HTML answer, including errors. `Cross-Origin-Opener-Policy` is not set: shops open the page in a
 * separate window, and each value but the default would permanently sever the shop's reference to the window.
 *
 * @param styles the style sheets that the build inlined into the pages: the policy permits exactly these
 */
export const pageHeaders = (styles: readonly string[]): Readonly<Record<string, string>> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [...POLICY, `style-src ${styles.map(hashOf).join(' ') || "'none'"}`, ...REPORTS].join(
    '; ',
  ),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  // With `no-referrer`, Chromium sends `Origin: null` with a form of the gateway's own page.
  'Referrer-Policy': 'same-origin',
  'Reporting-Endpoints': `csp="${POLICY_REPORTS}"`,
  'X-Content-Type-Options': 'nosniff',
});

/** The cached headers by the build's lists of styles, which are constant. */
const headersByStyles = new WeakMap<readonly string[], Readonly<Record<string, string>>>();

/** Like `pageHeaders`, cached per list. */
export function keptPageHeaders(styles: readonly string[]): Readonly<Record<string, string>> {
  const known = headersByStyles.get(styles) ?? pageHeaders(styles);
  headersByStyles.set(styles, known);
  return known;
}

const consoleHeadersByStyles = new WeakMap<readonly string[], Readonly<Record<string, string>>>();

/**
 * The headers of the console's pages, which have no script and open no windows of others.
 *
 * @param styles the console's own, or for a preview those of the payer's pages
 */
export function consoleHeaders(styles: readonly string[]): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '', ...headers } = pageHeaders(styles);
  const known = consoleHeadersByStyles.get(styles) ?? {
    ...headers,
    'Content-Security-Policy': policy
      .replace("script-src 'self'", "script-src 'none'")
      .replace("connect-src 'self'", "connect-src 'none'"),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS.replace('payment=(self)', 'payment=()'),
  };
  consoleHeadersByStyles.set(styles, known);
  return known;
}

/** Permits a page of the console to show previews in frames, and a picture that is not saved yet. */
export function withPreviews(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '' } = headers;
  const withData = policy.replace("img-src 'self'", "img-src 'self' data:");
  return { ...headers, 'Content-Security-Policy': `frame-src 'self'; ${withData}` };
}

/** Permits a preview of a payer's page in a frame of the console. Its form cannot be sent. */
export function inPreview(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '' } = headers;
  return {
    ...headers,
    'Content-Security-Policy': policy
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
      .replace("form-action 'self'", "form-action 'none'"),
  };
}

/** The headers of the invisible page that a frame shows after the ACS has finished. */
export const inFrameHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Returns the headers of a page for a frame in merchants' pages, which may be any page that was served over HTTPS or by
 * this machine. The framed page may run only the given script, and connect only to the gateway's origin. Cross-origin
 * isolated pages may embed it too.
 *
 * @param script the exact text of the page's script
 * @param style the exact text of the page's style sheet
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

/** @param script the exact text of the only script that may run in the page */
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
 * Returns the headers of a page that contains a frame of the ACS, with permission to frame the ACS's pages and to post
 * forms to it.
 *
 * @param headers the headers from `pageHeaders`
 * @param origin the ACS's origin, in the form that `URL` returns
 */
export function framing(headers: Readonly<Record<string, string>>, origin: string): Readonly<Record<string, string>> {
  const policy = headers['Content-Security-Policy'] ?? '';
  const sources = ["'self'", ...schemesFor(origin)].join(' ');
  return {
    ...headers,
    // After the challenge the frame shows a page of the gateway. Banks redirect their customers to further hosts, which
    // browsers also check against the policy, so permitting only the ACS's origin would block the payer.
    'Content-Security-Policy': `${policy.replace("form-action 'self'", `form-action ${sources}`)}; frame-src ${sources}`,
  };
}

/**
 * Returns the headers of a page that sends the payer back to the merchant, in a frame of the merchant's page.
 *
 * @param headers the headers from `pageHeaders`
 * @param url the target of the page's form
 */
export function returnPageHeaders(
  headers: Readonly<Record<string, string>>,
  url: string | undefined,
): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '' } = headers;
  return {
    ...headers,
    // Browsers also check the merchant's redirects against the policy, so permitting only the merchant's origin is not
    // enough.
    'Content-Security-Policy': policy
      .replace("form-action 'self'", ["form-action 'self'", ...schemesFor(url)].join(' '))
      .replace("frame-ancestors 'none'; ", ''),
    // Shops check the `Origin` header of a form.
    'Referrer-Policy': 'strict-origin',
  };
}

/**
 * Returns the headers of a page that a merchant's pages may embed. To prevent clickjacking, the ancestors at every
 * depth are restricted to the hosts that the merchant has registered.
 *
 * @param origins the registered origins, in the form that `URL` returns. If empty, the headers stay unchanged
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

/**
 * Returns the headers of a page that offers wallets, with permission for their sites only. Trusted types are not
 * required there, since the wallets' scripts insert elements and scripts of their own.
 *
 * @param headers the headers from `pageHeaders`
 */
export function withOtherSites(
  headers: Readonly<Record<string, string>>,
  { scripts, connects, frames }: OtherSites,
): Readonly<Record<string, string>> {
  const { 'Content-Security-Policy': policy = '' } = headers;
  return {
    ...headers,
    'Content-Security-Policy': policy
      .replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))
      .replace("connect-src 'self'", ["connect-src 'self'", ...connects].join(' '))
      .replace("require-trusted-types-for 'script'; trusted-types 'none'", `frame-src ${frames.join(' ') || "'none'"}`),
    'Permissions-Policy': PERMISSIONS.replace(
      'payment=(self)',
      `payment=(${['self', ...frames.map((origin) => `"${origin}"`)].join(' ')})`,
    ),
  };
}

/** Returns the schemes to permit for a URL. HTTP is for shops on this machine, which the sandbox accepts. */
function schemesFor(url: string | undefined): readonly string[] {
  if (url === undefined) {
    return [];
  }
  return new URL(url).protocol === 'http:' ? ['http:', 'https:'] : ['https:'];
}

/** The content type of pages. Astro sets only `text/html`, with which a browser would guess the encoding. */
export const HTML = 'text/html; charset=utf-8';
