/** Links that take payments, as the console reads them, and the acts on them, by the operations of the interface. */
import { hash } from 'node:crypto';
import { type Sessions, settle } from '../checkout/index.ts';
import { type LinkStatus, linkStatus, type Merchant, newLinkId } from '../core/index.ts';
import type { Clock, Links, Orders, StoredLink } from '../core/ports/index.ts';
import type { SignedIn } from './access.ts';
import { type ActDependencies, type CallResult, carryOutRecorded, type FailedCall } from './acts.ts';
import type { RequestedLink } from './link-form.ts';
import type { BrowserCaller } from './sign-in.ts';

export interface LinkDependencies {
  readonly links: Links;
  readonly sessions: Sessions;
  readonly orders: Orders;
  readonly clock: Clock;
  /** The origin of payers' pages. */
  readonly publicOrigin: string;
}

/** A link with what it has taken by now. */
export interface CountedLink {
  readonly link: StoredLink;
  readonly paid: number;
  readonly status: LinkStatus;
}

/** @returns undefined for a link of another merchant, as for one that does not exist */
export async function findLink(
  dependencies: LinkDependencies,
  { key }: Merchant,
  id: string,
): Promise<CountedLink | undefined> {
  const link = await dependencies.links.find(id);
  return link?.merchantKey === key ? countedLink(dependencies, link) : undefined;
}

/** @param after the id of the link that is last on the page before; an unknown one is ignored */
export async function newestLinks(
  dependencies: LinkDependencies,
  { key }: Merchant,
  count: number,
  after: string | null,
): Promise<readonly CountedLink[]> {
  const last = after === null ? undefined : await dependencies.links.find(after);
  const before = last?.merchantKey === key ? last.key : undefined;
  const links = await dependencies.links.ofMerchant(key, count, before);
  return Promise.all(links.map((link) => countedLink(dependencies, link)));
}

async function countedLink(dependencies: LinkDependencies, link: StoredLink): Promise<CountedLink> {
  const { links, sessions, orders, clock } = dependencies;
  await settle({ links, sessions, gateway: { clock, orders } }, link);
  const paid = await links.countPaid(link.key);
  return { link, paid, status: linkStatus(link, paid, clock.now()) };
}

/** @param token of the form: the same form makes the same link, with other inputs another one */
export async function makeLink(
  dependencies: ActDependencies & Pick<LinkDependencies, 'links'>,
  { person }: SignedIn,
  { merchant, link, token }: { readonly merchant: Merchant; readonly link: RequestedLink; readonly token: string },
  { address }: BrowserCaller,
): Promise<FailedCall | { readonly kind: 'DONE'; readonly id: string }> {
  const id = linkIdOf(dependencies, merchant, token, link);
  const { amount, currency, minimumAmount, maximumAmount, numberOfPayments, expiryDateTime } = link;
  const done = await carryOutRecorded(dependencies, person, {
    call: { operation: 'CREATE_LINK', merchant, ids: { link: id }, body: { link }, address },
    action: 'console link',
    subject: { link: id },
    // Description, note and reference may name a payer.
    asked: { amount, currency, minimumAmount, maximumAmount, numberOfPayments, expiryDateTime },
  });
  return done.kind === 'DONE' ? { kind: 'DONE', id } : done;
}

/** Ending a link that has ended changes nothing. */
export function endLink(
  dependencies: ActDependencies,
  { person }: SignedIn,
  { merchant, link }: { readonly merchant: Merchant; readonly link: StoredLink },
  { address }: BrowserCaller,
): Promise<CallResult> {
  return carryOutRecorded(dependencies, person, {
    call: { operation: 'END_LINK', merchant, ids: { link: link.id }, body: {}, address },
    action: 'console link ended',
    subject: { link: link.id },
  });
}

function linkIdOf(
  { links }: Pick<LinkDependencies, 'links'>,
  { id }: Merchant,
  token: string,
  link: RequestedLink,
): string {
  const digest = hash('sha256', JSON.stringify([id, token, link]), 'buffer');
  let offset = 0;
  return newLinkId(links.storeNumber, (below) => {
    const chosen = digest.readUInt16BE(offset) % below;
    offset += 2;
    return chosen;
  });
}
