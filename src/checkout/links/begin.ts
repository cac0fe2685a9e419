/**
 * The form of a link's page: makes a session of the hosted page, for an order of this payer's own. A repeat of the same
 * form leads to the same session, also after a crash between its steps.
 */
import { createHash, randomInt } from 'node:crypto';
import { VERSION_MAX } from '../../contract/field.ts';
import { majorText, minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { storedCurrency } from '../../core/index.ts';
import type { LinkOrder, StoredLink } from '../../core/ports/index.ts';
import { openUnderId, sealUnderId } from '../../platform/id-seal.ts';
import type { LinkPage, PageAnswer, TypedText } from '../../web/views/index.ts';
import { payerLocale } from '../payer/payer-languages.ts';
import { amountOf } from '../receipt/amount.ts';
import { newCheckout } from '../session/checkout.ts';
import { linkAddress, payAddress } from '../session/page-addresses.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { type FoundLink, findLink, type LinkVisit, linkPage, linkPageView } from './link-page.ts';
import { readAmount } from './typed-amount.ts';

const START = /^[0-9A-Za-z]{22}$/;
/** The purpose under which a session's id is sealed. */
const SEALED_FOR = 'session of a link';

/** @returns the address of the hosted page; or the link's page, where nothing could begin */
export async function beginAtLink(
  dependencies: PayerDependencies,
  visit: LinkVisit,
  fields: URLSearchParams,
): Promise<PageAnswer<LinkPage>> {
  const found = await findLink(dependencies, visit.linkId);
  const start = fields.get('start') ?? '';
  if (found === undefined || !START.test(start)) {
    return linkPageView(dependencies, visit);
  }
  const amount = chosenAmount(found.link, fields, localeOf(dependencies, visit, found, fields));
  if (typeof amount !== 'string') {
    return { page: linkPage(dependencies, found, visit, amount) };
  }
  const hash = hashOf(found.link, start, amount);
  const known = await dependencies.links.findOrder(hash);
  // A payer who has begun goes on to the same payment, also once the link is over.
  if (known === undefined && found.room !== 'FREE') {
    return { page: linkPage(dependencies, found, visit) };
  }
  const order = known ?? (await newOrder(dependencies, found.link, hash));
  return { redirect: payAddress(await sessionOf(dependencies, found, { order, amount, start })) };
}

/** The language of the page that sent the form. */
function localeOf(
  dependencies: PayerDependencies,
  { languages }: LinkVisit,
  { link }: FoundLink,
  fields: URLSearchParams,
): string {
  const shown = fields.get('locale');
  return shown === null ? payerLocale(dependencies, languages, link.terms.locale) : dependencies.matchLocale([shown]);
}

/** @returns a decimal text, or what the payer must correct */
function chosenAmount({ terms }: StoredLink, fields: URLSearchParams, locale: string): TypedText | string {
  if (terms.amount !== undefined) {
    return terms.amount;
  }
  const currency = storedCurrency(terms.currency);
  // A button of an earlier question has its value in the interface's own form.
  const meant = fields.get('meant');
  const text = fields.get('amount') ?? '';
  const read = meant === null ? readAmount(text, locale, currency) : readAmount(meant, 'en', currency);
  if (read.kind === 'AMBIGUOUS') {
    const choices = read.choices.map((minor) => amountOf(majorText(minor, currency), terms.currency));
    return { text, why: read.kind, choices: choices.filter((one) => one !== undefined) };
  }
  if (read.kind !== 'AMOUNT') {
    return { text, why: read.kind, choices: [] };
  }
  const least = minorUnits(terms.minimumAmount ?? '0', currency) ?? 0n;
  const most = minorUnits(terms.maximumAmount ?? '0', currency) ?? 0n;
  if (read.minor === 0n || read.minor < least) {
    return { text, why: 'TOO_SMALL', choices: [] };
  }
  return read.minor > most ? { text, why: 'TOO_LARGE', choices: [] } : majorText(read.minor, currency);
}

/** The same form with another amount is another start. */
function hashOf({ key }: StoredLink, start: string, amount: string): string {
  return createHash('sha256').update(`${key} ${start} ${amount}`).digest('hex');
}

async function newOrder(
  { links, gateway }: PayerDependencies,
  { key: linkKey }: StoredLink,
  hash: string,
): Promise<LinkOrder> {
  const order: LinkOrder = {
    key: links.newKey(),
    linkKey,
    orderId: newOrderId(),
    sessionKey: null,
    sealedSession: null,
    state: 'OPEN',
    attempt: null,
    takenAt: null,
    createdAt: gateway.clock.now(),
  };
  // If the same form was sent twice at once, the first one's order is used.
  const isNew = await links.insertOrder(order, hash);
  return isNew ? order : ((await links.findOrder(hash)) ?? order);
}

interface Beginning {
  readonly order: LinkOrder;
  readonly amount: string;
  /** The form's token. */
  readonly start: string;
}

/** @returns the id of the order's session, which is made if it does not exist */
async function sessionOf(dependencies: PayerDependencies, found: FoundLink, beginning: Beginning): Promise<string> {
  const { links, sessionService } = dependencies;
  const { order, start } = beginning;
  const known = idIn(order, start);
  if (known !== undefined) {
    return known;
  }
  const values = valuesOf(dependencies, found.link, beginning);
  const checkout = {
    ...newCheckout(values, VERSION_MAX, found.merchant),
    link: { link: found.link.key, order: order.key },
  };
  // The address is the payer's: its id must not authenticate changes.
  const session = await sessionService.create(found.merchant.key, { values, checkout, authenticationLimit: 0 });
  if (await links.setSession(order.key, session.key, sealUnderId(start, session.id, SEALED_FOR))) {
    return session.id;
  }
  const winner = await links.findOrderByKey(order.key);
  return (winner && idIn(winner, start)) ?? session.id;
}

function idIn({ sealedSession }: LinkOrder, start: string): string | undefined {
  return sealedSession === null ? undefined : openUnderId(start, sealedSession, SEALED_FOR);
}

function valuesOf({ gateway }: PayerDependencies, { id, terms }: StoredLink, beginning: Beginning): RequestFields {
  const { currency, description, reference, locale, operation } = terms;
  const { order, amount } = beginning;
  const address = gateway.browser.publicOrigin + linkAddress(id);
  return {
    interaction: { operation, locale, cancelUrl: address, timeoutUrl: address },
    order: { id: order.orderId, amount, currency, description, reference },
  };
}

/** Letters that look like no digit, in groups that can be read aloud. */
const ORDER_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ORDER_GROUPS = 3;
const GROUP_CHARACTERS = 4;

/** @returns sixty random bits, such as `7K3D-9XF2-QM4T` */
function newOrderId(): string {
  const character = () => ORDER_CHARACTERS[randomInt(ORDER_CHARACTERS.length)];
  const group = () => Array.from({ length: GROUP_CHARACTERS }, character).join('');
  return Array.from({ length: ORDER_GROUPS }, group).join('-');
}
