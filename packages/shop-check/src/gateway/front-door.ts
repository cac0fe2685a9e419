/**
 * The gateway's address for the shop. It forwards the shop's calls to the gateway, remembers the checkouts, leads
 * notifications through the kit, and is away when a history says so.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { ShopProblem } from '../shop/shop.ts';
import type { HeldNotification } from './notification.ts';
import type { World } from './world.ts';

export interface Checkout {
  readonly gatewayOrder: string;
  readonly sessionId: string;
  /** The address of the payer's page. */
  readonly url: string;
  readonly returnUrl: string;
  readonly cancelUrl: string | undefined;
  readonly notificationUrl: string | undefined;
  readonly successIndicator: string;
}

export interface FrontDoorOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  /** The password that the shop is configured with. */
  readonly password: string;
  /** The address for orders without `order.notificationUrl`. */
  readonly notificationUrl: string | undefined;
}

const NOTIFIED = '/-/notified';
const HOST = '127.0.0.1';

interface CheckoutRequest {
  readonly apiOperation?: string;
  readonly interaction?: { readonly returnUrl?: string; readonly cancelUrl?: string };
  readonly order?: { id?: unknown; notificationUrl?: unknown; reference?: unknown };
}

interface CheckoutAnswer {
  readonly session?: { readonly id?: string };
  readonly checkout?: { readonly url?: string };
  readonly successIndicator?: string;
}

export class FrontDoor {
  /** The shop's calls are cut while this is true. */
  isAway = false;
  /** Replaces `order.reference` of the next checkouts, by which the sandbox's providers decide. */
  reference: string | undefined;
  /** How often the shop has retrieved an order or a transaction. */
  retrievals = 0;
  /** In the order in which the shop made them. */
  readonly checkouts: Checkout[] = [];
  /** In the order in which the gateway sent them. */
  readonly notifications: HeldNotification[] = [];
  readonly #world: World;
  readonly #options: FrontDoorOptions;
  readonly #server: Server;
  /** The shop's references, by those that replaced them. */
  readonly #references = new Map<string, string>();

  private constructor(world: World, options: FrontDoorOptions) {
    this.#world = world;
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** @throws {ShopProblem} if the port is in use */
  static async open(world: World, options: FrontDoorOptions): Promise<FrontDoor> {
    const door = new FrontDoor(world, options);
    door.#server.listen(options.port, HOST);
    await once(door.#server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE'
        ? new ShopProblem(
            `Port ${options.port} is in use: give another one with --port, and set the shop's gateway to it.`,
          )
        : new ShopProblem(`Port ${options.port} cannot be used: ${error.message}. Give another one with --port.`);
    });
    return door;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname === NOTIFIED) {
      this.#hold(request, url, body);
      response.writeHead(204).end();
      return;
    }
    if (this.isAway) {
      request.socket.destroy();
      return;
    }
    // Shops that make the page's address themselves lead payers here.
    if (url.pathname.startsWith('/checkout/')) {
      response.writeHead(307, { location: new URL(request.url ?? '/', this.#world.origin).href }).end();
      return;
    }
    if (request.method === 'GET' && url.pathname.includes('/order/')) {
      this.retrievals += 1;
    }
    const sent = this.#outgoing(body);
    const answer = await forward(
      request,
      new URL(this.#world.origin),
      this.#authorization(request),
      sent?.text ?? body,
    );
    const text = this.#restored(answer.text);
    if (sent?.checkout !== undefined) {
      this.#remember(sent.checkout, text);
    }
    const {
      'content-length': _length,
      'transfer-encoding': _encoding,
      connection: _connection,
      ...headers
    } = answer.headers;
    response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  /** The gateway's own password in place of the one that the shop is configured with. */
  #authorization({ headers: { authorization } }: IncomingMessage): string | undefined {
    const { merchant, password } = this.#world;
    const known = `Basic ${Buffer.from(`merchant.${merchant}:${this.#options.password}`).toString('base64')}`;
    return authorization === known
      ? `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString('base64')}`
      : authorization;
  }

  /** @returns the request's body with the kit's notification address; undefined for one that names no order */
  #outgoing(body: string): { readonly text: string; readonly checkout: SentCheckout | undefined } | undefined {
    const parsed = jsonOf(body) as CheckoutRequest | undefined;
    if (parsed?.order === undefined || parsed.order === null || typeof parsed.order !== 'object') {
      return undefined;
    }
    const { order } = parsed;
    const given = typeof order.notificationUrl === 'string' ? order.notificationUrl : undefined;
    const notificationUrl = given ?? this.#options.notificationUrl;
    // A change of a session has no operation, and keeps the session's address unless it gives another one.
    if (given !== undefined || parsed.apiOperation !== undefined) {
      order.notificationUrl = `${this.origin}${NOTIFIED}?to=${encodeURIComponent(notificationUrl ?? '')}`;
    }
    if (this.reference !== undefined) {
      this.#references.set(this.reference, String(order.reference ?? ''));
      order.reference = this.reference;
    }
    const isCheckout = /^(?:INITIATE_CHECKOUT|CREATE_CHECKOUT_SESSION)$/.test(parsed.apiOperation ?? '');
    const { returnUrl = '', cancelUrl } = parsed.interaction ?? {};
    return {
      text: JSON.stringify(parsed),
      checkout: isCheckout ? { gatewayOrder: String(order.id), returnUrl, cancelUrl, notificationUrl } : undefined,
    };
  }

  #remember(sent: SentCheckout, text: string): void {
    const answer = jsonOf(text) as CheckoutAnswer | undefined;
    const { session, checkout, successIndicator = '' } = answer ?? {};
    if (session?.id !== undefined && checkout?.url !== undefined) {
      this.checkouts.push({ ...sent, sessionId: session.id, url: checkout.url, successIndicator });
    }
  }

  #hold({ headers }: IncomingMessage, url: URL, body: string): void {
    const id = String(headers['webhook-id'] ?? '');
    if (this.notifications.some((known) => known.id === id)) {
      return;
    }
    const { order } = (jsonOf(body) ?? {}) as { order?: { id?: unknown } };
    const supportCode = headers['x-notification-support-code'];
    this.notifications.push({
      id,
      gatewayOrder: String(order?.id ?? ''),
      url: url.searchParams.get('to') ?? '',
      body: this.#restored(body),
      supportCode: typeof supportCode === 'string' ? supportCode : undefined,
      deliveries: 0,
    });
  }

  #restored(text: string): string {
    let restored = text;
    for (const [ours, theirs] of this.#references) {
      restored = restored.replaceAll(`"reference":"${ours}"`, `"reference":${JSON.stringify(theirs)}`);
    }
    return restored;
  }
}

type SentCheckout = Pick<Checkout, 'cancelUrl' | 'gatewayOrder' | 'notificationUrl' | 'returnUrl'>;

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

function forward(
  request: IncomingMessage,
  to: URL,
  authorization: string | undefined,
  body: string,
): Promise<Forwarded> {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    expect: _expect,
    connection: _connection,
    ...headers
  } = request.headers;
  return new Promise((resolve, reject) => {
    const sent = requestHttp(
      {
        hostname: to.hostname,
        port: to.port,
        method: request.method,
        path: request.url,
        agent: false,
        headers: {
          ...headers,
          host: to.host,
          'accept-encoding': 'identity',
          'content-length': Buffer.byteLength(body),
          ...(authorization !== undefined && { authorization }),
        },
      },
      (response) => {
        bodyOf(response).then(
          (text) => resolve({ status: response.statusCode ?? 502, headers: response.headers, text }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
