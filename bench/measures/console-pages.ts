/** The console's pages for a person who is signed in: how long each takes, and how large it is. */
import { consoleAddress } from '../../src/console/index.ts';
import { type Fetched, fetchOnce } from '../processes/fetch-once.ts';
import { median } from '../statistics.ts';
import type { RunningGateway } from '../workbench.ts';

/** The secret of the link that signs in the sandbox's operator. */
export const CONSOLE_TOKEN = 'a-link-of-the-bench-that-nobody-else-has-0123456789';

const REQUESTS = 60;
const P95 = 0.95;

export interface MeasuredPage {
  readonly page: string;
  /** Milliseconds. */
  readonly middle: number;
  readonly p95: number;
  /** The gateway's processor time of a request. */
  readonly cpuUs: number;
  /** The size of the body as received. */
  readonly bytes: number;
}

/** Measures the pages that read the index of orders. */
export async function consolePages(gateway: RunningGateway, merchant: string): Promise<MeasuredPage[]> {
  const browser = await signedIn(gateway.origin);
  const orders = consoleAddress('orders', { merchant });
  const search = async (text: string) =>
    (await browser.send(orders, { search: text })).headers.location ?? fail('A search leads to no page.');
  const addresses: Readonly<Record<string, string>> = {
    'newest orders': orders,
    'by status': `${orders}?status=REFUND_REQUESTED`,
    'by last four digits': await search('0008'),
    'by an amount': await search('123.45'),
    'at a glance': consoleAddress('overview', { merchant }),
  };
  const measured: MeasuredPage[] = [];
  for (const [page, address] of Object.entries(addresses)) {
    const times: number[] = [];
    let [bytes, before] = [0, 0];
    // The first request of a page compiles it.
    for (let at = -1; at < REQUESTS; at += 1) {
      if (at === 0) {
        before = (await gateway.child.usage()).cpuUs;
      }
      const began = performance.now();
      const { status, body } = await browser.open(address);
      times.push(performance.now() - began);
      bytes = status === 200 ? body.length : fail(`${address} was answered with ${status}.`);
    }
    const cpuUs = ((await gateway.child.usage()).cpuUs - before) / REQUESTS;
    const sorted = times.slice(1).sort((one, other) => one - other);
    measured.push({
      page,
      middle: median(sorted),
      p95: sorted[Math.floor(REQUESTS * P95)] ?? Number.NaN,
      cpuUs,
      bytes,
    });
  }
  return measured;
}

interface Browser {
  open(path: string): Promise<Fetched>;
  /** Sends a form with the hidden inputs of the page at this address. */
  send(path: string, fields: Readonly<Record<string, string>>): Promise<Fetched>;
}

/** Signs in by the sandbox's link. */
async function signedIn(origin: string): Promise<Browser> {
  let cookie = '';
  const call = async (path: string, method: string, { body = '', encoding = 'br, gzip' } = {}) => {
    const headers = {
      'accept-encoding': encoding,
      ...(cookie !== '' && { cookie }),
      ...(method === 'POST' && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const answer = await fetchOnce(origin + path, { method, headers, body });
    [cookie = cookie] = answer.headers['set-cookie']?.[0]?.split(';') ?? [];
    return answer;
  };
  const browser: Browser = {
    open: (path) => call(path, 'GET'),
    async send(path, fields) {
      const page = await call(path, 'GET', { encoding: 'identity' });
      const inputs = [...page.body.toString().matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
      const hidden = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
      return call(path, 'POST', { body: new URLSearchParams({ ...hidden, ...fields }).toString() });
    },
  };
  const { status } = await browser.send(consoleAddress('link', { token: CONSOLE_TOKEN }), {});
  return status === 303 ? browser : fail(`The console answered its link with ${status}.`);
}

function fail(message: string): never {
  throw new Error(message);
}
