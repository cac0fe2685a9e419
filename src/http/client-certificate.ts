/**
 * Whose certificate a caller holds. On a TLS connection of ours it is the one that the caller proved to hold in the
 * handshake. Of a configured proxy it is what the proxy tells in `Client-Cert` (RFC 9440); its own certificate, if it
 * has one, is nobody's. From everyone else that header is a lie, so it is taken off every request before anything reads
 * it.
 */
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';

export interface ClientCertificateOptions {
  /** Addresses whose `Client-Cert` counts. */
  readonly proxies: BlockList;
  readonly clock: { now(): number };
  readonly log: Logger;
}

interface Certificate {
  /** SHA-256 of the DER, in lower-case hex. */
  readonly fingerprint: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Reading a certificate costs as much as a request, so a connection remembers the last one. */
interface Connection {
  readonly isProxy: boolean;
  /** Proven in the handshake. */
  readonly peer: Certificate | undefined;
  forwarded?: { readonly header: string; readonly certificate: Certificate | undefined };
}

/**
 * A structured field of one byte sequence (RFC 8941, 3.3.5). A proxy that adds to a header of the caller's makes two.
 */
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]+={0,2}):$/;

const HEADERS: ReadonlySet<string> = new Set(['client-cert', 'client-cert-chain']);

export class ClientCertificates {
  readonly #options: ClientCertificateOptions;
  readonly #connections = new WeakMap<Socket, Connection>();
  /** By request and not by connection: one connection of a proxy carries many callers' requests, several at a time. */
  readonly #forwarded = new WeakMap<IncomingMessage, Certificate>();

  constructor(options: ClientCertificateOptions) {
    this.#options = options;
  }

  /** Takes the headers off, and keeps what a proxy told in them. @param supportCode for a warning's line in the log */
  receive(request: IncomingMessage, supportCode: string): void {
    const { headers, socket } = request;
    const header = headers['client-cert'];
    if (header === undefined && headers['client-cert-chain'] === undefined) {
      return;
    }
    removeHeaders(request);
    const connection = this.#connection(socket);
    if (header === undefined || !connection.isProxy) {
      return;
    }
    const text = String(header);
    if (connection.forwarded?.header !== text) {
      connection.forwarded = { header: text, certificate: certificateIn(text) };
    }
    const { certificate } = connection.forwarded;
    if (certificate !== undefined) {
      this.#forwarded.set(request, certificate);
    } else {
      this.#options.log.warn({ supportCode }, 'a proxy sent a Client-Cert header that holds no certificate');
    }
  }

  /**
   * @returns the SHA-256 fingerprint, lower-case hex, of the certificate that the caller holds and that is valid now
   */
  fingerprint(request: IncomingMessage): string | undefined {
    const { isProxy, peer } = this.#connection(request.socket);
    const certificate = isProxy ? this.#forwarded.get(request) : peer;
    if (certificate === undefined) {
      return undefined;
    }
    // Connections and resumed TLS sessions outlive the day on which their certificate was judged.
    const now = this.#options.clock.now();
    return certificate.fromMs <= now && now <= certificate.untilMs ? certificate.fingerprint : undefined;
  }

  #connection(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) {
      return known;
    }
    const made: Connection = { isProxy: this.#isProxy(socket), peer: peerOf(socket) };
    this.#connections.set(socket, made);
    return made;
  }

  #isProxy({ remoteAddress = '' }: Socket): boolean {
    const [address = ''] = remoteAddress.split('%', 1);
    return this.#options.proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** A resumed session is `authorized` without any certificate, so both are asked. */
function peerOf(socket: Socket): Certificate | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) {
    return undefined;
  }
  const x509 = socket.getPeerX509Certificate();
  return x509 && certificateOf(x509);
}

function certificateIn(header: string): Certificate | undefined {
  const der = Buffer.from(BYTE_SEQUENCE.exec(header)?.[1] ?? '', 'base64');
  try {
    const x509 = new X509Certificate(der);
    // PEM is read as well, and what stands behind the certificate is not: neither is what the header may hold.
    return x509.raw.equals(der) ? certificateOf(x509) : undefined;
  } catch {
    return undefined;
  }
}

function certificateOf({ fingerprint256, validFromDate, validToDate }: X509Certificate): Certificate {
  return {
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    fromMs: validFromDate.getTime(),
    untilMs: validToDate.getTime(),
  };
}

/** Also from the headers as they came, names and values by turns. */
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
