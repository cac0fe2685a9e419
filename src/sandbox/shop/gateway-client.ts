/** The shop's client of the gateway's REST interface. It uses only what every merchant has. */
import { type BasketLine, majorUnits, type ShopCurrency, totalCents } from './goods.ts';
import type { ShopOrder } from './shop-orders.ts';

/** The time limit of a call: much longer than the gateway takes, and the longest acceptable wait for a payer. */
const TIMEOUT_MS = 10_000;

export const SHOP_MERCHANT = 'TESTSHOP';
export const API_VERSION = 100;

export interface GatewayAnswer {
  readonly status: number;
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
}

/** The gateway was unreachable. */
export class GatewayAbsent extends Error {
  readonly origin: string;

  constructor(origin: string, cause: unknown) {
    super(`No answer from ${origin}`, { cause });
    this.origin = origin;
  }
}

/** The shop's own URLs, sent to the gateway with an order. */
export interface ShopAddresses {
  readonly returnUrl: string;
  /** The address of the order's notifications. */
  readonly notificationUrl: string;
}

/** The payer's choice. */
export interface Purchase {
  readonly basket: readonly BasketLine[];
  readonly currency: ShopCurrency;
}

export interface GatewayClient {
  initiateCheckout(orderId: string, wanted: Purchase, addresses: ShopAddresses): Promise<GatewayAnswer>;
  /** Creates an empty session for hosted fields. */
  createSession(): Promise<GatewayAnswer>;
  /**
   * Pays with the card that hosted fields stored in the order's session. The transaction's id is the session's version,
   * so that a repeat does not charge the card again.
   */
  pay(order: ShopOrder, version: string, addresses: Pick<ShopAddresses, 'notificationUrl'>): Promise<GatewayAnswer>;
  retrieveOrder(orderId: string): Promise<GatewayAnswer>;
  /** The URL that `retrieveOrder` requests, for display to a developer. */
  orderUrl(orderId: string): string;
}

/** @throws {GatewayAbsent} from each call */
export function createGatewayClient(origin: string, apiPassword: string): GatewayClient {
  const base = `${origin}/api/rest/version/${API_VERSION}/merchant/${SHOP_MERCHANT}`;
  const authorization = `Basic ${Buffer.from(`merchant.${SHOP_MERCHANT}:${apiPassword}`).toString('base64')}`;

  async function call(method: string, url: string, body?: object): Promise<GatewayAnswer> {
    try {
      const response = await fetch(url, {
        method,
        headers: body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, body: parseJson(await response.text()) };
    } catch (cause) {
      throw new GatewayAbsent(origin, cause);
    }
  }

  const orderUrl = (orderId: string) => `${base}/order/${encodeURIComponent(orderId)}`;
  return {
    initiateCheckout: (orderId, wanted, addresses) =>
      call('POST', `${base}/session`, checkoutRequest(orderId, wanted, addresses)),
    createSession: () => call('POST', `${base}/session`, {}),
    pay: ({ id, cents, currency, sessionId }, version, { notificationUrl }) =>
      call('PUT', `${orderUrl(id)}/transaction/${version}`, {
        apiOperation: 'PAY',
        order: { amount: majorUnits(cents), currency, reference: id, notificationUrl },
        session: { id: sessionId, version },
      }),
    retrieveOrder: (orderId) => call('GET', orderUrl(orderId)),
    orderUrl,
  };
}

/** A payer who cancels returns to the same page: it retrieves the order in both cases and shows the result. */
function checkoutRequest(
  orderId: string,
  { basket, currency }: Purchase,
  { returnUrl, notificationUrl }: ShopAddresses,
): object {
  const amount = majorUnits(totalCents(basket));
  return {
    apiOperation: 'INITIATE_CHECKOUT',
    // The sandbox's mail server stores the mails to this address.
    customer: { email: 'payer@shop.example' },
    interaction: { operation: 'PURCHASE', returnUrl, cancelUrl: returnUrl, merchant: { name: 'Example Shop' } },
    order: {
      id: orderId,
      reference: orderId,
      notificationUrl,
      currency,
      amount,
      itemAmount: amount,
      // The hosted page shows the description above the goods; a provider shows it without the goods.
      description: 'Things for good coffee',
      item: basket.map(({ good, quantity }) => ({
        name: good.name,
        description: good.note,
        sku: good.id,
        quantity: String(quantity),
        unitPrice: majorUnits(good.cents),
      })),
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
