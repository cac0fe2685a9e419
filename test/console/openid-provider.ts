/** A real OpenID provider on a port of this machine, and a browser's way through its pages. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'turnpike', secret: 'a-secret-of-the-console' } as const;

export interface StartedProvider {
  readonly issuer: string;
  /** The provider's claims by login; other logins have a verified address of their own name. */
  readonly people: Map<string, { readonly email: string; readonly isVerified: boolean }>;
  /** Changes the claims of the next identity tokens, which the provider signs. */
  change: ((claims: Record<string, unknown>) => object) | undefined;
  /** Whether the next identity tokens have the signature of other claims. */
  isForged: boolean;
  /** The settings of a gateway whose people sign in here. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @param returnOrigin the console's origin */
export async function startOpenIdProvider(port: number, returnOrigin: string): Promise<StartedProvider> {
  const issuer = `http://localhost:${port}`;
  const people: StartedProvider['people'] = new Map();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${returnOrigin}/console/sign-in/openid/return`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // The identity token has the e-mail address, as that of most providers.
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => {
        const { email, isVerified } = people.get(id) ?? { email: `${id}@shop.example`, isVerified: true };
        return { sub: id, email, email_verified: isVerified };
      },
    }),
  });
  const answer = provider.callback();
  const server: Server = createServer((request, response) => {
    if (request.url === '/token') {
      const end = response.end.bind(response);
      response.end = ((body: string) => {
        const altered = alteredToken(body);
        response.setHeader('Content-Length', Buffer.byteLength(altered));
        return end(altered);
      }) as typeof response.end;
    }
    answer(request, response);
  });

  function alteredToken(body: string): string {
    const { id_token: token = '', ...rest } = JSON.parse(body) as { readonly id_token?: string };
    const [head = '', claims = '', signature = ''] = token.split('.');
    if (started.change === undefined || token === '') {
      return body;
    }
    const changed = started.change(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
    const own = sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
    return JSON.stringify({ ...rest, id_token: `${signed}.${started.isForged ? signature : own}` });
  }

  server.listen(port, 'localhost');
  await once(server, 'listening');
  const started: StartedProvider = {
    issuer,
    people,
    change: undefined,
    isForged: false,
    env: {
      CONSOLE_OPENID_ISSUER: issuer,
      CONSOLE_OPENID_CLIENT_ID: CLIENT.id,
      CONSOLE_OPENID_SECRET: CLIENT.secret,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return started;
}

/**
 * Walks through the provider's pages without a browser, as somebody who is not signed in there.
 *
 * @param address of the gateway's redirection
 * @returns path and query of the return address
 */
export async function throughProvider(address: string, login: string): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let next: { readonly url: string; readonly form?: URLSearchParams } = { url: address };
  for (;;) {
    const answer = await fetch(next.url, {
      method: next.form === undefined ? 'GET' : 'POST',
      ...(next.form !== undefined && { body: next.form }),
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location !== null) {
      const url = new URL(location, next.url);
      if (url.origin !== origin) {
        return url.pathname + url.search;
      }
      next = { url: url.href };
      continue;
    }
    const html = await answer.text();
    const [, action] = /<form[^>]*action="([^"]*)"/.exec(html) ?? [];
    const [, prompt] = /name="prompt" value="([^"]*)"/.exec(html) ?? [];
    if (action === undefined || prompt === undefined) {
      throw new Error(`The provider answered ${answer.status}: ${html}`);
    }
    const form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
    next = { url: new URL(action, next.url).href, form };
  }
}
