/** Fetches payers' pages like a browser, and reports differences from this release's inventory. */
import { hash } from 'node:crypto';
import { boundedBody } from '../../platform/bounded-answer.ts';
import { headerDifferences } from './headers.ts';
import type { PageInventory } from './inventory.ts';
import { markupDifferences, scriptAddresses } from './markup.ts';

/** The checked page or script, and each difference as a sentence. */
export interface CheckResult {
  readonly what: string;
  readonly differences: readonly string[];
}

const ANSWER_MS_MAX = 15_000;
/** Maximum number of bytes to read of a page or script, many times the length of the longest one. */
const ANSWER_BYTES_MAX = 1_000_000;
const BROWSER = 'Mozilla/5.0 (compatible; Turnpike page check)';
/** A checkout that does not exist: its page is built like any payer's page. */
const NO_SESSION = '/checkout/pay/SESSION000000000000000000000000';
/** The markup of a page with a payment form, and the script that such a page needs. */
const FORM = ' id="pay-form"';
const FORM_SCRIPT = 'FormScript';

/**
 * @param page a payer's page at the gateway's public origin; absent: only the page of a checkout that does not exist is
 *   checked
 */
export async function checkPages(inventory: PageInventory, origin: URL, page?: URL): Promise<readonly CheckResult[]> {
  const addresses = [new URL(NO_SESSION, origin), ...(page === undefined ? [] : [page])];
  const scripts = inventory.scripts.filter(({ address }) => address !== null);
  return Promise.all([
    // The page's address is not printed, since a payment link grants access to its payment.
    ...addresses.map((address) =>
      checkAddress('page', address, (answer) => pageDifferences(answer, inventory, origin)),
    ),
    ...scripts.map(({ name, address, hash: wanted }) =>
      checkAddress(name, new URL(address as string, origin), (answer) => scriptDifferences(answer, wanted)),
    ),
  ]);
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Whether the body was longer than the limit. */
  readonly isCut: boolean;
}

async function checkAddress(
  what: string,
  address: URL,
  judge: (answer: Answer) => readonly string[],
): Promise<CheckResult> {
  try {
    const response = await fetch(address, {
      headers: { Accept: 'text/html', 'User-Agent': BROWSER },
      // Redirects are not followed, since a redirect to another origin is a difference.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const { bytes: body, isCut } = await boundedBody(response, ANSWER_BYTES_MAX);
    return { what, differences: judge({ status: response.status, headers: response.headers, body, isCut }) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { what, differences: [`no answer: ${cause instanceof Error ? cause.message : message}`] };
  }
}

function pageDifferences(
  { status, headers, body, isCut }: Answer,
  inventory: PageInventory,
  origin: URL,
): readonly string[] {
  const html = body.toString('utf8');
  const formScript = inventory.scripts.find(({ name }) => name === FORM_SCRIPT)?.address ?? '';
  const others = [...html.matchAll(OTHER_SCRIPT)].map(([, address = '']) => address);
  const allowed = inventory.otherScripts.filter(({ address }) => others.includes(address));
  const expected = {
    ...inventory,
    headers: Object.assign({ ...inventory.headers }, ...allowed.map((one) => one.headers)),
  };
  const isWithoutScript = html.includes(FORM) && !scriptAddresses(html).includes(formScript);
  return [
    ...(isCut ? [TOO_LONG] : []),
    ...(status >= 300 && status < 400 ? [`it leads on to ${headers.get('location')}`] : []),
    ...others.flatMap((address) => (isKnown(address, inventory) ? [] : [`it loads the script ${address}`])),
    ...headerDifferences(headers, expected, origin.protocol === 'https:'),
    ...markupDifferences(html, inventory, origin.origin),
    ...(isWithoutScript ? ['the form is without its script'] : []),
  ];
}

/** The URL of a wallet's script, which the page's own script loads. */
const OTHER_SCRIPT = / data-script="([^"]*)"/g;

function isKnown(address: string, { otherScripts }: PageInventory): boolean {
  return otherScripts.some((one) => one.address === address);
}

const TOO_LONG = `it has more than ${ANSWER_BYTES_MAX} bytes`;

function scriptDifferences({ status, headers, body, isCut }: Answer, wanted: string): readonly string[] {
  const found = `sha256-${hash('sha256', body, 'base64')}`;
  const type = headers.get('content-type');
  return [
    ...(status === 200 ? [] : [`the answer is ${status}`]),
    ...(isCut ? [TOO_LONG] : []),
    ...(isCut || found === wanted ? [] : [`its content is ${found}, not ${wanted}`]),
    ...(type === 'text/javascript; charset=utf-8' ? [] : [`Content-Type is ${type}`]),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['X-Content-Type-Options is not nosniff']),
  ];
}
