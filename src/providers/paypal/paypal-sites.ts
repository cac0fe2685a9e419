/** Where PayPal is: its API, its payers' pages, and the certificates of its webhooks. */
import { rootCertificates } from 'node:tls';

export interface PayPalSite {
  /** What stands before `/v1/` and `/v2/`: no slash at the end. */
  readonly api: string;
  /** Whether a payer may be sent there. */
  readonly isPage: (url: URL) => boolean;
  /** Whether a webhook may name its certificate there. */
  readonly isCertificate: (url: URL) => boolean;
  /** PEM certificates that those of webhooks must rest on, or where to read them. */
  readonly anchors: readonly string[] | { readonly url: string };
  /** No real money moves there, and PayPal's header for negative tests is taken. */
  readonly isForTests: boolean;
}

/** Of the stand-in, in the sandbox. */
const FOLDER = '/providers/paypal';

/** The folder of certificates; the file's name has no dot, so that no other folder can be meant. */
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
 * @param origin of the sandbox's HTTP server, without a slash at the end
 * @param pages of its pages and certificates, where that is another one
 */
export function standInSite(origin: string, pages = origin): PayPalSite {
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
