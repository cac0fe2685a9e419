/** A person at the console, without a browser: keeps the cookie, and sends forms with the inputs of the last page. */
import { expect } from 'vitest';
import { codeAt, stepAt } from '../../src/console/totp.ts';
import type { Reply, Rig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';

export const PASSWORD_OF_PERSON = 'gravel otter lantern';

/** How far `later` has moved each gateway's clock. */
const ahead = new WeakMap<Rig, number>();

/** Moves the gateway's clock, and that of the people's phones. */
export function later(rig: Rig, ms: number): void {
  ahead.set(rig, (ahead.get(rig) ?? 0) + ms);
  rig.later(ms);
}

/** The step of an authenticator app's code now. */
export function stepNow(rig: Rig): number {
  return stepAt(Date.now() + (ahead.get(rig) ?? 0));
}

export interface PersonAt {
  /** `Host` and `Origin`; absent: those of the gateway. */
  readonly origin?: string;
}

export class PersonClient {
  readonly #rig: Rig;
  readonly #origin: string;
  #cookie = '';
  #page: Reply | undefined;
  #path = '';

  constructor(rig: Rig, { origin = 'http://localhost:8080' }: PersonAt = {}) {
    this.#rig = rig;
    this.#origin = origin;
  }

  get cookie(): string {
    return this.#cookie;
  }

  set cookie(cookie: string) {
    this.#cookie = cookie;
  }

  /** The headers of the last answer that set a cookie. */
  setCookie = '';

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.#note(path, await this.#call('GET', path, undefined, headers));
  }

  /** Follows the redirections of a page. */
  async open(path: string): Promise<Reply> {
    return this.#follow(await this.get(path));
  }

  /**
   * @param path absent: that of the last page
   * @param fields beside the hidden inputs of the last page's first form
   */
  async send(fields: Readonly<Record<string, string>>, path = this.#path): Promise<Reply> {
    const body = new URLSearchParams({ ...this.hidden(), ...fields }).toString();
    return this.post(path, body);
  }

  async post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.#note(path, await this.#call('POST', path, body, { Origin: this.#origin, ...headers }));
  }

  /** Sends a form, and follows the redirection. */
  async submit(fields: Readonly<Record<string, string>>, path?: string): Promise<Reply> {
    return this.#follow(await this.send(fields, path));
  }

  /** The hidden inputs of the last page. */
  hidden(): Readonly<Record<string, string>> {
    const inputs = [...(this.#page?.text ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
  }

  async #follow(reply: Reply): Promise<Reply> {
    const { location } = reply.headers;
    return reply.status === 303 ? this.#follow(await this.get(String(location))) : reply;
  }

  async #call(method: string, path: string, body: string | undefined, more: Readonly<Record<string, string>>) {
    const headers = {
      Host: new URL(this.#origin).host,
      ...(this.#cookie !== '' && { Cookie: this.#cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...more,
    };
    return this.#rig.call(method, path, body, { authorization: null, headers });
  }

  #note(path: string, reply: Reply): Reply {
    const [set = ''] = reply.headers['set-cookie'] ?? [];
    if (set !== '') {
      this.setCookie = set;
      [this.#cookie = ''] = set.split(';');
    }
    if (reply.status !== 303) {
      this.#page = reply;
      this.#path = path;
    }
    return reply;
  }
}

/** @returns the path of the link that the command prints */
export async function invitationPath(rig: Rig, ...args: readonly string[]): Promise<string> {
  const { out, err } = await turnpike(rig.folder, ['console', ...args], { DATABASE_URL: rig.databaseUrl });
  expect(err).toBe('');
  return new URL(out.split('\n')[0] as string).pathname;
}

/** The secret of an authenticator app, as the page of an invitation shows it. */
export function secretOn({ text }: Reply): Buffer {
  return secretFrom(/class="secret">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '');
}

/** @param shown base 32, in groups */
export function secretFrom(shown: string): Buffer {
  const letters = shown.replaceAll(' ', '');
  const bits = [...letters].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export interface Enrolled {
  readonly email: string;
  readonly client: PersonClient;
  readonly secret: Buffer;
  readonly recoveryCodes: readonly string[];
}

let people = 0;

/** Invites a new person and sets the account up; the client is signed in then. @param args role and merchant */
export async function enrolled(rig: Rig, args: readonly string[], at: PersonAt = {}): Promise<Enrolled> {
  people += 1;
  const email = `person-${people}@shop.example`;
  const client = new PersonClient(rig, at);
  const page = await client.get(await invitationPath(rig, 'invite', email, ...args));
  const secret = secretOn(page);
  // The code of the step before, so that the current one signs in afterwards.
  const code = codeAt(secret, stepNow(rig) - 1);
  const done = await client.send({ password: PASSWORD_OF_PERSON, code });
  expect(done.status).toBe(200);
  const recoveryCodes = [...done.text.matchAll(/<li>([A-Z2-7-]{19})<\/li>/g)].map(([, one = '']) => one);
  return { email, client, secret, recoveryCodes };
}
