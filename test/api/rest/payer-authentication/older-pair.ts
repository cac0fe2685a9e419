/** A client of the older pair, and a payer's browser without script, cookies or memory that posts the given forms. */
import type { CallOptions, Reply } from '../rig.ts';
import { newOrderId } from '../rig.ts';
import { MONEY, type World } from './world.ts';

export const TERM_URL = 'https://shop.example/term?cart=1&b=2';
/** The sandbox's bank needs no method call for this card. */
export const unseenUntil = (month: string) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: '5205500000000001', expiry: { month, year: '40' } } } },
});

export const check = (card: object, more: object = {}) => ({
  apiOperation: 'CHECK_3DS_ENROLLMENT',
  '3DSecure': { authenticationRedirect: { pageGenerationMode: 'CUSTOMIZED' } },
  order: MONEY,
  ...card,
  ...more,
});

export interface Home {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Checked {
  readonly id: string;
  readonly reply: Reply;
  readonly bank: string;
  readonly paReq: string;
}

export function olderClient(world: World) {
  const options = (more: CallOptions = {}): CallOptions => ({ merchant: world.merchant, version: 61, ...more });
  const at = (id: string) => `/3DSecureId/${id}`;
  const put = (id: string, body: object, more?: CallOptions) => world.rig.api('PUT', at(id), body, options(more));
  const post = (path: string, fields: Record<string, string>) =>
    world.rig.call('POST', path, new URLSearchParams(fields).toString(), {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Host: hostOf(world) },
    });
  const get = (path: string) => world.rig.call('GET', path, undefined, { headers: { Host: hostOf(world) } });
  return {
    put,
    retrieve: (id: string, more?: CallOptions) => world.rig.api('GET', at(id), undefined, options(more)),
    process: (id: string, paRes: unknown, more?: CallOptions) =>
      world.rig.api('POST', at(id), { apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes } }, options(more)),
    pay: (id: string | null, card: object, more: object = {}, order = newOrderId()) =>
      world.rig.api(
        'PUT',
        `/order/${order}/transaction/1`,
        { apiOperation: 'PAY', '3DSecureId': id, order: MONEY, ...card, ...more },
        options(),
      ),
    async checked(card: object, more: object = {}): Promise<Checked> {
      const id = newOrderId();
      const reply = await put(id, check(card, more));
      const { acsUrl = '', paReq = '' } = reply.json['3DSecure']?.authenticationRedirect?.customized ?? {};
      return { id, reply, bank: acsUrl === '' ? '' : new URL(acsUrl).pathname, paReq };
    },
    /** Posts as the merchant's page does. */
    come: ({ bank, paReq }: Checked, fields: Record<string, string> = {}) =>
      post(bank, { PaReq: paReq, TermUrl: TERM_URL, MD: 'cart', ...fields }),
    look: ({ bank }: Pick<Checked, 'bank'>) => get(bank),
    cancel: ({ bank }: Checked) => post(bank.replace(/bank$/, 'cancel'), {}),
  };
}

export type OlderClient = ReturnType<typeof olderClient>;

const hostOf = (world: World) => `localhost:${world.rig.app.port}`;

/** The return form; undefined where the page has none. */
export function homeIn(html: string): Home | undefined {
  const [, action] = /<form method="post" action="([^"]+)" data-post/.exec(html) ?? [];
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value(?:="([^"]*)")?/g);
  const fields = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, decoded(value)]));
  return action === undefined ? undefined : { action: decoded(action), fields };
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#38;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
