/**
 * The certificates that sign webhooks. A certificate is downloaded only from PayPal's own site, and trusted only if its
 * chain leads to a trusted authority and its name is that of PayPal's signer.
 */
import { X509Certificate } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { JsonClient } from '../../http-json.ts';
import type { PayPalSite } from './paypal-sites.ts';

/** The time limit of a download, so that the webhook is answered before PayPal's timeout. */
const READ_MS_MAX = 5_000;
/**
 * How long a certificate is cached. PayPal changes its certificate about once a year. An operator who must withdraw
 * trust at once restarts the gateway.
 */
const KEPT_MS = HOUR_MS;
/** How long the gateway remembers that a URL has no certificate. After this time the URL is requested again. */
const UNKNOWN_KEPT_MS = MINUTE_MS;
/** The maximum number of cached certificates. PayPal's live site uses one at a time. */
const KEPT_MAX = 100;
/**
 * The maximum number of cached URLs without a certificate. It limits the requests for such URLs per minute:
 * unauthenticated clients can invent any number of URLs, each of which would cause a request to PayPal.
 */
const UNKNOWN_MAX = 20;
/** The limit of concurrent requests, so that a flood of webhooks does not cause a flood of requests to PayPal. */
const READS_MAX = 8;
/** The maximum length of a chain: leaf, intermediates and root. */
const CHAIN_MAX = 6;
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const SIGNER = /^messageverificationcerts(?:\.[a-z]+)?\.paypal\.com$/;

/**
 * UNKNOWN: PayPal has no such certificate. UNCLEAR: the certificate cannot be downloaded at present, or its chain is
 * not trusted. BUSY: too many requests are in progress.
 */
type UntrustedCertificate = { readonly status: 'BUSY' | 'UNCLEAR' | 'UNKNOWN' };
export type SigningCertificate =
  | { readonly status: 'TRUSTED'; readonly certificate: X509Certificate }
  | UntrustedCertificate;

/** The certificate chain in PayPal's order, beginning with the leaf. */
type Chain = { readonly status: 'READ'; readonly chain: readonly X509Certificate[] } | UntrustedCertificate;

interface CachedChain {
  readonly read: Promise<Chain>;
  readonly until: number;
}

export class SigningCertificates {
  readonly #site: Pick<PayPalSite, 'anchors' | 'isCertificate'>;
  readonly #client: JsonClient;
  readonly #kept = new Map<string, CachedChain>();
  /**
   * URLs that are being requested or have no certificate. They are cached separately, so that invented URLs do not
   * evict certificates.
   */
  readonly #unknown = new Map<string, CachedChain>();
  #reads = 0;
  #anchors: Promise<readonly X509Certificate[]> | undefined;

  constructor(site: Pick<PayPalSite, 'anchors' | 'isCertificate'>, client: JsonClient) {
    this.#site = site;
    this.#client = client;
  }

  /**
   * @param address the certificate's URL from the webhook, which may be any text
   * @param now the time at which the certificate must be valid
   * @returns undefined if the text is not a URL of PayPal's certificates; no request is sent then
   */
  async at(address: string, now: number): Promise<SigningCertificate | undefined> {
    const url = URL.parse(address);
    if (url === null || !this.#site.isCertificate(url)) {
      return undefined;
    }
    const read = await this.#chainAt(url.href, now);
    if (read.status !== 'READ') {
      return read;
    }
    const anchors = await this.#anchored();
    const [leaf] = read.chain;
    return leaf !== undefined && isSigner(leaf) && isAnchored(read.chain, anchors, now)
      ? { status: 'TRUSTED', certificate: leaf }
      : { status: 'UNCLEAR' };
  }

  async #chainAt(href: string, now: number): Promise<Chain> {
    const kept = this.#kept.get(href) ?? this.#unknown.get(href);
    if (kept !== undefined && now < kept.until) {
      return kept.read;
    }
    this.#forget(now);
    if (this.#reads >= READS_MAX || this.#unknown.size >= UNKNOWN_MAX) {
      return { status: 'BUSY' };
    }
    this.#reads += 1;
    const read = this.#read(href).finally(() => {
      this.#reads -= 1;
    });
    this.#unknown.set(href, { read, until: now + UNKNOWN_KEPT_MS });
    const chain = await read;
    if (chain.status !== 'UNKNOWN') {
      this.#unknown.delete(href);
    }
    if (chain.status === 'READ') {
      this.#keep(href, { read, until: now + KEPT_MS });
    }
    return chain;
  }

  #forget(now: number): void {
    for (const [href, { until }] of this.#unknown) {
      if (until <= now) {
        this.#unknown.delete(href);
      }
    }
  }

  #keep(href: string, kept: CachedChain): void {
    this.#kept.delete(href);
    this.#kept.set(href, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
  }

  async #read(url: string): Promise<Chain> {
    const answer = await this.#client.text({ method: 'GET', url, answerMsMax: READ_MS_MAX });
    if (answer.status !== 'ANSWERED') {
      return { status: 'UNCLEAR' };
    }
    if (answer.code >= 400) {
      return { status: 'UNKNOWN' };
    }
    const chain = answer.code < 300 ? certificatesIn(answer.body) : [];
    return chain.length === 0 || chain.length > CHAIN_MAX ? { status: 'UNCLEAR' } : { status: 'READ', chain };
  }

  /** Returns the trust anchors of the site. If the site has its own, they are downloaded once, at the first webhook. */
  async #anchored(): Promise<readonly X509Certificate[]> {
    this.#anchors ??= this.#readAnchors();
    const anchors = await this.#anchors;
    if (anchors.length === 0) {
      this.#anchors = undefined;
    }
    return anchors;
  }

  async #readAnchors(): Promise<readonly X509Certificate[]> {
    const { anchors } = this.#site;
    if (!('url' in anchors)) {
      return anchors.flatMap(certificatesIn);
    }
    const answer = await this.#client.text({ method: 'GET', url: anchors.url, answerMsMax: READ_MS_MAX });
    return answer.status === 'ANSWERED' && answer.code === 200 ? certificatesIn(answer.body) : [];
  }
}

function certificatesIn(text: string): readonly X509Certificate[] {
  try {
    return (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  } catch {
    return [];
  }
}

function isSigner(leaf: X509Certificate): boolean {
  const commonName = /^CN=(.+)$/m.exec(leaf.subject)?.[1] ?? '';
  return SIGNER.test(commonName) && !leaf.ca;
}

/** True if each certificate is valid now and signed by the next one, and a trusted authority has signed the last. */
function isAnchored(
  [one, ...issuers]: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  now: number,
): boolean {
  if (one === undefined || !isValid(one, now)) {
    return false;
  }
  const [issuer] = issuers;
  return (
    anchors.some((anchor) => isValid(anchor, now) && isIssuedBy(one, anchor)) ||
    (issuer !== undefined && isIssuedBy(one, issuer) && isAnchored(issuers, anchors, now))
  );
}

function isIssuedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey);
}

function isValid({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  return validFromDate.getTime() <= now && now <= validToDate.getTime();
}
