/** A support code opens nothing: at every address, that of a payment gets the same answer as one of no payment. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  AUTHENTICATION_RETURNS,
  BROWSER_PAYMENT_PAGES,
  EMBEDDED_PAGES,
  LOGO,
  PAYER_PAGES,
} from '../../src/http/routing/routes.ts';
import { type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { hands } from '../checkout/hands.ts';
import { AT_LENGTH } from '../support/at-length.ts';

const GUESSES = 1_000;
const GUESSES_MS_MAX = 300_000;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

let rig: Rig;
/** The code of a payment of the merchant whose password the requests have. */
let code: string;
/** A text of the same form that belongs to no payment. */
let absent: string;
const { browse, checkout, submit } = hands(() => rig);

beforeAll(async () => {
  rig = await startRig();
  const { id } = await checkout();
  await submit(id);
  code = codeIn(await browse(`/checkout/pay/${id}`)) ?? '';
  absent = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`;
});
afterAll(() => rig.close());

function codeIn({ text }: Pick<Reply, 'text'>): string | undefined {
  return /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/.exec(text.replace(/<style[\s\S]*?<\/style>/g, ''))?.[0];
}

/** The answer without the texts that differ from request to request. */
function answerOf({ status, headers, text }: Reply, asked: string): unknown {
  const plain = `${headers.location} ${headers.refresh} ${text}`.replaceAll(asked, 'ASKED');
  return [status, plain.replace(/\b[0-9a-z]{12}\b/g, 'REQUEST')];
}

const PAGES = [
  ...[PAYER_PAGES, EMBEDDED_PAGES, BROWSER_PAYMENT_PAGES, AUTHENTICATION_RETURNS].flatMap((pages) =>
    Object.values<string | readonly string[]>(pages).flat(),
  ),
  LOGO,
].map((pattern) => pattern.replace(/:\w+/, 'ASKED'));
const OTHER_PAGES = ['/checkout/pay/ASKED/x', '/?code=ASKED', '/docs/search?q=ASKED', '/checkout/ASKED', '/find/ASKED'];
const CALLS = [
  'order/ASKED',
  'order/ASKED/transaction/1',
  'order/ASKED/transaction/ASKED',
  'session/ASKED',
  'token/ASKED',
  'agreement/ASKED',
  '3DSecureId/ASKED',
].map((path) => `/api/rest/version/61/merchant/TESTSHOP/${path}`);

const spellings = (of: string) => [of, of.replace('-', ''), of.toLowerCase()];

it.each([
  ...[...PAGES, ...OTHER_PAGES].flatMap((path) => [
    ['GET', path],
    ['POST', path],
  ]),
  ...CALLS.map((path) => ['GET', path]),
])('%s %s answers a code of a payment as any other text', async (method, path) => {
  const authorization = path.startsWith('/api/') ? undefined : null;
  const ask = async (asked: string) => {
    const reply = await rig.call(method, path.replaceAll('ASKED', asked), method === 'POST' ? 'a=b' : undefined, {
      ...(authorization === null && { authorization }),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:8080' },
    });
    return answerOf(reply, asked);
  };
  for (const [index, asked] of spellings(code).entries()) {
    expect(await ask(asked)).toEqual(await ask(spellings(absent)[index]!));
  }
});

it('a thousand guesses at the addresses of payments find none', { ...AT_LENGTH, timeout: GUESSES_MS_MAX }, async () => {
  const guesses = Array.from({ length: GUESSES }, (_, index) =>
    [...`${(index * 7_919) % 1_048_576}`.padStart(8, '0')].map((digit) => ALPHABET[Number(digit) * 3]).join(''),
  );
  const statuses = new Set<number>();
  for (const guess of [...guesses, code.replace('-', '')]) {
    for (const path of [`/checkout/pay/${guess}`, `/checkout/status/${guess}`]) {
      const { status, text } = await browse(path);
      statuses.add(status);
      expect(text).not.toContain('10.00');
    }
  }
  expect([...statuses]).toEqual([404]);
});
