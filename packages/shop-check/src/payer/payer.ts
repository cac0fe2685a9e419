/** A payer without script: from the shop's page to the gateway's, through the payment, and as far as the shop. */
import type { Checkout } from '../gateway/front-door.ts';
import { ShopProblem } from '../shop/shop.ts';
import { Browser, type VisitOptions } from './browser.ts';
import { FIELDS, giftCardNumber, type Instrument } from './cards.ts';
import { type Form, formsOf, plain } from './forms.ts';
import { type HttpAnswer, type HttpOptions, nameOf } from './http.ts';

/** Forms of the shop on the way to the gateway, such as a confirmation of the order. */
const SHOP_FORMS_MAX = 3;
/** Pages of the gateway and of a provider between the form and the shop. */
const PAGES_MAX = 12;

export interface PayerDependencies {
  readonly http: HttpOptions;
  /** The gateway's own origin. */
  readonly gateway: string;
  /** The serial number of the payer's gift card, which nobody else has. */
  readonly giftCardSerial: number;
  /** Lets time pass while a page waits. */
  wait(ms: number): Promise<void>;
}

/** A page of the gateway in one of the payer's tabs. */
export interface Tab {
  readonly page: HttpAnswer;
}

export class Payer {
  readonly #dependencies: PayerDependencies;
  readonly #browser: Browser;

  constructor(dependencies: PayerDependencies) {
    this.#dependencies = dependencies;
    this.#browser = new Browser(dependencies.http);
  }

  /** Names of cookies that the last visit of the shop lacked because another site led there. */
  get withheld(): readonly string[] {
    return this.#browser.withheld;
  }

  /**
   * Starts at the shop, and goes on to the gateway's page.
   *
   * @param change alters the fields of the shop's own forms, as a dishonest payer does
   * @returns the gateway's page; undefined if the shop leads to none
   * @throws {ShopProblem} if the shop answers with an error
   */
  async start(
    pay: string,
    change: (fields: Form['fields']) => Form['fields'] = (fields) => fields,
  ): Promise<Tab | undefined> {
    let { answer } = await this.#browser.visit(pay);
    for (let forms = 0; !this.#isAtGateway(answer); forms += 1) {
      if (answer.status >= 400) {
        throw new ShopProblem(`${nameOf(new URL(answer.url))} answers ${answer.status} to a payer who wants to pay.`);
      }
      const form = formsOf(answer.text, answer.url).find(({ method }) => method === 'POST');
      if (form === undefined || forms === SHOP_FORMS_MAX) {
        return undefined;
      }
      ({ answer } = await this.#browser.send(form, change(form.fields)));
    }
    return { page: answer };
  }

  /** Whether the tab's page has the form for this way to pay. */
  offers({ page }: Tab, instrument: Instrument): boolean {
    return this.#payForm(page, instrument) !== undefined;
  }

  /**
   * Pays, and goes on until the browser would open the shop.
   *
   * @returns the shop's address, or the gateway's page that stays
   */
  async pay(
    { page }: Tab,
    instrument: Instrument,
    checkout: Checkout,
  ): Promise<{ readonly tab: Tab; readonly back?: string }> {
    const form = this.#payForm(page, instrument);
    if (form === undefined) {
      return { tab: { page } };
    }
    return this.#onward(await this.#browser.send(form, this.#fields(instrument), this.#untilShop(checkout)), checkout);
  }

  /** Presses the page's cancel. @returns as `pay` */
  async cancel({ page }: Tab, checkout: Checkout): Promise<{ readonly tab: Tab; readonly back?: string }> {
    const form = formsOf(page.text, page.url).find(({ action }) =>
      new URL(action).pathname.startsWith('/checkout/cancel/'),
    );
    if (form === undefined) {
      return { tab: { page } };
    }
    return this.#onward(await this.#browser.send(form, {}, this.#untilShop(checkout)), checkout);
  }

  /** Opens the checkout's page again. */
  async reload(checkout: Checkout): Promise<Tab> {
    return { page: (await this.#browser.visit(checkout.url, this.#untilShop(checkout))).answer };
  }

  /** Opens the shop's return address as the gateway's page does. @returns the last answer */
  async comeBack(address: string): Promise<HttpAnswer> {
    return (await this.#browser.visit(address, { from: new URL(this.#dependencies.gateway) })).answer;
  }

  async #onward(
    first: { answer: HttpAnswer; stoppedAt?: string },
    checkout: Checkout,
  ): Promise<{ tab: Tab; back?: string }> {
    let visit = first;
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const tab = { page: visit.answer };
      const back = visit.stoppedAt ?? shopLink(visit.answer.text, checkout);
      if (back !== undefined) {
        return { tab, back };
      }
      const waiting = waitOf(visit.answer);
      if (waiting === undefined) {
        return { tab };
      }
      await this.#dependencies.wait(waiting.ms);
      visit = await this.#browser.visit(waiting.url, this.#untilShop(checkout));
    }
    return { tab: { page: visit.answer } };
  }

  #fields(instrument: Instrument): Readonly<Record<string, string>> {
    const { giftCardSerial } = this.#dependencies;
    return instrument === 'gift-card'
      ? { ...FIELDS[instrument], number: giftCardNumber(giftCardSerial) }
      : FIELDS[instrument];
  }

  #payForm(page: HttpAnswer, instrument: Instrument): Form | undefined {
    const { method } = FIELDS[instrument];
    return formsOf(page.text, page.url).find(({ fields }) => fields.method === method);
  }

  #untilShop({ returnUrl, cancelUrl }: Checkout): VisitOptions {
    const ends = [returnUrl, cancelUrl].filter((url) => url !== undefined).map((url) => nameOf(new URL(url)));
    return { stopBefore: (url) => ends.includes(nameOf(url)) };
  }

  #isAtGateway({ url }: HttpAnswer): boolean {
    return new URL(url).origin === this.#dependencies.gateway;
  }
}

/** The link to the shop on a final page, which a payer without script presses. */
function shopLink(html: string, { returnUrl }: Checkout): string | undefined {
  const end = nameOf(new URL(returnUrl));
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/gi)]
    .map(([, href = '']) => plain(href))
    .find((href) => URL.canParse(href) && nameOf(new URL(href)) === end);
}

/** A page that asks again after some seconds. */
function waitOf({ url, headers, text }: HttpAnswer): { readonly url: string; readonly ms: number } | undefined {
  const [, content] = /<meta\s+http-equiv="refresh"\s+content="([^"]*)"/i.exec(text) ?? [];
  const given = typeof headers.refresh === 'string' ? headers.refresh : content;
  const [, seconds, to] = /^\s*(\d+)\s*(?:;\s*url=(.+))?$/i.exec(plain(given ?? '')) ?? [];
  return seconds === undefined ? undefined : { url: new URL(to ?? url, url).href, ms: Number(seconds) * 1_000 };
}
