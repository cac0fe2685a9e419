/** A payer without a browser, and the payer's merchant: checkouts, pages, forms and redirects over HTTP. */
import { expect } from 'vitest';
import { newOrderId, PUBLIC_HOST, type Reply, type Rig } from '../api/rest/rig.ts';

const ORIGIN = `http://${PUBLIC_HOST}`;
export const RETURN = 'https://shop.example/back?cart[id]=1';
export const CANCEL = 'https://shop.example/cancel';
/** The card form's input. Its expiry makes the sandbox approve, decline or leave the payment open. */
export const cardForm = (expiry: string, more: Record<string, string> = {}) => ({
  method: 'card',
  number: '5123450000000008',
  expiry,
  securityCode: '100',
  ...more,
});
export const GOOD = cardForm('01/39');
/** The sandbox's acquirer refuses this card. */
export const REFUSED = cardForm('05/39');

let cards = 0;
/** A gift card of the sandbox, used once in the file. @param tens two digits: the balance in major units */
export function giftCard(tens: string, more: Record<string, string> = {}) {
  cards += 1;
  return { method: 'giftCard', number: giftCardNumber(cards, tens), pin: '1234', ...more };
}

/** @param serial at most nine digits @param tens the balance, as above */
export function giftCardNumber(serial: number, tens: string): string {
  const digits = `6006${serial.toString().padStart(9, '0')}${tens}`;
  return digits + checkDigit(digits);
}

function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return ((10 - (sum % 10)) % 10).toString();
}

export interface Opened {
  readonly id: string;
  readonly order: string;
  readonly indicator: string;
}

/** A page's form: its hidden inputs, its action, and the browser's cookie. */
export interface Form {
  readonly hidden: Record<string, string>;
  readonly action: string;
  readonly cookie: string;
  readonly page: Reply;
}

export interface Hands {
  checkout(more?: { interaction?: object; order?: object; [field: string]: unknown }): Promise<Opened>;
  browse(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Reply>;
  /** @param cookie of an earlier visit; absent: a new payer */
  form(id: string, cookie?: string): Promise<Form>;
  /** Opens the page of this id, fills its form and sends it. @param cookie as above @returns with the payer's cookie */
  submit(id: string, fields?: Record<string, string>, cookie?: string): Promise<Reply & { readonly cookie: string }>;
}

/** @param rig evaluated at each call, since a file's rig exists only from its first test on */
export function hands(rig: () => Rig): Hands {
  const browse: Hands['browse'] = (path, headers = {}) =>
    rig().call('GET', path, undefined, { authorization: null, headers });
  const post: Hands['post'] = (path, fields, headers = {}) =>
    rig().call('POST', path, new URLSearchParams(fields).toString(), {
      authorization: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ORIGIN, ...headers },
    });
  const form: Hands['form'] = async (id, known) => {
    const page = await browse(`/checkout/pay/${id}`, known === undefined ? {} : { Cookie: known });
    const hidden = Object.fromEntries(
      ['sessionVersion', 'attempt', 'csrf'].map((name) => {
        const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page.text)?.[0] ?? '';
        return [name, /value="([^"]*)"/.exec(input)?.[1] ?? ''];
      }),
    );
    const action = /action="(\/checkout\/pay\/[^"]*)"/.exec(page.text)?.[1] ?? `/checkout/pay/${id}`;
    return { hidden, action, cookie: known ?? String(page.headers['set-cookie']).split(';')[0]!, page };
  };
  return {
    async checkout({ interaction, order: ordered, ...more } = {}) {
      const order = newOrderId();
      const { json, status } = await rig().api('POST', '/session', {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE', returnUrl: RETURN, cancelUrl: CANCEL, ...interaction },
        order: { id: order, amount: '10.00', currency: 'EUR', ...ordered },
        ...more,
      });
      expect(status).toBe(201);
      return { id: json.session.id, order, indicator: json.successIndicator };
    },
    browse,
    post,
    form,
    async submit(id, fields = GOOD, known) {
      const { hidden, action, cookie } = await form(id, known);
      return { ...(await post(action, { ...hidden, ...fields }, { Cookie: cookie })), cookie };
    },
  };
}

/** The text of a page, without markup. */
export function wordsOf({ text }: Pick<Reply, 'text'>): string {
  const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';
  return main
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#39;|’/g, "'")
    .replace(/\s+/g, ' ');
}
