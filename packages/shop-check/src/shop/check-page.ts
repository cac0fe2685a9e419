/** A shop by its check page: a JSON page that makes orders and says how they stand. */
import { exchange, type HttpAnswer, type HttpOptions, isWeb, nameOf } from '../payer/http.ts';
import { checkedMade, checkedStatus } from './checked-answers.ts';
import { NotOffered, type Shop, ShopProblem } from './shop.ts';

export interface CheckPageOptions {
  readonly url: string;
  /** Sent as `Authorization: Bearer TOKEN`. */
  readonly token: string | undefined;
  readonly http: HttpOptions;
}

/** A call of the check page. */
interface Call {
  readonly method: 'GET' | 'POST';
  readonly order?: string;
  readonly body?: object;
}

interface Called {
  readonly answer: HttpAnswer;
  /** The page in sentences, with the address to which it redirects. */
  readonly name: string;
}

/** As a browser follows, but of a page for programs fewer. */
const REDIRECTS_MAX = 5;
const HTML = /^\s*<(?:!doctype|html)/i;

export function shopByCheckPage({ url, token, http }: CheckPageOptions): Shop {
  const page = new URL(url);

  async function call(wanted: Call): Promise<Called> {
    const address = new URL(page);
    if (wanted.order !== undefined) {
      address.searchParams.set('order', wanted.order);
    }
    const answer = await ask(wanted, address);
    const name =
      answer.url === address.href ? nameOf(page) : `${nameOf(page)}, by way of ${nameOf(new URL(answer.url))},`;
    checkStatus(answer, name, wanted);
    return { answer, name };
  }

  /** Follows redirects with the same method, such as to the address with a slash at its end. */
  async function ask({ method, body }: Call, address: URL): Promise<HttpAnswer> {
    const met = [nameOf(address)];
    for (let at = address; ; ) {
      const answer = await exchange(
        {
          method,
          url: at.href,
          headers: {
            accept: 'application/json',
            // Another site must not learn the token.
            ...(token !== undefined && at.hostname === page.hostname && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
        http,
      );
      const { status, headers } = answer;
      if (status < 300 || status >= 400) {
        return answer;
      }
      const next = URL.canParse(headers.location ?? '', at) ? new URL(headers.location ?? '', at) : undefined;
      if (headers.location === undefined || next === undefined || !isWeb(next)) {
        throw new ShopProblem(
          `The check page ${met[0]} redirects (${status}) to ${headers.location ?? 'no address'}, which is no page.`,
        );
      }
      met.push(nameOf(next));
      if (met.length > REDIRECTS_MAX) {
        throw new ShopProblem(`The check page ${met[0]} redirects without end, by way of ${met[1]}.`);
      }
      at = next;
    }
  }

  return {
    name: nameOf(page),
    async makeOrder(wanted) {
      return checkedMade(jsonIn(await call({ method: 'POST', body: { make: wanted } })), page);
    },
    async orderStatus(order) {
      return checkedStatus(jsonIn(await call({ method: 'GET', order })), order);
    },
    async act(order, act) {
      await call({ method: 'POST', order, body: act });
    },
  };
}

/** @throws {NotOffered} for a 501 to a POST @throws {ShopProblem} for another status than 2xx */
function checkStatus({ status, text }: HttpAnswer, name: string, { method, order }: Call): void {
  if (status === 501 && method === 'POST') {
    throw new NotOffered('The shop does not offer this (501).');
  }
  if (status === 401 || status === 403) {
    throw new ShopProblem(`The check page ${name} refuses the token (${status}): give the shop's with --token.`);
  }
  if (status === 404 && order !== undefined) {
    throw new ShopProblem(`The check page ${name} does not know the order ${order} that it made (404).`);
  }
  if (status === 404) {
    throw new ShopProblem(`There is no check page at ${name} (404): is it switched on, and is a path prefix missing?`);
  }
  if (status >= 400) {
    throw new ShopProblem(`The check page ${name} answers ${status}: ${excerpt(text)}`);
  }
}

function jsonIn({ answer: { status, text }, name }: Called): unknown {
  if (HTML.test(text)) {
    throw new ShopProblem(`The check page ${name} answers HTML (${status}) in place of JSON: is the address right?`);
  }
  if (text.trim() === '') {
    throw new ShopProblem(`The check page ${name} answers ${status} with nothing in place of JSON.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ShopProblem(`The check page ${name} answers no JSON: ${excerpt(text)}`);
  }
}

function excerpt(text: string): string {
  if (HTML.test(text)) {
    return 'a page in HTML.';
  }
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? 'nothing.' : line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
