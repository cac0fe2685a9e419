/** The PSP alone, called by a client of the test's own; every exchange is validated against the whole description. */
import { expect, onTestFinished } from 'vitest';
import { startPix } from '../../../src/sandbox/pix/start-pix.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { wholeProblems } from '../description/whole.ts';

export const SHOP = {
  clientId: 'the-shop',
  clientSecret: 'its-secret',
  key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  name: 'EXAMPLE SHOP',
};
export const OTHER = { ...SHOP, clientId: 'another', key: 'shop@another.example' };
export const TXID = '7978c0c97ea847e78e8849634473c1f1';

export interface Answered {
  readonly status: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly body: any;
}

export async function openPsp() {
  const simulator = await startPix({ accounts: [SHOP, OTHER], speed: 1_000, log: memoryLog() });
  onTestFinished(() => simulator.close());
  onTestFinished(() => expect(simulator.psp.validator.violations).toEqual([]));

  const token = async (account: typeof SHOP = SHOP): Promise<string> => {
    const credentials = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
    const response = await fetch(`${simulator.api}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const tokens = new Map<string, string>();

  async function call(method: string, path: string, request?: object, account = SHOP): Promise<Answered> {
    if (!tokens.has(account.clientId)) {
      tokens.set(account.clientId, await token(account));
    }
    const response = await fetch(`${simulator.api}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(account.clientId)}`,
        ...(request && { 'content-type': 'application/json' }),
      },
      ...(request && { body: JSON.stringify(request) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    const { status } = response;
    expect(wholeProblems({ of: 'pix', method, path, request, status, answer })).toEqual([]);
    return { status, type: response.headers.get('content-type') ?? '', body: answer };
  }

  const charged = (changes: object = {}, txid = TXID, account = SHOP) =>
    call('PUT', `/cob/${txid}`, chargeOf(changes), account);

  const control = async (method: string, path: string, body?: object): Promise<Answered> => {
    const response = await fetch(simulator.control + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    return { status: response.status, type: '', body: text === '' ? undefined : JSON.parse(text) };
  };

  return { ...simulator, token, call, charged, control };
}

export type OpenPsp = Awaited<ReturnType<typeof openPsp>>;

export const chargeOf = (changes: object = {}) => ({
  calendario: { expiracao: 3_600 },
  valor: { original: '37.00' },
  chave: SHOP.key,
  ...changes,
});

/** The type of the problem. */
export const problemOf = ({ status, body }: Answered): string =>
  `${status} ${String(body?.type).replace('https://pix.bcb.gov.br/api/v2/error/', '')}`;
