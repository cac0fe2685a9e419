/** Probes a web server: whether it is reachable, whether its certificate is trusted and until when, and its clock. */
import { request as requestHttp } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import {
  ANYTHING_ELSE,
  describeFailure,
  type Network,
  NO_ADDRESS,
  openSocket,
} from '../../adapters/notifications/index.ts';

export interface WebAddress {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export interface WebHost {
  /** The reason why the host was not reached or is not trusted, as a sentence; absent after a success. */
  readonly failure?: string;
  /** The end of the certificate's validity, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** The HTTP status of the answer, if a request was sent. */
  readonly status?: number;
  /** The host's time by the `Date` header of its answer, in milliseconds since 1970. */
  readonly clock?: number;
}

export interface HostRequest extends Omit<Network, 'allows'> {
  /** Whether a connection to this address is allowed. Absent: every address is. */
  readonly allows?: Network['allows'];
  readonly answerMsMax: number;
  /** The request to send. Absent: only a TLS handshake is made. */
  readonly asks?: { readonly method: 'GET' | 'HEAD'; readonly path: string };
}

/** Resolves in any case, at the latest after `answerMsMax`. */
export async function lookAt(address: WebAddress, looking: HostRequest): Promise<WebHost> {
  const until = AbortSignal.timeout(looking.answerMsMax);
  let socket: Socket | undefined;
  try {
    const network = { ...looking, allows: looking.allows ?? (() => true) };
    const plain = await untilAborted(openSocket(network, { ...address, until }), until);
    socket = plain;
    const secure = address.isSecure ? await untilAborted(startTls(plain, address, looking), until) : undefined;
    socket = secure ?? plain;
    const expiresAt = secure && Date.parse(secure.getPeerCertificate().valid_to);
    const answer = looking.asks && (await untilAborted(answerOf(socket, address, looking.asks), until));
    return { expiresAt, ...answer };
  } catch (error) {
    return { failure: until.aborted ? `No answer within ${looking.answerMsMax / 1_000} s.` : sentence(error, looking) };
  } finally {
    socket?.destroy();
  }
}

/** Describes a failed connection in the words of a failed delivery where they fit. */
function sentence(error: unknown, { allows }: HostRequest): string {
  const { failure, detail = failure } = describeFailure(error);
  if (failure === NO_ADDRESS && allows === undefined) {
    return 'No name server knows an address of it.';
  }
  return failure === ANYTHING_ELSE ? detail : failure;
}

/** A TLS handshake that verifies the certificate like a browser. */
function startTls(socket: Socket, { host }: WebAddress, { ca }: HostRequest): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
    });
    secure.once('error', reject);
    secure.once('secureConnect', () => resolve(secure));
  });
}

/** Sends a request, and reads only the head of the answer. */
function answerOf(
  socket: Socket,
  { host, port, isSecure }: WebAddress,
  asked: NonNullable<HostRequest['asks']>,
): Promise<Pick<WebHost, 'clock' | 'status'>> {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return new Promise((resolve, reject) => {
    const sent = requestHttp({
      ...asked,
      headers: { Host: port === (isSecure ? 443 : 80) ? name : `${name}:${port}`, Connection: 'close' },
      createConnection: () => socket,
    });
    sent.once('error', reject);
    sent.once('response', ({ statusCode: status = 0, headers: { date = '' } }) => {
      const clock = Date.parse(date);
      resolve({ status, clock: Number.isNaN(clock) ? undefined : clock });
    });
    sent.end();
  });
}

function untilAborted<T>(step: Promise<T>, until: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(until.reason);
    until.addEventListener('abort', late, { once: true });
    step.then(resolve, reject).finally(() => until.removeEventListener('abort', late));
  });
}
