/**
 * Certificates that webhooks are signed with. One is read only where PayPal keeps its own, and counts only where its
 * chain leads to an authority that is trusted anyway, and names PayPal's signer of messages.
 */
import { X509Certificate } from 'node:crypto';
import type { JsonClient } from '../../http-json.ts';
import type { PayPalSite } from './paypal-sites.ts';

/** A webhook that waits for it is answered within PayPal's own patience. */
const READ_MS_MAX = 5_000;
/** PayPal changes its certificate about once a year. An operator who revokes trust restarts the gateway. */
const KEPT_MS = 60 * 60_000;
/** A name that PayPal does not know is asked for again after this. */
const UNKNOWN_KEPT_MS = 60_000;
/** Live PayPal has one at a time. */
const KEPT_MAX = 100;
/**
 * Names without a certificate that are remembered, and so asked for in a minute: strangers can make up any number, and
 * each would be a request to PayPal.
 */
const UNKNOWN_MAX = 20;
/** At once; whoever sends more makes this gateway ask PayPal for nothing more. */
const READS_MAX = 8;
/** Leaf, intermediates, root: more are no chain. */
const CHAIN_MAX = 6;
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const SIGNER = /^messageverificationcerts(?:\.[a-z]+)?\.paypal\.com$/;

/**
 * UNKNOWN: PayPal has no such certificate. UNCLEAR: it cannot be read now, or its chain does not convince. BUSY: too
 * many are being read.
 */
type Untrusted = { readonly status: 'BUSY' | 'UNCLEAR' | 'UNKNOWN' };
export type SigningCertificate = { readonly status: 'TRUSTED'; readonly certificate: X509Certificate } | Untrusted;

/** From the leaf on, as PayPal sent it. */
type Chain = { readonly status: 'READ'; readonly chain: readonly X509Certificate[] } | Untrusted;

interface Kept {
  readonly read: Promise<Chain>;
  readonly until: number;
}

export class SigningCertificates {
  readonly #site: Pick<PayPalSite, 'anchors' | 'isCertificate'>;
  readonly #client: JsonClient;
  readonly #kept = new Map<string, Kept>();
  /** Being read, or of no use: apart, so that made-up names push no certificate out. */
  readonly #unknown = new Map<string, Kept>();
  #reads = 0;
  #anchors: Promise<readonly X509Certificate[]> | undefined;

  constructor(site: Pick<PayPalSite, 'anchors' | 'isCertificate'>, client: JsonClient) {
    this.#site = site;
    this.#client = client;
  }

  /**
   * @param address as the webhook names it: any text
   * @param now when the certificate must be valid
   * @returns undefined where PayPal keeps no certificates there; nothing is asked then
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

  #keep(href: string, kept: Kept): void {
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

  /** Those of a site that has its own are read once, at the first webhook. */
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

/** Each is valid now and signed by the next, up to one that a trusted authority signed. */
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
