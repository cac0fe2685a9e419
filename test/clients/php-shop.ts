/**
 * A typical PHP shop, written only from the documented API of payer authentication: its page sets the HTML by innerHTML
 * and runs the script's text by hand, and its server reads the returned fields with underscores for dots.
 */
import { createDecipheriv } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newOrderId } from '../support/merchant.ts';
import { API_PASSWORD } from '../support/stack.ts';

/** How its page parses the challenge. */
export type Mode =
  /** Sets innerHTML and runs the script's text. */
  | 'innerHTML'
  /** Sets innerHTML and submits the form by its id. */
  | 'submit'
  /** Takes creq by a regular expression, and redirects the whole window to the bank. */
  | 'creq';

/** The data by which its server decides whether to charge. */
export type Belief = 'decrypted' | 'plain' | 'polled' | 'retrieved';

export interface Habits {
  readonly mode: Mode;
  readonly belief: Belief;
  readonly version: number;
}

export interface PhpShop {
  /** The page on which a payer pays with a card of this expiry, MM/YY. */
  payPage(expiry: string, habits: Habits): string;
  /** The fields returned by POST, as PHP shows them. */
  readonly posted: readonly Readonly<Record<string, string>>[];
  close(): Promise<void>;
}

interface Cart extends Habits {
  readonly order: string;
  readonly session: string;
  readonly key: string;
}

/** Newer clients read the first member, older ones the second. */
interface Redirecting {
  readonly redirect?: { readonly html?: string };
  readonly redirectHtml?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: PHP reads whatever the answer has.
type Json = any;

const MERCHANT = 'TESTSHOP';
const AUTHORIZATION = `Basic ${Buffer.from(`merchant.${MERCHANT}:${API_PASSWORD}`).toString('base64')}`;
const POLL_MS = 200;
const POLLS_MAX = 50;

/** @param gateway its origin */
export async function openPhpShop(gateway: string): Promise<PhpShop> {
  const carts = new Map<string, Cart>();
  const posted: Record<string, string>[] = [];
  const rest = async (method: string, path: string, version: number, body?: object): Promise<Json> => {
    const response = await fetch(`${gateway}/api/rest/version/${version}/merchant/${MERCHANT}${path}`, {
      method,
      headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };

  async function newCart(expiry: string, habits: Habits): Promise<Cart> {
    const order = newOrderId();
    const { session } = await rest('POST', '/session', habits.version, {});
    const [month = '', year = ''] = expiry.split('/');
    await rest('PUT', `/session/${session.id}`, habits.version, {
      authentication: {
        acceptVersions: '3DS1,3DS2',
        channel: 'PAYER_BROWSER',
        purpose: 'PAYMENT_TRANSACTION',
        redirectResponseUrl: `${origin}/return`,
      },
      order: { amount: '57.20', currency: 'EUR' },
      sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008', expiry: { month, year } } } },
    });
    const cart = { ...habits, order, session: session.id, key: session.aes256Key };
    carts.set(order, cart);
    return cart;
  }

  const authentication = ({ order, session, version }: Cart, apiOperation: string, more: object = {}) =>
    rest('PUT', `/order/${order}/transaction/3ds-1`, version, { apiOperation, session: { id: session }, ...more });
  const retrieved = ({ order, version }: Cart) => rest('GET', `/order/${order}/transaction/3ds-1`, version);

  const html = ({ redirect, redirectHtml }: Redirecting) => redirectHtml ?? redirect?.html ?? '';

  /** Whether the payer may be charged, by the data that this shop trusts. */
  async function isGood(cart: Cart, post: Record<string, string>): Promise<boolean> {
    switch (cart.belief) {
      case 'plain':
        return post.result === 'SUCCESS' && post.response_gatewayRecommendation === 'PROCEED';
      case 'decrypted': {
        const { '3ds2': payerAuthentication } = JSON.parse(opened(post, cart.key)) as Json;
        return payerAuthentication.transactionStatus === 'Y';
      }
      case 'retrieved': {
        const { response, result } = await retrieved(cart);
        return result === 'SUCCESS' && response.gatewayRecommendation === 'PROCEED';
      }
      case 'polled':
        return (await polled(cart)) === 'Y';
    }
  }

  async function polled(cart: Cart): Promise<string> {
    for (let count = 0; count < POLLS_MAX; count += 1) {
      const status = (await retrieved(cart)).authentication['3ds2'].transactionStatus;
      if (status !== 'C') {
        return status;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return 'C';
  }

  /** The final page for the payer. */
  async function charged(cart: Cart, post: Record<string, string>): Promise<string> {
    if (!(await isGood(cart, post))) {
      return 'not authenticated';
    }
    const { order, session, version } = cart;
    const paid = await rest('PUT', `/order/${order}/transaction/pay-1`, version, {
      apiOperation: 'PAY',
      authentication: { transactionId: '3ds-1' },
      session: { id: session },
    });
    return paid.result === 'SUCCESS' ? `paid ${order}` : JSON.stringify(paid);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const cart = carts.get(searchParams.get('order') ?? '');
    const write = (type: string, text: string) => {
      response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` });
      response.end(text);
    };
    switch (pathname) {
      case '/pay': {
        const habits = JSON.parse(searchParams.get('habits') ?? '{}') as Habits;
        write('text/html', payPage(await newCart(searchParams.get('expiry') ?? '', habits)));
        return;
      }
      case '/initiate':
        write('text/html', html((await authentication(cart as Cart, 'INITIATE_AUTHENTICATION')).authentication));
        return;
      case '/methodCompleted':
        write('application/json', String((await retrieved(cart as Cart)).authentication['3ds2'].methodCompleted));
        return;
      case '/authenticate': {
        const browserDetails = JSON.parse(await bodyOf(request)) as object;
        const device = { browser: request.headers['user-agent'], browserDetails, ipAddress: '192.0.2.7' };
        const asked = await authentication(cart as Cart, 'AUTHENTICATE_PAYER', { device });
        write('text/html', html(asked.authentication));
        return;
      }
      case '/return': {
        const post = phpPost(await bodyOf(request));
        posted.push(post);
        // The browser has lost the shop's cookie: only the order's id identifies the payer.
        const state = await charged(carts.get(post.order_id ?? '') as Cart, post);
        // It may be in the frame of the bank's page.
        write('text/html', `<script>window.top.location.href='/thanks?state=${encodeURIComponent(state)}'</script>`);
        return;
      }
      default:
        write('text/html', `<!doctype html><title>Thanks</title><h1>${searchParams.get('state')}</h1>`);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' });
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    posted,
    payPage: (expiry, habits) =>
      `${origin}/pay?expiry=${encodeURIComponent(expiry)}&habits=${encodeURIComponent(JSON.stringify(habits))}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function payPage({ order, mode }: Cart): string {
  return `<!doctype html><title>Pay</title><div id="threeds"></div><script>
    const box = document.getElementById('threeds');
    const ask = async (path, body) =>
      (await fetch(path + '?order=${order}', { method: 'POST', ...(body && { body: JSON.stringify(body) }) })).text();
    const run = (id) => { const script = document.getElementById(id); if (script) { window.eval(script.text); } };
    const challenge = {
      innerHTML() { run('authenticate-payer-script'); },
      submit() { document.querySelector('form').submit(); },
      creq(html) {
        const creq = /name="creq" value="([^"]*)"/.exec(html);
        if (!creq) { return run('authenticate-payer-script'); }
        const form = document.createElement('form');
        form.method = 'POST';
        form.action = /action="([^"]*)"/.exec(html)[1];
        form.innerHTML = '<input type="hidden" name="creq" value="' + creq[1] + '">';
        document.body.appendChild(form).submit();
      },
    };
    (async () => {
      box.innerHTML = await ask('/initiate');
      run('initiate-authentication-script');
      for (let count = 0; count < ${POLLS_MAX} && (await ask('/methodCompleted')) !== 'true'; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, ${POLL_MS}));
      }
      const html = await ask('/authenticate', {
        '3DSecureChallengeWindowSize': 'FULL_SCREEN',
        acceptHeaders: '512',
        colorDepth: screen.colorDepth,
        javaEnabled: navigator.javaEnabled(),
        javaScriptEnabled: true,
        language: 'json',
        screenHeight: screen.height,
        screenWidth: screen.width,
        timeZone: '+200',
      });
      box.innerHTML = html;
      challenge['${mode}'](html);
    })();
  </script>`;
}

/** PHP has no dots in the names of $_POST. */
function phpPost(body: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name.replace(/[. ]/g, '_'), value]));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * `openssl_decrypt($ciphertext, 'aes-256-gcm', $key, …, $nonce, $tag)`. @throws where it was not encrypted for this
 * session
 */
function opened(post: Readonly<Record<string, string>>, key: string): string {
  const part = (name: string) => Buffer.from(post[`encryptedData_${name}`] ?? '', 'base64');
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), part('nonce'));
  cipher.setAuthTag(part('tag'));
  return Buffer.concat([cipher.update(part('ciphertext')), cipher.final()]).toString('utf8');
}
