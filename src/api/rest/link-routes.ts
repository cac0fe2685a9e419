/** Links that take payments: `POST` and `GET …/link`, `GET` and `DELETE …/link/{id}`. An addition to the interface. */
import { randomInt } from 'node:crypto';
import { linkAddress, qrAddress, type Sessions, settle } from '../../checkout/index.ts';
import type { AnswerOf } from '../../contract/answer-types.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { linkWithOrdersAnswer } from '../../contract/fields/link-fields.ts';
import { invalidFields } from '../../contract/interface-error.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { exactNumber } from '../../contract/write.ts';
import {
  type Gateway,
  linkProblems,
  linkStatus,
  type Merchant,
  newLink,
  newLinkId,
  orderStatus,
} from '../../core/index.ts';
import type { Links, StoredLink } from '../../core/ports/index.ts';
import { instant } from './answers/order-answer.ts';
import { echo, type OperationAnswer, type OperationRequest, readBody, readRequest } from './rest-request.ts';

export interface LinkRouteDependencies {
  readonly gateway: Gateway;
  readonly links: Links;
  readonly sessions: Sessions;
  readonly publicOrigin: string;
  readonly loopbackUrls: boolean;
}

/** Entries in one answer. */
const LISTED_MAX = 100;

export async function postLink(
  dependencies: LinkRouteDependencies,
  merchant: Merchant,
  { operation, version, json, path }: OperationRequest<'CREATE_LINK'>,
): Promise<OperationAnswer<'CREATE_LINK'>> {
  const { gateway, links, loopbackUrls } = dependencies;
  const now = gateway.clock.now();
  const reading = { merchant, operation, version, loopbackUrls };
  const { values, ignored } = await readRequest(OPERATIONS[operation].request, json, reading, async (read) =>
    linkProblems(read, now),
  );
  const problems = linkProblems(values, now);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  // The console names the id, so that a form that is sent twice makes one link.
  const id = path.link === '' ? newLinkId(links.storeNumber, (below) => randomInt(below)) : path.link;
  const made = newLink(values, merchant, { key: links.newKey(), id, createdAt: now });
  const link = (await links.insert(made)) ? made : await existingLink(dependencies, merchant, id);
  return {
    body: { ...echo(values), ...callerOf(merchant, version), link: await linkNow(dependencies, link) },
    ignored,
  };
}

export async function getLinks(
  dependencies: LinkRouteDependencies,
  merchant: Merchant,
  { version }: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_LINKS'>> {
  const links = await dependencies.links.ofMerchant(merchant.key, LISTED_MAX);
  const link = await Promise.all(links.map((one) => linkNow(dependencies, one)));
  return { body: { ...callerOf(merchant, version), link } };
}

export async function getLink(
  dependencies: LinkRouteDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_LINK'>> {
  const link = await existingLink(dependencies, merchant, request.path.link);
  const shown = await linkNow(dependencies, link);
  const order = await ordersOf(dependencies, link);
  return { body: { ...callerOf(merchant, request.version), link: { ...shown, order } } };
}

export async function endLink(
  dependencies: LinkRouteDependencies,
  merchant: Merchant,
  { operation, version, json, path }: OperationRequest<'END_LINK'>,
): Promise<OperationAnswer<'END_LINK'>> {
  const { gateway, links, loopbackUrls } = dependencies;
  const { values, ignored } = readBody(OPERATIONS[operation].request, json, {
    merchant,
    operation,
    version,
    loopbackUrls,
  });
  const { key } = await existingLink(dependencies, merchant, path.link);
  await links.end(key, gateway.clock.now());
  const link = await existingLink(dependencies, merchant, path.link);
  const body = { ...echo(values), ...callerOf(merchant, version), link: await linkNow(dependencies, link) };
  return { body, ignored };
}

/** @throws InterfaceError if the merchant has no such link */
async function existingLink({ links }: LinkRouteDependencies, merchant: Merchant, id: string): Promise<StoredLink> {
  const link = await links.find(id);
  if (link === undefined || link.merchantKey !== merchant.key) {
    throw namedError('LINK_UNKNOWN', { linkId: id });
  }
  return link;
}

function callerOf(merchant: Merchant, version: number) {
  return { merchant: merchant.id, result: 'SUCCESS' as const, version: version.toString() };
}

type LinkGroup = AnswerOf<typeof linkWithOrdersAnswer>['link'];

async function linkNow(dependencies: LinkRouteDependencies, link: StoredLink): Promise<LinkGroup> {
  await settle(dependencies, link);
  return linkGroup(dependencies, link, await dependencies.links.countPaid(link.key));
}

function linkGroup({ gateway, publicOrigin }: LinkRouteDependencies, link: StoredLink, paid: number): LinkGroup {
  const { id, terms, paymentsMax, expiresAt, endedAt, createdAt } = link;
  const { isAmountInPreview, amount, minimumAmount, maximumAmount, ...texts } = terms;
  return {
    ...texts,
    amount: numberOf(amount),
    amountInPreview: isAmountInPreview,
    expiryDateTime: expiresAt === null ? undefined : instant(expiresAt),
    id,
    maximumAmount: numberOf(maximumAmount),
    minimumAmount: numberOf(minimumAmount),
    numberOfPayments: paymentsMax?.toString(),
    paymentsMade: paid,
    qrCode: { png: publicOrigin + qrAddress(id, 'png'), svg: publicOrigin + qrAddress(id, 'svg') },
    status: linkStatus(link, paid, gateway.clock.now()),
    timeEnded: endedAt === null ? undefined : instant(endedAt),
    timeOfRecord: instant(createdAt),
    url: publicOrigin + linkAddress(id),
  };
}

function numberOf(amount: string | undefined) {
  return amount === undefined ? undefined : exactNumber(amount);
}

/** Orders that a payer has tried to pay. */
async function ordersOf({ gateway, links }: LinkRouteDependencies, { key, merchantKey }: StoredLink) {
  const begun = await links.orders(key, LISTED_MAX);
  const orders = await Promise.all(
    begun.map(async ({ orderId, createdAt }) => {
      const order = await gateway.orders.find(merchantKey, orderId);
      return order && { id: orderId, status: orderStatus(order.state), timeOfRecord: instant(createdAt) };
    }),
  );
  return orders.filter((order) => order !== undefined);
}
