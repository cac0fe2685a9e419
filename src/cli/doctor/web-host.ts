/** A look at a web server: whether it is reached, whether its certificate is trusted and until when, its clock. */
import { request as requestHttp } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ANYTHING_ELSE, type Network, NO_ADDRESS, openSocket, told } from '../../notifications/index.ts';

export interface WebAddress {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** Without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export interface WebHost {
  /** Why it was not reached, or is not trusted, as a sentence; absent where all went well. */
  readonly failure?: string;
  /** Milliseconds since 1970: when its certificate ends. */
  readonly expiresAt?: number;
  /** Milliseconds since 1970, by its answer's Date; asked for by a HEAD of its root. */
  readonly clock?: number;
}

export interface Looking extends Omit<Network, 'allows'> {
  /** Absent: any address. */
  readonly allows?: Network['allows'];
  readonly answerMsMax: number;
  /** Send a HEAD, for its clock. Otherwise nothing is sent but TLS's own greeting. */
  readonly asksClock?: boolean;
}

/** Never rejects, and ends after `answerMsMax`. */
export async function lookAt(address: WebAddress, looking: Looking): Promise<WebHost> {
  const until = AbortSignal.timeout(looking.answerMsMax);
  let socket: Socket | undefined;
  try {
    const network = { ...looking, allows: looking.allows ?? (() => true) };
    const plain = await untilAborted(openSocket(network, { ...address, until }), until);
    socket = plain;
    const secure = address.isSecure ? await untilAborted(greeted(plain, address, looking), until) : undefined;
    socket = secure ?? plain;
    const expiresAt = secure && Date.parse(secure.getPeerCertificate().valid_to);
    const clock = looking.asksClock ? await untilAborted(clockOf(socket, address), until) : undefined;
    return { ...(expiresAt !== undefined && { expiresAt }), ...(clock !== undefined && { clock }) };
  } catch (error) {
    return { failure: until.aborted ? `No answer within ${looking.answerMsMax / 1_000} s.` : sentence(error, looking) };
  } finally {
    socket?.destroy();
  }
}

/** In the words of a delivery's failure, where those fit. */
function sentence(error: unknown, { allows }: Looking): string {
  const { failure, detail = failure } = told(error);
  if (failure === NO_ADDRESS && allows === undefined) {
    return 'No name server knows an address of it.';
  }
  return failure === ANYTHING_ELSE ? detail : failure;
}

/** A handshake that a browser would accept. */
function greeted(socket: Socket, { host }: WebAddress, { ca }: Looking): Promise<TLSSocket> {
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

/** @returns undefined where its answer names no time */
function clockOf(socket: Socket, { host }: WebAddress): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp({
      method: 'HEAD',
      path: '/',
      headers: { Host: host, Connection: 'close' },
      createConnection: () => socket,
    });
    sent.once('error', reject);
    sent.once('response', ({ headers: { date = '' } }) => {
      const clock = Date.parse(date);
      resolve(Number.isNaN(clock) ? undefined : clock);
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
