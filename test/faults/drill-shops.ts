/** Shops and payers of the restore drill. They record every request, and send it again. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Merchant } from '../support/merchant.ts';
import { PayerBrowser } from '../support/payer-walk.ts';
import type { SeededRandom } from '../support/random.ts';
import { OTHER_SHOPS_ONLY, OWN_SHOP_ONLY, WAYS } from './drill-orders.ts';

export interface DrillShop {
  readonly id: string;
  /** One for each gateway process. */
  readonly merchants: readonly Merchant[];
  readonly isOwn: boolean;
}

/** The answer fields that this drill reads. */
interface Answer {
  readonly result?: string;
  readonly token?: string;
  readonly session?: { readonly id: string };
  readonly checkout?: { readonly url: string };
  readonly browserPayment?: { readonly redirectUrl?: string };
  readonly response?: { readonly gatewayCode?: string };
  readonly transaction?: { readonly amount?: number };
  readonly error?: { readonly explanation?: string };
}

export interface DrillOrder {
  readonly send: (id: string, apiOperation: string, body: object) => Promise<Answer>;
  readonly call: (method: string, path: string, body: object) => Promise<Answer>;
  /** @returns the address of the page */
  readonly checkout: (body: object) => Promise<string>;
  readonly visit: (url: string) => Promise<void>;
  readonly submit: (url: string, form: Readonly<Record<string, string>>) => Promise<void>;
  readonly result: (id: string) => Promise<string | undefined>;
}

/** A request of the shop's server, or a form of its payer's, with a short form of its last answer. */
export interface Sent {
  readonly shop: DrillShop;
  readonly way: string;
  readonly orderId: string;
  /** `METHOD path`, or `PAGE url`. */
  readonly what: string;
  readonly body: object;
  /** Absent if the gateway was killed before the answer. One that asked for the same request again is a 503. */
  answer?: string;
}

export interface DrilledOrder {
  /** Shop and order id. */
  readonly name: string;
  readonly orderId: string;
  readonly merchant: Merchant;
}

export interface DrillShops {
  /** In sending order. */
  readonly sent: readonly Sent[];
  orders(): readonly DrilledOrder[];
  /** Names of the orders with an unanswered request, which the kill interrupted. */
  brokenOff(): ReadonlySet<string>;
  /** Starts orders until `end`. @param everyMs the least time between two beginnings of a client */
  begin(clients: number, everyMs?: number): void;
  /** Resolves when this many more orders are done. */
  more(count: number): Promise<void>;
  /** Starts no more; resolves when those under way are done or interrupted. */
  end(): Promise<void>;
  /** Sends all requests again, order by order. @returns the answers in the order of `sent` */
  repeat(): Promise<readonly string[]>;
}

const MORE_POLL_MS = 20;
const AT_ONCE = 8;

export function drillShops(shops: readonly DrillShop[], random: SeededRandom, origin: string): DrillShops {
  const sent: Sent[] = [];
  let started = 0;
  let done = 0;
  let isOver = false;
  let running: Promise<unknown> = Promise.resolve();

  async function one(): Promise<void> {
    const number = started;
    started += 1;
    const shop = shops[number % shops.length] as DrillShop;
    const ways = Object.keys(WAYS).filter((way) => !(shop.isOwn ? OTHER_SHOPS_ONLY : OWN_SHOP_ONLY).has(way));
    // Each shop runs every script in turn; the shops' orders have the same ids.
    const turn = Math.floor(number / shops.length);
    const way = ways[turn % ways.length] as string;
    await WAYS[way]?.(orderOf(shop, way, `DRILL-${turn}`)).catch(() => undefined);
    done += 1;
  }

  function orderOf(shop: DrillShop, way: string, orderId: string): DrillOrder {
    const browser = new PayerBrowser(origin, () => undefined);
    const merchant = () => shop.merchants[random.between(0, shop.merchants.length)] as Merchant;
    const asked = async (method: string, path: string, body: object): Promise<Answer> => {
      const kept: Sent = { shop, way, orderId, what: `${method} ${path}`, body };
      sent.push(kept);
      const { status, body: answer } = await merchant().call(method, path, body);
      kept.answer = inShort(status, answer as Answer);
      return answer as Answer;
    };
    return {
      call: asked,
      send: (id, apiOperation, body) => asked('PUT', `/order/${orderId}/transaction/${id}`, { apiOperation, ...body }),
      async checkout({ order, ...body }: { order?: object }) {
        const opened = await asked('POST', '/session', {
          ...{ apiOperation: 'INITIATE_CHECKOUT', ...body },
          order: { id: orderId, ...order },
        });
        return opened.checkout?.url ?? '';
      },
      visit: (url) => browser.follow(url),
      async submit(url, form) {
        const kept: Sent = { shop, way, orderId, what: `PAGE ${url}`, body: form };
        sent.push(kept);
        await browser.submit(url, form);
        kept.answer = 'PAGE';
      },
      async result(id) {
        return (await merchant().transaction(orderId, id)).body.result;
      },
    };
  }

  async function again({ shop, what, body }: Sent): Promise<string> {
    const [method = '', path = ''] = what.split(' ');
    if (method === 'PAGE') {
      // A returning payer in a browser without the earlier cookies.
      const browser = new PayerBrowser(origin, () => undefined);
      return browser.submit(path, body as Record<string, string>).then(() => 'PAGE');
    }
    const merchant = shop.merchants[random.between(0, shop.merchants.length)] as Merchant;
    const answer = await merchant.call(method, path, body);
    return inShort(answer.status, answer.body as Answer);
  }

  return {
    sent,
    orders: () =>
      [...Map.groupBy(sent, nameOf)].map(([name, [one]]) => ({
        name,
        orderId: one!.orderId,
        merchant: one!.shop.merchants[0]!,
      })),
    brokenOff: () => new Set(sent.filter((one) => !isAnswered(one)).map(nameOf)),
    begin(clients, everyMs = 0) {
      isOver = false;
      const client = async () => {
        while (!isOver) {
          await Promise.all([one(), pause(everyMs)]);
        }
      };
      running = Promise.all(Array.from({ length: clients }, client));
    },
    async more(count) {
      const wanted = done + count;
      while (done < wanted) {
        await pause(MORE_POLL_MS);
      }
    },
    async end() {
      isOver = true;
      await running;
    },
    async repeat() {
      const orders = [...Map.groupBy(sent.keys(), (index) => nameOf(sent[index] as Sent)).values()];
      const answers: string[] = new Array(sent.length);
      const client = async () => {
        for (let next = orders.shift(); next !== undefined; next = orders.shift()) {
          for (const index of next) {
            answers[index] = await again(sent[index] as Sent);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, client));
      return answers;
    },
  };
}

/** False if the gateway was killed before the answer, or asked for the same request again. */
export const isAnswered = ({ answer }: Sent): boolean => answer !== undefined && !answer.startsWith('503 ');

export const nameOf = ({ shop, orderId }: Sent): string => `${shop.id} ${orderId}`;

function inShort(status: number, { result, response, transaction, error }: Answer): string {
  return status >= 400
    ? `${status} ${error?.explanation ?? ''}`
    : [result, response?.gatewayCode, transaction?.amount].filter((one) => one !== undefined).join(' ');
}
