/**
 * The page at `/checkout/link/{link}`. Mail scanners, prefetching browsers and robots visit it as payers do, so it only
 * reads: its form's POST begins.
 */
import { randomInt } from 'node:crypto';
import type { Merchant } from '../../core/index.ts';
import type { StoredLink } from '../../core/ports/index.ts';
import { base62 } from '../../platform/base62.ts';
import type { LinkPage, LinkRoom, PageAnswer, TypedText } from '../../web/views/index.ts';
import { type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { amountOf } from '../receipt/amount.ts';
import { shopOf, testModeOf } from '../receipt/shop.ts';
import { linkAddress } from '../session/page-addresses.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { roomOf } from './link-payments.ts';

/** An attempt that fails is over in seconds, or waits for its bank for minutes. */
const POLL_SECONDS = 20;
/** About 130 bits: the token opens the id of the session that its form began. */
const START_CHARACTERS = 22;

export interface LinkVisit {
  readonly linkId: string;
  readonly languages: PayerLanguages;
  /** See `LinkPage`. */
  readonly unpaid?: LinkPage['unpaid'];
}

export interface FoundLink {
  readonly link: StoredLink;
  readonly merchant: Merchant;
  readonly room: LinkRoom;
}

export async function findLink(dependencies: PayerDependencies, id: string): Promise<FoundLink | undefined> {
  const link = await dependencies.links.find(id);
  const merchant = link && (await dependencies.merchantByKey(link.merchantKey));
  return link && merchant && { link, merchant, room: await roomOf(dependencies, link, merchant) };
}

export async function linkPageView(dependencies: PayerDependencies, visit: LinkVisit): Promise<PageAnswer<LinkPage>> {
  const found = await findLink(dependencies, visit.linkId);
  return found === undefined
    ? { problem: { kind: 'notFound', locale: payerLocale(dependencies, visit.languages) } }
    : { page: linkPage(dependencies, found, visit) };
}

/** @param typed what the payer typed, where it was refused */
export function linkPage(
  dependencies: PayerDependencies,
  { link, merchant, room }: FoundLink,
  { languages, unpaid }: LinkVisit,
  typed?: TypedText,
): LinkPage {
  const { terms } = link;
  const address = linkAddress(link.id);
  const amount = amountOf(terms.amount, terms.currency);
  const most = amountOf(terms.maximumAmount, terms.currency);
  return {
    kind: 'link',
    locale: payerLocale(dependencies, languages, terms.locale),
    shop: shopOf(merchant),
    testMode: testModeOf(dependencies),
    room,
    description: terms.description,
    note: terms.note,
    amount,
    bounds: most && { least: amountOf(terms.minimumAmount, terms.currency), most },
    expiresAt: link.expiresAt ?? undefined,
    action: address,
    start: base62(START_CHARACTERS, (below) => randomInt(below)),
    typed,
    unpaid,
    poll: room === 'BUSY' ? { address, seconds: POLL_SECONDS } : undefined,
    preview: {
      url: dependencies.gateway.browser.publicOrigin + address,
      amount: terms.isAmountInPreview ? amount : undefined,
    },
  };
}
