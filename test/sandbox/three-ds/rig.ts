/** The sandbox's directory servers and ACS on real sockets, with a 3DS Server of the tests' own, closed after each. */
import { expect, onTestFinished } from 'vitest';
import { type StartedThreeDS, startThreeDS } from '../../../src/sandbox/three-ds/start-three-ds.ts';
import type { ThreeDSOptions } from '../../../src/sandbox/three-ds/three-ds.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import {
  areqOf,
  base64url,
  creqOf,
  fromBase64url,
  type Message,
  openThreeDSServer,
  postMessage,
  type Reply,
  type ThreeDSServer,
} from './three-ds-server.ts';

export interface Rig {
  readonly started: StartedThreeDS;
  readonly server: ThreeDSServer;
  /** A message to a directory server. */
  post(scheme: string, message: object | string): Promise<Reply>;
  /** An AReq for a Mastercard card, and its answer. */
  ask(more?: object): Promise<Message>;
  control(method: string, path: string, body?: object): Promise<Message>;
  /** Violations in the simulator's own messages (`own`) and in those that it received (`received`). */
  violations(): Promise<{ own: object[]; received: object[] }>;
}

export interface RigOptions extends Partial<Omit<ThreeDSOptions, 'certificates'>> {
  /** Whether results are sent over HTTPS. */
  readonly isSecure?: boolean;
}

export async function rigWith({ isSecure, ...given }: RigOptions = {}): Promise<Rig> {
  const started = await startThreeDS({ log: memoryLog(), ...given });
  const server = await openThreeDSServer(isSecure === true ? started.certificates : undefined);
  const { ca, threeDSServer: certificate } = started.certificates;
  const post: Rig['post'] = (scheme, message) => postMessage(`${started.api}/${scheme}`, message, { ca, certificate });
  const rig: Rig = {
    started,
    server,
    post,
    ask: async (more) => {
      const { message } = await post('mastercard', areqOf(server, more));
      return message as Message;
    },
    control: async (method, path, body) => {
      const response = await fetch(started.control + path, { method, ...(body && { body: JSON.stringify(body) }) });
      return (await response.json()) as Message;
    },
    violations: async () => (await (await fetch(`${started.control}/violations`)).json()) as never,
  };
  onTestFinished(async () => {
    // Every message of the simulator's own follows its tables.
    expect(started.threeDS.records.own).toEqual([]);
    await server.close();
    await started.close();
  });
  return rig;
}

export interface Page {
  readonly status: number;
  readonly html: string;
  /** The hidden fields of a page that submits itself. */
  readonly fields: Readonly<Record<string, string>>;
  readonly action: string;
}

export async function submit(url: string, form: Record<string, string> | URLSearchParams): Promise<Page> {
  return pageOf(await fetch(url, { method: 'POST', body: new URLSearchParams(form) }));
}

export async function open(url: string): Promise<Page> {
  return pageOf(await fetch(url));
}

async function pageOf(response: Response): Promise<Page> {
  const html = await response.text();
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(html) ?? [];
  return {
    status: response.status,
    html,
    fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
    action,
  };
}

/** The payer's browser brings the CReq. */
export function startChallenge(ares: Message, more: object = {}, session = 'c2Vzc2lvbg'): Promise<Page> {
  return submit(ares.acsURL, { creq: base64url(creqOf(ares, more)), threeDSSessionData: session });
}

/** A step on the challenge's page. */
export function step(ares: Message, form: Record<string, string> | URLSearchParams): Promise<Page> {
  return submit(`${ares.acsURL}/${ares.acsTransID}`, form);
}

export function codeIn({ html }: Page): string {
  return /<strong>(\d{6})<\/strong>/.exec(html)?.[1] ?? '';
}

/** The payer types the correct code. @returns the browser's CRes */
export async function confirmed(ares: Message): Promise<Message> {
  const page = await startChallenge(ares);
  const done = await step(ares, { choice: 'SUBMIT', code: codeIn(page) });
  return fromBase64url(done.fields.cres ?? '');
}
