/**
 * A payer at the hosted page: a browser without script, which fills in the form, answers the bank's challenge, and
 * returns to the shop.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** A waiting page asks to be loaded again after seconds. */
const RELOAD_MS = 20;
/** A payment that is open after so many pages is left. */
const STEPS_MAX = 60;
const CODES_TRIED_MAX = 3;
const WRONG_CODE = '000000';

export interface PayerCard {
  readonly number: string;
  /** `MM/YY`; gift cards have none. */
  readonly expiry?: string;
  readonly securityCode?: string;
  /** A gift card's PIN. */
  readonly pin?: string;
}

export interface PayerConduct {
  /** The answer to the bank's challenge; LEAVE: the payer closes the page there. */
  readonly challenge?: 'CANCEL' | 'CORRECT' | 'LEAVE' | 'WRONG';
  /** The choice at a provider's page. */
  readonly atProvider?: 'APPROVE' | 'CANCEL' | 'DECLINE';
  /** False: the payer closes the page before the shop's page is loaded. */
  readonly returns?: boolean;
}

export interface PayersWay {
  /**
   * RETURNED: the browser was sent to the shop. REFUSED: the page shows its form again. LEFT: the payer closed the
   * page. WAITING: the payment is still open.
   */
  readonly end: 'LEFT' | 'REFUSED' | 'RETURNED' | 'WAITING';
  /** The shop's address to which the browser was sent. */
  readonly returnUrl?: string;
  /** The status of the shop's answer; absent if the payer did not return. */
  readonly returnStatus?: number;
  /** The sentence of the page, if the payment was refused. */
  readonly message?: string;
}

/** In place of a card: the payer takes back the gift card that is held for a part of the order. */
export const TAKE_GIFT_CARD_OFF = 'giftCardOff';

type Conduct = PayerConduct & { readonly sandboxOrigin: string };

/** A payer in one browser, which keeps the gateway's cookies between payments. */
export class Payer {
  readonly #browser: Browser;

  /** @param origin of the gateway's pages */
  constructor(origin: string) {
    this.#browser = new Browser(origin);
  }

  /**
   * @param page the address of the hosted page
   * @param means a card, the id of a provider, such as `demoWallet`, or `TAKE_GIFT_CARD_OFF`
   * @throws Error if the page offers no form for it
   */
  async pay(page: string, means: PayerCard | string, conduct: Conduct): Promise<PayersWay> {
    const first = await this.#browser.load(page);
    const method = typeof means === 'string' ? means : means.pin === undefined ? 'card' : 'giftCard';
    const isOff = means === TAKE_GIFT_CARD_OFF;
    const form = formsOf(first).find(({ fields, html }) =>
      isOff ? html.includes(`name="${TAKE_GIFT_CARD_OFF}"`) : fields.get('method') === method,
    );
    if (form === undefined) {
      throw new Error(`The page at ${page} offers no ${method}: ${headingOf(first.html)}`);
    }
    const entered = isOff ? { [TAKE_GIFT_CARD_OFF]: '1' } : typeof means === 'string' ? {} : { ...means };
    return onward(this.#browser, await this.#browser.submit(form, entered), conduct);
  }
}

/** A payment of a payer without cookies. The parameters are those of `Payer.pay`. */
export function payAsPayer(page: string, means: PayerCard | string, conduct: Conduct): Promise<PayersWay> {
  return new Payer(new URL(page).origin).pay(page, means, conduct);
}

async function onward(
  browser: Browser,
  submitted: Loaded,
  { challenge = 'CORRECT', atProvider = 'APPROVE', returns = true, sandboxOrigin }: Conduct,
): Promise<PayersWay> {
  let loaded = submitted;
  let codes = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const isAtSandbox = new URL(loaded.url).origin === sandboxOrigin;
    const forms = formsOf(loaded);
    const next = loaded.location ?? homeOf(loaded);
    if (next !== undefined) {
      const { origin } = new URL(next);
      if (origin !== browser.origin && origin !== sandboxOrigin) {
        return { end: 'RETURNED', returnUrl: next, returnStatus: returns ? await statusOf(next) : undefined };
      }
      loaded = await browser.load(next);
      continue;
    }
    const question = isAtSandbox ? forms.find(({ html }) => html.includes('value="SUBMIT"')) : undefined;
    const choice = isAtSandbox ? forms.find(({ html }) => html.includes('value="APPROVE"')) : undefined;
    const onlyHidden = forms.find(({ id, isHidden }) => id === 'bank' || (isAtSandbox && isHidden));
    if (question !== undefined) {
      if (challenge === 'LEAVE' || (challenge === 'WRONG' && codes === CODES_TRIED_MAX)) {
        return { end: 'LEFT' };
      }
      codes += 1;
      const code = challenge === 'WRONG' ? WRONG_CODE : codeOf(question.html);
      loaded = await browser.submit(question, { code, choice: challenge === 'CANCEL' ? 'CANCEL' : 'SUBMIT' });
    } else if (choice !== undefined) {
      loaded = await browser.submit(choice, { choice: atProvider });
    } else if (onlyHidden !== undefined) {
      loaded = await browser.submit(onlyHidden, {});
    } else if (forms.some(({ fields }) => fields.has('attempt'))) {
      return { end: 'REFUSED', message: noticeOf(loaded.html) };
    } else {
      const again = refreshOf(loaded);
      if (again === undefined) {
        return { end: 'LEFT', message: headingOf(loaded.html) };
      }
      await pause(RELOAD_MS);
      loaded = await browser.load(again);
    }
  }
  return { end: 'WAITING' };
}

async function statusOf(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(address, { redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
}

interface Loaded {
  readonly url: string;
  readonly html: string;
  /** The address of a redirect. */
  readonly location: string | undefined;
  readonly refresh: string | undefined;
}

interface Form {
  readonly id: string | undefined;
  readonly action: string;
  readonly html: string;
  /** Its hidden inputs, and the first of each group of choices. */
  readonly fields: URLSearchParams;
  /** True without an input that a person fills in. */
  readonly isHidden: boolean;
}

/** Cookies of the gateway's pages, and no other state. */
class Browser {
  readonly origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  async load(address: string, init: RequestInit = {}): Promise<Loaded> {
    const url = new URL(address, this.origin);
    const isOurs = url.origin === this.origin;
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(isOurs && cookie !== '' && { cookie }) };
    const answer = await fetch(url, { redirect: 'manual', ...init, headers });
    const html = await answer.text();
    if (isOurs) {
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#cookies.set(name, value);
      }
    }
    const location = answer.headers.get('location');
    return {
      url: url.href,
      html,
      location: location === null ? undefined : new URL(location, url).href,
      refresh: answer.headers.get('refresh') ?? undefined,
    };
  }

  submit({ action, fields }: Form, entered: Readonly<Record<string, string | undefined>>): Promise<Loaded> {
    const body = new URLSearchParams(fields);
    for (const [name, value] of Object.entries(entered)) {
      if (value !== undefined) {
        body.set(name, value);
      }
    }
    return this.load(action, { method: 'POST', body, headers: { origin: this.origin } });
  }
}

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/g;
const INPUT = /<input\b([^>]*)>/g;

function formsOf({ url, html }: Loaded): Form[] {
  return [...html.matchAll(FORM)].map(([, tag = '', content = '']) => {
    const inputs = [...content.matchAll(INPUT)].map(([, input = '']) => input);
    const fields = new URLSearchParams();
    for (const input of inputs) {
      const name = attribute(input, 'name');
      const isChoice = /type="radio"/.test(input);
      if (name !== undefined && !/ disabled/.test(input) && (/type="hidden"/.test(input) || isChoice)) {
        if (!(isChoice && fields.has(name))) {
          fields.append(name, attribute(input, 'value') ?? '');
        }
      }
    }
    return {
      id: attribute(tag, 'id'),
      action: new URL(attribute(tag, 'action') ?? '', url).href,
      html: content,
      fields,
      isHidden: inputs.length > 0 && inputs.every((input) => /type="hidden"/.test(input)),
    };
  });
}

function attribute(tag: string, name: string): string | undefined {
  return plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]);
}

function plain(text: string | undefined): string | undefined {
  return text
    ?.replaceAll('&#38;', '&')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<');
}

/** The link by which a final page leads to the shop. */
function homeOf({ url, html }: Loaded): string | undefined {
  const link = plain(/<a class="primary [^"]*" href="([^"]*)" data-home/.exec(html)?.[1]);
  return link === undefined ? undefined : new URL(link, url).href;
}

/** The address that a waiting page loads next. */
function refreshOf({ url, html, refresh }: Loaded): string | undefined {
  const given = refresh ?? plain(/<meta http-equiv="refresh" content="([^"]*)"/.exec(html)?.[1]);
  const [, next] = /^\d+; ?url=(.*)$/.exec(given ?? '') ?? [];
  return next === undefined ? undefined : new URL(next, url).href;
}

function codeOf(html: string): string {
  return /<strong>(\d+)<\/strong>/.exec(html)?.[1] ?? '';
}

/** The notice with a heading, which says how the payment ended; others are about the page. */
function noticeOf(html: string): string {
  const [, notice] = /<div class="notice [^>]*>(<h2[\s\S]*?)<\/div>/.exec(html) ?? [];
  return sentencesOf(notice ?? '') || headingOf(html);
}

/** The blocks of a text, each ended as a sentence. */
function sentencesOf(html: string): string {
  const blocks = html.split(/<\/(?:h\d|li|p)>/).map(textOf);
  return blocks.flatMap((block) => (block === '' ? [] : [block.replace(/[^.!?:]$/, '$&.')])).join(' ');
}

function headingOf(html: string): string {
  return textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '');
}

function textOf(html: string): string {
  return (
    plain(
      html
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ) ?? ''
  );
}
