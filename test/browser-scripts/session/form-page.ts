/** A shop's page with hosted fields: its calls of `session.js`, and the arguments of its callbacks. */
import type { FrameLocator, Page } from 'playwright';
import type { Rig } from '../../journeys/rig.ts';
import type { ScriptShop } from '../script-shop.ts';

export const CARD = { number: '5123450000000008', month: '01', year: '39', code: '100' } as const;

export const CARD_FIELDS = `card: {
  number: '#number', expiryMonth: '#month', expiryYear: '#year', securityCode: '#code', nameOnCard: '#name' }`;

export const CARD_FORM = `
  <form id="pay">
    <p><label for="number">Card number</label> <input id="number" readonly placeholder="0000" aria-describedby="hint"></p>
    <p id="hint">As on the front</p>
    <p><label for="month">Month</label> <input id="month" readonly> <label for="year">Year</label> <input id="year" readonly></p>
    <p><label for="code">Code</label> <input id="code" readonly></p>
    <p><label for="name">Name</label> <input id="name" readonly></p>
    <button>Pay</button>
  </form>`;

export interface FormPageOptions {
  /** Undefined: the script creates one. */
  readonly session?: string | undefined;
  readonly html?: string;
  readonly fields?: string;
  /** Further members for `configure`. */
  readonly more?: string;
  /** Runs after `configure` was called. */
  readonly script?: string;
  readonly style?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly version?: number;
  readonly merchant?: string;
}

/** @returns the page's address */
export function formPage(rig: Rig, shop: ScriptShop, options: FormPageOptions = {}): string {
  const { session, html = CARD_FORM, fields = CARD_FIELDS, more = '', script = '', style = '', headers } = options;
  const address = `${rig.stack.origin}/form/version/${options.version ?? 100}/merchant/${options.merchant ?? 'TESTSHOP'}/session.js`;
  return shop.page(
    `<!doctype html><html lang="en"><title>Shop</title>${style && `<style>${style}</style>`}${html}
    <script src="${address}"></script><script>
      window.told = [];
      const note = (name) => (...given) => told.push([name, ...given]);
      document.querySelector('form')?.addEventListener('submit', (event) => {
        event.preventDefault();
        PaymentSession.updateSessionFromForm('card');
      });
      const configuration = {
        ${session === undefined ? '' : `session: '${session}',`}
        fields: { ${fields} },
        frameEmbeddingMitigation: ['javascript', 'x-frame-options', 'csp'],
        callbacks: { initialized: note('initialized'), formSessionUpdate: note('updated') },
        ${more}
      };
      PaymentSession.configure(configuration);
      ${script}
    </script></html>`,
    headers,
  );
}

export async function newSession(rig: Rig, values: object = {}): Promise<string> {
  const { merchant } = rig.stack;
  const { body } = await merchant.call('POST', '/session', {});
  const id = body.session?.id ?? '';
  if (Object.keys(values).length > 0) {
    await merchant.call('PUT', `/session/${id}`, values);
  }
  return id;
}

/** @returns the argument of the `count`th call of the named callback */
// biome-ignore lint/suspicious/noExplicitAny: what the script gives is looked at by tests.
export async function callsOf(page: Page, name: string, count = 1): Promise<any[]> {
  await page.waitForFunction(
    ([wanted, times]) =>
      Reflect.get(window, 'told').filter(([one]: [string]) => one === wanted).length >= (times as number),
    [name, count] as const,
  );
  const all = (await page.evaluate(() => Reflect.get(window, 'told'))) as [string, ...unknown[]][];
  return all.filter(([one]) => one === name)[count - 1]!.slice(1);
}

/** The gateway's frame over an input of the page. */
export function frameOf(page: Page, selector: string): FrameLocator {
  return page.frameLocator(`${selector} + iframe`);
}

/** The control in that frame. */
export function field(page: Page, selector: string) {
  return frameOf(page, selector).locator('#f');
}

/** By the keyboard, one key after the other. */
export async function type(page: Page, selector: string, text: string): Promise<void> {
  await field(page, selector).click();
  await page.keyboard.type(text);
}

export async function typeCard(page: Page, card: Partial<Record<keyof typeof CARD, string>> = {}): Promise<void> {
  const { number, month, year, code } = { ...CARD, ...card };
  await type(page, '#number', number);
  await type(page, '#month', month);
  await type(page, '#year', year);
  await type(page, '#code', code);
}

export function call(page: Page, script: string): Promise<unknown> {
  return page.evaluate((text) => Reflect.get(window, 'eval')(text), script);
}
