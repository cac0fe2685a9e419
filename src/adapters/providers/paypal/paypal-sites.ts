/** PayPal's URLs: its API, its pages for payers, and the certificates of its webhooks. */
import { rootCertificates } from 'node:tls';

export interface PayPalSite {
  /** The URL before `/v1/` and `/v2/`, without a slash at the end. */
  readonly api: string;
  /** True if a payer may be redirected to the URL. */
  readonly isPage: (url: URL) => boolean;
  /** True if a webhook's certificate may be downloaded from the URL. */
  readonly isCertificate: (url: URL) => boolean;
  /** PEM of the trust anchors for webhooks' certificates, or the URL of that PEM. */
  readonly anchors: readonly string[] | { readonly url: string };
  /** True if no real money moves at the site and PayPal's header for negative tests is accepted. */
  readonly isForTests: boolean;
}

/** The simulator's path in the sandbox. */
const FOLDER = '/providers/paypal';

/** The folder of certificates. The file name has no dot, so that it cannot point to another folder. */
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;

function ownSite(
  api: string,
  certificateHosts: readonly string[],
  { pages, isForTests }: { readonly pages: string; readonly isForTests: boolean },
): PayPalSite {
  return {
    isForTests,
    api: `https://${api}`,
    isPage: (url) => isPublic(url) && url.host === pages,
    isCertificate: (url) => isPublic(url) && certificateHosts.includes(url.host) && isPlain(url, ''),
    anchors: rootCertificates,
  };
}

export const PAYPAL_SITES = {
  live: ownSite('api-m.paypal.com', ['api.paypal.com', 'api-m.paypal.com'], {
    pages: 'www.paypal.com',
    isForTests: false,
  }),
  sandbox: ownSite('api-m.sandbox.paypal.com', ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'], {
    pages: 'www.sandbox.paypal.com',
    isForTests: true,
  }),
} as const satisfies Record<string, PayPalSite>;

/**
 * @param origin the origin of the sandbox's HTTP server, without a slash at the end
 * @param pages the origin of the simulator's pages and certificates, if it differs
 */
export function simulatorSite(origin: string, pages = origin): PayPalSite {
  const isOwn = (url: URL) => url.origin === pages && url.username === '' && url.password === '';
  return {
    api: `${origin}${FOLDER}`,
    isPage: (url) => isOwn(url) && url.pathname.startsWith(`${FOLDER}/`),
    isCertificate: (url) => isOwn(url) && isPlain(url, FOLDER),
    anchors: { url: `${pages}${FOLDER}/ca.pem` },
    isForTests: true,
  };
}

function isPublic(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
}

function isPlain(url: URL, base: string): boolean {
  const isBelow = url.pathname.startsWith(base) && CERTIFICATE_PATH.test(url.pathname.slice(base.length));
  return isBelow && url.search === '' && url.hash === '';
}
