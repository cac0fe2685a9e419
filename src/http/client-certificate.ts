/**
 * Finds the caller's certificate. On a TLS connection to this listener it is the one proved in the handshake. Behind a
 * configured proxy it is the one in `Client-Cert` (RFC 9440); the proxy's own certificate, if it has one, counts for no
 * caller. Anyone else could forge that header, so it is removed from every request before anything reads it.
 */
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { isListed, withoutZone } from './client-address.ts';

export interface ClientCertificateOptions {
  /** Addresses whose `Client-Cert` is trusted. */
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

/** Parsing a certificate costs as much as a request, so each connection caches the last one. */
interface Connection {
  readonly isProxy: boolean;
  /** Proved in the handshake. */
  readonly peer: Certificate | undefined;
  forwarded?: { readonly header: string; readonly certificate: Certificate | undefined };
}

/** A structured field of one byte sequence (RFC 8941, 3.3.5). A proxy that appends to the caller's header makes two. */
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]+={0,2}):$/;

const HEADERS: ReadonlySet<string> = new Set(['client-cert', 'client-cert-chain']);

export class ClientCertificates {
  readonly #options: ClientCertificateOptions;
  readonly #connections = new WeakMap<Socket, Connection>();
  /**
   * By request and not by connection: one connection of a proxy transports many callers' requests, several at a time.
   */
  readonly #forwarded = new WeakMap<IncomingMessage, Certificate>();

  constructor(options: ClientCertificateOptions) {
    this.#options = options;
  }

  /** Removes the headers, and keeps a proxy's certificate from them. @param supportCode for a warning in the log */
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
    // Connections and resumed TLS sessions outlive the check of their certificate, so check its dates for each request.
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
    return isListed(withoutZone(remoteAddress), this.#options.proxies);
  }
}

/** A resumed session is `authorized` without any certificate, so check both. */
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
    // The parser also accepts PEM, and ignores bytes after the certificate: the header may hold neither.
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

/** Also from the raw headers, where names and values alternate. */
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
