/**
 * A 3DS Server of the tests' own, written independently of the gateway's: it calls the directory servers over HTTPS
 * with its certificate, and receives results.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { IssuedCertificate } from '../../../src/platform/x509/index.ts';
import type { SandboxThreeDSCertificates } from '../../../src/settings/sandbox/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: a message is read by its elements' names, and a wrong one fails the test.
export type Message = Record<string, any>;

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly message: Message | undefined;
}

export interface Credentials {
  readonly ca: string;
  /** Absent: it shows none. */
  readonly certificate?: IssuedCertificate;
}

/** @throws when the connection is refused or cut */
export function postMessage(url: string, body: object | string, given: Credentials): Promise<Reply> {
  const { ca, certificate } = given;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const options = { method: 'POST', headers, ca, ...certificate, agent: false as const };
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, text: answer, message: parsed(answer) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

function parsed(text: string): Message | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface HeardResult {
  readonly message: Message | undefined;
  readonly text: string;
  /** Whether the sender showed a certificate of the sandbox's authority; only with HTTPS. */
  readonly isTrusted: boolean;
}

/** Receives RReq and answers RRes, and has the page to which browsers return. */
export interface ThreeDSServer {
  readonly origin: string;
  /** The result URL. */
  readonly url: string;
  readonly notificationURL: string;
  readonly results: readonly HeardResult[];
  /** The browsers' requests to the notification URL, and to the method's. */
  readonly visits: readonly { readonly path: string; readonly form: URLSearchParams }[];
  /** Pages of a shop beside it, by path. */
  readonly shop: Map<string, string>;
  /** Replaces the RRes; `null` gives no answer. */
  answer: ((rreq: Message) => object | string | null) | undefined;
  /** Resolves when this many results came. */
  heard(count: number): Promise<readonly HeardResult[]>;
  /** Received requests, in order: `RReq` or the path of a visit. */
  readonly order: readonly string[];
  close(): Promise<void>;
}

export function rresOf(rreq: Message, more: object = {}): Message {
  const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = rreq;
  return {
    messageType: 'RRes',
    messageVersion,
    threeDSServerTransID,
    acsTransID,
    dsTransID,
    resultsStatus: '01',
    ...more,
  };
}

/** @param secure by HTTPS, which requires the directory server's certificate */
export async function openThreeDSServer(secure?: SandboxThreeDSCertificates): Promise<ThreeDSServer> {
  const results: HeardResult[] = [];
  const visits: { path: string; form: URLSearchParams }[] = [];
  const order: string[] = [];
  const waiting: { readonly count: number; readonly resolve: (heard: readonly HeardResult[]) => void }[] = [];
  const listener: RequestListener = async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
    }
    const text = Buffer.concat(chunks).toString();
    const page = simulator.shop.get(incoming.url ?? '');
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(page);
      return;
    }
    if (incoming.url !== '/results') {
      if (incoming.url !== '/favicon.ico') {
        order.push(incoming.url ?? '');
        visits.push({ path: incoming.url ?? '', form: new URLSearchParams(text) });
      }
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><html lang="en"><title>Back</title><h1>Back</h1></html>');
      return;
    }
    const { authorized } = incoming.socket as TLSSocket;
    const message = parsed(text);
    results.push({ message, text, isTrusted: authorized === true });
    order.push('RReq');
    const answer = simulator.answer === undefined ? rresOf(message ?? {}) : simulator.answer(message ?? {});
    if (answer === null) {
      incoming.socket.destroy();
    } else {
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }
    for (const one of waiting) {
      if (results.length >= one.count) {
        one.resolve(results);
      }
    }
  };
  const server: Server =
    secure === undefined
      ? createPlainServer(listener)
      : createServer({ ...secure.server, ca: secure.ca, requestCert: true, rejectUnauthorized: false }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `${secure === undefined ? 'http' : 'https'}://localhost:${port}`;
  const simulator: ThreeDSServer = {
    origin,
    url: `${origin}/results`,
    notificationURL: `${origin}/notification`,
    results,
    visits,
    order,
    shop: new Map(),
    answer: undefined,
    heard: (count) =>
      new Promise((resolve) => void (results.length >= count ? resolve(results) : waiting.push({ count, resolve }))),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return simulator;
}

/** EUR 12.50 in a browser with script, in 2.2.0. @param more overrides; undefined omits an element */
export function areqOf(server: Pick<ThreeDSServer, 'url' | 'notificationURL'>, more: object = {}): Message {
  return {
    messageType: 'AReq',
    messageVersion: '2.2.0',
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: randomUUID(),
    threeDSServerRefNumber: '3DS_LOA_SER_TEST_020200_00001',
    threeDSServerOperatorID: '10000001',
    threeDSServerURL: server.url,
    threeDSRequestorID: 'TESTSHOP',
    threeDSRequestorName: 'Example Shop',
    threeDSRequestorURL: 'https://shop.example/',
    threeDSRequestorAuthenticationInd: '01',
    threeDSCompInd: 'Y',
    acctNumber: '5123450000000008',
    cardExpiryDate: '3901',
    acquirerBIN: '400000',
    acquirerMerchantID: 'TESTSHOP',
    mcc: '5999',
    merchantCountryCode: '276',
    merchantName: 'Example Shop',
    purchaseAmount: '1250',
    purchaseCurrency: '978',
    purchaseExponent: '2',
    purchaseDate: '20261123120000',
    notificationURL: server.notificationURL,
    browserAcceptHeader: 'text/html',
    browserIP: '192.0.2.7',
    browserJavascriptEnabled: true,
    browserJavaEnabled: false,
    browserLanguage: 'en-GB',
    browserColorDepth: '24',
    browserScreenHeight: '900',
    browserScreenWidth: '1440',
    browserTZ: '-60',
    browserUserAgent: 'Mozilla/5.0',
    ...more,
  };
}

export const IN_210 = { messageVersion: '2.1.0', browserJavascriptEnabled: undefined } as const;

/** A 3RI request: the merchant authenticates without the payer. */
export const WITHOUT_PAYER = {
  deviceChannel: '03',
  threeRIInd: '01',
  recurringExpiry: '20301231',
  recurringFrequency: '30',
  threeDSRequestorAuthenticationInd: undefined,
  threeDSCompInd: undefined,
  notificationURL: undefined,
} as const;

export function preqOf(more: object = {}): Message {
  return {
    messageType: 'PReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: randomUUID(),
    threeDSServerRefNumber: '3DS_LOA_SER_TEST_020200_00001',
    threeDSServerOperatorID: '10000001',
    ...more,
  };
}

export function base64url(message: object | string): string {
  return Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)).toString('base64url');
}

export function fromBase64url(text: string): Message {
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

export function creqOf({ messageVersion, threeDSServerTransID, acsTransID }: Message, more: object = {}): Message {
  return {
    messageType: 'CReq',
    messageVersion,
    threeDSServerTransID,
    acsTransID,
    challengeWindowSize: '02',
    ...more,
  };
}
