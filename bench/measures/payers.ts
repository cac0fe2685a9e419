/** A payer's steps at each provider of the sandbox. */
import { answerOnPage } from '../../src/cli/simulators/open-banking-payer.ts';
import { type Walked, walk } from './walk.ts';

export interface Payers {
  /** The origin of the sandbox's pages. */
  readonly sandbox: string;
}

export interface Way {
  readonly name: string;
  readonly type: string;
  /** The group in `browserPayment`. */
  readonly group: string;
  readonly currency: string;
  /** The sandbox's control URL for the provider's calls to the gateway; absent if the provider makes no calls. */
  readonly faults?: string;
  /** Takes the payer from the gateway's address to the provider's page, or to the page with the code. */
  go(address: string, origin: string): Promise<Walked>;
  /** Makes the payer agree. @returns the address of the browser's next request */
  agree(there: Walked, payers: Payers): Promise<string>;
}

/** The code to copy, in the page's HTML. */
const CODE = /(0002\d{2}[^<"]{40,500}6304[0-9A-F]{4})/;

/** The continuation link on the page that answers a choice. */
const ONWARD = /href="([^"]*\/redirect\/[^"]+)"/;

export const WAYS = {
  paypal: {
    name: 'PayPal',
    type: 'PAYPAL',
    group: 'paypal',
    currency: 'GBP',
    faults: '/providers/paypal/faults',
    go: walk,
    async agree({ at: page }) {
      const body = new URLSearchParams({ choice: 'APPROVE', instrument: 'BALANCE' });
      const { headers } = await fetch(page, { method: 'POST', body, redirect: 'manual' });
      return sentTo(headers.get('location') ?? undefined, page);
    },
  },
  'open-banking': {
    name: 'open banking',
    type: 'OPEN_BANKING',
    group: 'openBanking',
    currency: 'EUR',
    async go(address, origin) {
      const choice = await walk(address, origin);
      const leading = await walk(choice.at, origin, { option: 'nordbank' });
      const [, onward = ''] = ONWARD.exec(leading.text) ?? [];
      const bank = await walk(new URL(onward, origin).href, origin);
      return { ...bank, requests: choice.requests + leading.requests + bank.requests };
    },
    agree: async ({ at: page }) => sentTo(await answerOnPage(page, true), page),
  },
  pix: {
    name: 'Pix',
    type: 'PIX',
    group: 'pix',
    currency: 'BRL',
    go: walk,
    async agree({ at: page, text }, { sandbox }) {
      const [, code = ''] = CODE.exec(text) ?? [];
      const found = await fetch(`${sandbox}/providers/pix/app?${new URLSearchParams({ code })}`, {
        redirect: 'manual',
      });
      const charge = sentTo(found.headers.get('location') ?? undefined, page);
      await fetch(new URL(charge, sandbox), { method: 'POST', body: new URLSearchParams({ act: 'PAY' }) });
      return page;
    },
  },
} as const satisfies Record<string, Way>;

function sentTo(address: string | undefined, page: string): string {
  if (address === undefined) {
    throw new Error(`The payer was not sent back from ${page}`);
  }
  return address;
}
