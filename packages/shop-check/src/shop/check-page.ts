/** A shop by its check page: a JSON page that makes orders and says how they stand. */
import { exchange, type HttpAnswer, type HttpOptions, nameOf } from '../payer/http.ts';
import { checkedMade, checkedStatus } from './checked-answers.ts';
import { NotOffered, type Shop, ShopProblem } from './shop.ts';

export interface CheckPageOptions {
  readonly url: string;
  /** Sent as `Authorization: Bearer TOKEN`. */
  readonly token: string | undefined;
  readonly http: HttpOptions;
}

/** As a browser follows, but of a page for programs fewer. */
const REDIRECTS_MAX = 5;

export function shopByCheckPage({ url, token, http }: CheckPageOptions): Shop {
  const page = new URL(url);
  const call = async (method: 'GET' | 'POST', order: string | undefined, body?: object): Promise<unknown> => {
    const address = new URL(page);
    if (order !== undefined) {
      address.searchParams.set('order', order);
    }
    return jsonIn(await ask(method, address, body), page);
  };
  const ask = async (method: 'GET' | 'POST', address: URL, body?: object): Promise<HttpAnswer> => {
    const met = [nameOf(address)];
    for (let at = address; ; ) {
      const answer = await exchange(
        {
          method,
          url: at.href,
          headers: {
            accept: 'application/json',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
        http,
      );
      const { status, headers } = answer;
      if (status < 300 || status >= 400 || headers.location === undefined || !URL.canParse(headers.location, at)) {
        return answer;
      }
      at = new URL(headers.location, at);
      met.push(nameOf(at));
      if (met.length > REDIRECTS_MAX) {
        throw new ShopProblem(`The check page ${met[0]} redirects without end, by way of ${met[1]}.`);
      }
    }
  };
  return {
    name: nameOf(page),
    async makeOrder(wanted) {
      return checkedMade(await call('POST', undefined, { make: wanted }), page);
    },
    async orderStatus(order) {
      return checkedStatus(await call('GET', order), order);
    },
    async act(order, act) {
      await call('POST', order, act);
    },
  };
}

function jsonIn({ status, text }: HttpAnswer, page: URL): unknown {
  const name = nameOf(page);
  if (status === 501) {
    throw new NotOffered('The shop does not offer this (501).');
  }
  if (status === 401 || status === 403) {
    throw new ShopProblem(`The check page ${name} refuses the token (${status}): give the shop's with --token.`);
  }
  if (status === 404) {
    throw new ShopProblem(`There is no check page at ${name} (404): is it switched on, and is a path prefix missing?`);
  }
  if (/^\s*<(?:!doctype|html)/i.test(text)) {
    throw new ShopProblem(`The check page ${name} answers HTML (${status}) in place of JSON: is the address right?`);
  }
  if (status >= 400) {
    throw new ShopProblem(`The check page ${name} answers ${status}: ${excerpt(text)}`);
  }
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ShopProblem(`The check page ${name} answers no JSON: ${excerpt(text)}`);
  }
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? 'nothing.' : line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
