/** A payer without a browser: opens checkouts, reads forms, sends them back with a cookie of its own. */
import { newOrderId, PUBLIC_HOST, type Reply, type Rig } from '../rest/rig.ts';

const ORIGIN = `http://${PUBLIC_HOST}`;

/** By its expiry the sandbox approves, declines or leaves open. */
export const cardForm = (expiry: string, more: Record<string, string> = {}) => ({
  method: 'card',
  number: '5123450000000008',
  expiry,
  securityCode: '100',
  ...more,
});

export interface OpenedCheckout {
  readonly id: string;
  readonly order: string;
  readonly indicator: string;
}

export function payerForms(rig: () => Rig) {
  const get = (id: string, cookie?: string) =>
    rig().call('GET', `/checkout/pay/${id}`, undefined, {
      authorization: null,
      headers: { ...(cookie !== undefined && { Cookie: cookie }) },
    });
  return {
    get,

    async checkout(more: { interaction?: object; order?: object } = {}): Promise<OpenedCheckout> {
      const order = newOrderId();
      const { json } = await rig().api('POST', '/session', {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/back', ...more.interaction },
        order: { id: order, amount: '10.00', currency: 'EUR', ...more.order },
      });
      return { id: json.session.id, order, indicator: json.successIndicator };
    },

    /** @param cookie of an earlier visit; absent: a new payer @returns the answer and the payer's cookie */
    async submit(
      id: string,
      fields: Record<string, string>,
      cookie?: string,
    ): Promise<{ reply: Reply; cookie: string }> {
      const page = await get(id, cookie);
      const own = cookie ?? String(page.headers['set-cookie']).split(';')[0]!;
      const hidden = Object.fromEntries(
        ['sessionVersion', 'attempt', 'csrf'].map((name) => {
          const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page.text)?.[0] ?? '';
          return [name, /value="([^"]*)"/.exec(input)?.[1] ?? ''];
        }),
      );
      const reply = await rig().call(
        'POST',
        `/checkout/pay/${id}`,
        new URLSearchParams({ ...hidden, ...fields }).toString(),
        {
          authorization: null,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ORIGIN, Cookie: own },
        },
      );
      return { reply, cookie: own };
    },
  };
}
