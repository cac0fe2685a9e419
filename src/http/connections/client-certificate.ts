/**
 * Finds the caller's certificate. On a TLS connection to this listener it is the certificate of the handshake. Behind a
 * configured proxy it is the certificate in `Client-Cert` (RFC 9440), and the proxy's own certificate is ignored. Any
 * client could forge that header, so it is removed from every request before other code reads it.
 */
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { CertificateAuthorities } from './certificate-authorities.ts';
import { isListed, withoutZone } from './client-address.ts';

export interface ClientCertificateOptions {
  /** Proxies whose `Client-Cert` header is trusted. */
  readonly proxies: BlockList;
  readonly clock: { now(): number };
  readonly log: Logger;
  /** Absent: all certificates that TLS or a proxy has verified count as merchants'. */
  readonly authorities?: CertificateAuthorities;
}

interface Certificate extends CertificateOwners {
  /** The SHA-256 of the DER form, in lower-case hex. */
  readonly fingerprint: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The possible owners: a certificate belongs either to a merchant or to a directory server. */
interface CertificateOwners {
  readonly isMerchants: boolean;
  /** The schemes whose directory server the certificate may identify. */
  readonly schemes: ReadonlySet<string>;
}

/**
 * The size of the cache of owners. They are cached because a resumed TLS session provides the certificate without its
 * chain.
 */
const CACHED_OWNERS_MAX = 1_000;
const NO_SCHEMES: ReadonlySet<string> = new Set();
const MERCHANTS_ALONE = new CertificateAuthorities({ schemes: new Map() });

/** The certificates of a connection. Parsing one takes as long as a request, so each connection caches the last. */
interface Connection {
  readonly isProxy: boolean;
  /** The certificate of the handshake. */
  readonly peer: Certificate | undefined;
  forwarded?: { readonly header: string; readonly certificate: Certificate | undefined };
}

/**
 * A structured field of one byte sequence (RFC 8941, 3.3.5). If a proxy appends to the caller's header, there are two
 * byte sequences, and neither is accepted.
 */
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]+={0,2}):$/;

const HEADERS: ReadonlySet<string> = new Set(['client-cert', 'client-cert-chain']);

export class ClientCertificates {
  readonly #options: ClientCertificateOptions;
  readonly #connections = new WeakMap<Socket, Connection>();
  /**
   * Certificates from a proxy, by request and not by connection: one connection of a proxy carries concurrent requests
   * of many callers.
   */
  readonly #forwarded = new WeakMap<IncomingMessage, Certificate>();
  readonly #authorities: CertificateAuthorities;
  /** The cached owners by fingerprint. */
  readonly #ownersByFingerprint = new Map<string, CertificateOwners>();

  constructor(options: ClientCertificateOptions) {
    this.#options = options;
    this.#authorities = options.authorities ?? MERCHANTS_ALONE;
  }

  /**
   * Removes the certificate headers, and stores the certificate that a trusted proxy sent. @param supportCode the
   * support code for a warning in the log
   */
  receive(request: IncomingMessage, supportCode: string): void {
    const { headers, socket } = request;
    const header = headers['client-cert'];
    if (header === undefined && headers['client-cert-chain'] === undefined) {
      return;
    }
    removeHeaders(request);
    const connection = this.#connectionOf(socket);
    if (header === undefined || !connection.isProxy) {
      return;
    }
    const text = String(header);
    if (connection.forwarded?.header !== text) {
      connection.forwarded = { header: text, certificate: this.#certificateIn(text) };
    }
    const { certificate } = connection.forwarded;
    if (certificate !== undefined) {
      this.#forwarded.set(request, certificate);
    } else {
      this.#options.log.warn({ supportCode }, 'a proxy sent a Client-Cert header that holds no certificate');
    }
  }

  /**
   * @returns the SHA-256 fingerprint, lower-case hex, of the caller's certificate, if it is valid now and may be a
   * merchant's
   */
  fingerprint(request: IncomingMessage): string | undefined {
    const certificate = this.#validCertificate(request);
    return certificate?.isMerchants ? certificate.fingerprint : undefined;
  }

  /** @returns the card schemes of the authorities that issued the caller's certificate, if it is valid now */
  schemes(request: IncomingMessage): ReadonlySet<string> {
    return this.#validCertificate(request)?.schemes ?? NO_SCHEMES;
  }

  #validCertificate(request: IncomingMessage): Certificate | undefined {
    const { isProxy, peer } = this.#connectionOf(request.socket);
    const certificate = isProxy ? this.#forwarded.get(request) : peer;
    if (certificate === undefined) {
      return undefined;
    }
    // Connections and resumed TLS sessions outlive the verification of the certificate, so its dates are checked for
    // each request.
    const now = this.#options.clock.now();
    return certificate.fromMs <= now && now <= certificate.untilMs ? certificate : undefined;
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) {
      return known;
    }
    const made: Connection = { isProxy: this.#isProxy(socket), peer: this.#peerOf(socket) };
    this.#connections.set(socket, made);
    return made;
  }

  #isProxy({ remoteAddress = '' }: Socket): boolean {
    return isListed(withoutZone(remoteAddress), this.#options.proxies);
  }

  /**
   * The certificate of the handshake. A resumed session may be `authorized` without a certificate, so both are checked.
   */
  #peerOf(socket: Socket): Certificate | undefined {
    if (!(socket instanceof TLSSocket) || !socket.authorized) {
      return undefined;
    }
    const x509 = socket.getPeerX509Certificate();
    if (x509 === undefined || this.#authorities.areMerchantsAlone) {
      return x509 && certificateOf(x509, { isMerchants: true, schemes: NO_SCHEMES });
    }
    return certificateOf(x509, this.#ownersOf(x509, socket));
  }

  #ownersOf(x509: X509Certificate, socket: TLSSocket): CertificateOwners {
    const known = this.#ownersByFingerprint.get(x509.fingerprint256);
    if (known !== undefined) {
      return known;
    }
    const sent = chainOf(socket);
    const schemes = this.#authorities.schemesOf(x509, sent);
    const standing = { isMerchants: schemes.size === 0 && this.#authorities.isOfMerchants(x509, sent), schemes };
    if (standing.isMerchants || schemes.size > 0) {
      if (this.#ownersByFingerprint.size >= CACHED_OWNERS_MAX) {
        this.#ownersByFingerprint.clear();
      }
      this.#ownersByFingerprint.set(x509.fingerprint256, standing);
    }
    return standing;
  }

  /** Parses a proxy's header. The proxy has verified the certificate, perhaps against the authorities of a scheme. */
  #certificateIn(header: string): Certificate | undefined {
    const der = Buffer.from(BYTE_SEQUENCE.exec(header)?.[1] ?? '', 'base64');
    try {
      const x509 = new X509Certificate(der);
      // The parser also accepts PEM, and ignores bytes after the certificate. Both are refused here.
      if (!x509.raw.equals(der)) {
        return undefined;
      }
      const schemes = this.#authorities.schemesOf(x509, []);
      return certificateOf(x509, { isMerchants: schemes.size === 0, schemes });
    } catch {
      return undefined;
    }
  }
}

/** The chain that Node built from the caller's certificates by name, without the leaf. */
function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<string>();
  let { issuerCertificate: above }: Partial<DetailedPeerCertificate> = socket.getPeerCertificate(true);
  while (above !== undefined && !seen.has(above.fingerprint256)) {
    seen.add(above.fingerprint256);
    chain.push(new X509Certificate(above.raw));
    above = above.issuerCertificate;
  }
  return chain;
}

function certificateOf(x509: X509Certificate, standing: CertificateOwners): Certificate {
  return {
    ...standing,
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    fromMs: x509.validFromDate.getTime(),
    untilMs: x509.validToDate.getTime(),
  };
}

/** Removes the headers, also from `rawHeaders`, in which names and values alternate. */
function removeHeaders({ headers, rawHeaders }: IncomingMessage): void {
  for (const name of HEADERS) {
    delete headers[name];
  }
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (HEADERS.has((rawHeaders[at] as string).toLowerCase())) {
      rawHeaders.splice(at, 2);
    }
  }
}
