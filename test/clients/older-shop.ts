/**
 * A shop in PHP with a module for 3-D Secure 1 alone: it checks the card's enrolment, posts the browser to the bank
 * with a form, processes the returned PaRes, and pays by `3DSecureId`. PaRes comes without the payer's cookie, so MD
 * has to identify the payer.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newOrderId } from '../support/merchant.ts';
import { API_PASSWORD } from '../support/stack.ts';

export type PageMode = 'CUSTOMIZED' | 'SIMPLE';

export interface OlderShop {
  /** The page on which a payer pays with the card until this month of 2040. */
  payPage(month: string, mode: PageMode): string;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: PHP reads whatever the answer has.
type Json = any;

const MERCHANT = 'TESTSHOP';
const AUTHORIZATION = `Basic ${Buffer.from(`merchant.${MERCHANT}:${API_PASSWORD}`).toString('base64')}`;

/** @param gateway its origin */
export async function openOlderShop(gateway: string): Promise<OlderShop> {
  /** By the id of the check; SIMPLE has no MD, so its TermUrl names the cart. */
  const carts = new Map<string, string>();
  const rest = async (method: string, path: string, body: object): Promise<Json> => {
    const response = await fetch(`${gateway}/api/rest/version/57/merchant/${MERCHANT}${path}`, {
      method,
      headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };

  async function payPage(month: string, mode: PageMode): Promise<string> {
    const id = newOrderId();
    const { session } = await rest('POST', '/session', {});
    await rest('PUT', `/session/${session.id}`, {
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { number: '5123450000000008', expiry: { month, year: '40' }, securityCode: '100' } },
      },
    });
    carts.set(id, session.id);
    const termUrl = `${origin}/term?cart=${id}`;
    const checked = await rest('PUT', `/3DSecureId/${id}`, {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': { authenticationRedirect: { pageGenerationMode: mode, responseUrl: termUrl } },
      order: { amount: '57.20', currency: 'EUR' },
      session: { id: session.id },
    });
    const { simple, customized } = checked['3DSecure'].authenticationRedirect;
    return mode === 'SIMPLE'
      ? simple.htmlBodyContent
      : `<form method="post" action="${customized.acsUrl}">
           <input type="hidden" name="PaReq" value="${customized.paReq}">
           <input type="hidden" name="TermUrl" value="${termUrl}">
           <input type="hidden" name="MD" value="cart&quot;&lt;${id}"><button>To the bank</button></form>`;
  }

  async function paid(id: string, paRes: string): Promise<string> {
    const processed = await rest('POST', `/3DSecureId/${id}`, {
      apiOperation: 'PROCESS_ACS_RESULT',
      '3DSecure': { paRes },
    });
    if (processed.response?.gatewayRecommendation !== 'PROCEED') {
      return `refused ${processed['3DSecure']?.summaryStatus}`;
    }
    const { result, ...answer } = await rest('PUT', `/order/${newOrderId()}/transaction/1`, {
      apiOperation: 'PAY',
      '3DSecureId': id,
      order: { amount: '57.20', currency: 'EUR' },
      session: { id: carts.get(id) },
    });
    return result === 'SUCCESS' ? `paid ${answer['3DSecure'].authenticationStatus}` : JSON.stringify(answer);
  }

  async function answer(request: IncomingMessage): Promise<string> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    if (pathname === '/pay') {
      return payPage(searchParams.get('month') ?? '', searchParams.get('mode') as PageMode);
    }
    const posted = new URLSearchParams(await bodyOf(request));
    const id = searchParams.get('cart') ?? '';
    const data = posted.get('MD');
    const isUnchanged = data === '' || data === `cart"<${id}`;
    return `<h1>${isUnchanged ? await paid(id, posted.get('PaRes') ?? '') : `MD came home as ${data}`}</h1>`;
  }

  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => `<h1>${String(error)}</h1>`)
      .then((body) => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
        response.end(`<!doctype html><html lang="en"><title>Shop</title><body>${body}</body></html>`);
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    payPage: (month, mode) => `${origin}/pay?month=${month}&mode=${mode}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
