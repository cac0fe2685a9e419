/** The sandbox's banks over real HTTPS, closed after each test, with a payer who answers on their pages. */
import { expect, onTestFinished } from 'vitest';
import type { SandboxBanksOptions } from '../../../src/sandbox/open-banking/open-banking.ts';
import { type StartedOpenBanking, startOpenBanking } from '../../../src/sandbox/open-banking/start-open-banking.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { wholeProblems } from '../description/whole.ts';
import { call, type Reply, type TppCall } from './tpp.ts';

export const RETURN = 'https://shop.example/return';
export const NOK = 'https://shop.example/cancel';
/** The creditor's account, at none of these banks. */
export const CREDITOR = 'FR7630006000011234567890189';

export interface Rig {
  readonly started: StartedOpenBanking;
  /** A call of a bank's interface. @param path below the bank's address */
  ask(bank: string, method: string, path: string, more?: Partial<TppCall>): Promise<Reply>;
  /** A call of an address from an answer. */
  follow(href: string, method?: string, more?: Partial<TppCall>): Promise<Reply>;
  control(method: string, path: string, body?: object): Promise<Reply['body']>;
}

export async function rigWith(given: Partial<SandboxBanksOptions> = {}): Promise<Rig> {
  const started = await startOpenBanking({ speed: 1, log: memoryLog(), ...given });
  onTestFinished(() => started.close());
  const follow: Rig['follow'] = async (href, method = 'GET', more = {}) => {
    const url = new URL(href, started.api);
    const reply = await call(started.certificates, { method, url: url.href, ...more });
    const path = url.pathname.replace(/^\/[a-z]+\/v1/, '');
    const exchange = {
      of: 'openBanking' as const,
      method,
      path,
      request: more.body,
      status: reply.status,
      answer: reply.body,
    };
    expect(wholeProblems(exchange)).toEqual([]);
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    return reply;
  };
  return {
    started,
    follow,
    ask: (bank, method, path, more) => follow(`${started.api}/${bank}/v1${path}`, method, more),
    control: async (method, path, body) => {
      const response = await fetch(started.control + path, { method, ...(body && { body: JSON.stringify(body) }) });
      return await response.json();
    },
  };
}

export const SCT = '/payments/sepa-credit-transfers';
export const INSTANT = '/payments/instant-sepa-credit-transfers';

/** EUR 12.50; the payer chooses the account. */
export function paymentOf(given: object = {}) {
  return {
    debtorAccount: { currency: 'EUR' },
    instructedAmount: { currency: 'EUR', amount: '12.50' },
    creditorAccount: { iban: CREDITOR },
    creditorName: 'Example Shop',
    remittanceInformationUnstructured: 'ORDER-1',
    endToEndIdentification: 'TRANSACTION-1',
    ...given,
  };
}

export const RETURNS = { 'tpp-redirect-uri': RETURN, 'tpp-nok-redirect-uri': NOK, 'tpp-redirect-preferred': 'true' };

export async function initiated({ ask }: Rig, bank: string, given: object = {}, path: string = SCT): Promise<Reply> {
  return ask(bank, 'POST', path, { body: paymentOf(given), headers: RETURNS });
}

/** One step on a bank's page. @returns the redirect's address, or the next page */
export async function step(page: string, form?: Record<string, string>): Promise<{ to?: string; html: string }> {
  const response = await fetch(page, {
    redirect: 'manual',
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const to = response.headers.get('location');
  return { ...(to !== null && { to }), html: await response.text() };
}

export function codeIn(html: string): string {
  return /<strong>(\d{6})<\/strong>/.exec(html)?.[1] ?? '';
}

/** The payer logs in, chooses the account and confirms. @returns the redirect's address */
export async function confirmed(page: string, user = 'anna', choose = 0): Promise<string | undefined> {
  const login = await step(page, { choice: 'LOGIN', user, password: 'any' });
  const accounts = [...login.html.matchAll(/name="account" value="([A-Z0-9]+)"/g)].map(([, iban = '']) => iban);
  const asked = await step(page, { choice: 'ACCOUNT', account: accounts[choose] ?? '' });
  return (await step(page, { choice: 'CODE', code: codeIn(asked.html) })).to;
}
