/** The pages of links that take payments: the list, the form that makes one, and a link's own page. */
import { amountOf, linkAddress, qrAddress, storedAmount } from '../../checkout/index.ts';
import { CURRENCIES } from '../../contract/currencies.ts';
import { orderStatus } from '../../core/index.ts';
import {
  LINK_INPUTS,
  type LinkEntry,
  type LinkForm,
  type LinkPayment,
  type LinkProblems,
  type NewLinkPage,
  type PaymentLinkPage,
} from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import type { FailedCall } from '../acts.ts';
import { dayIn } from '../days.ts';
import { problemsOf, readLinkForm } from '../link-form.ts';
import { type CountedLink, endLink, findLink, makeLink, newestLinks } from '../links.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import { newToken } from '../secrets.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { instant } from './order-entries.ts';
import { shellOf } from './shell.ts';

const LINKS_A_PAGE = 25;
const PAYMENTS_MAX = 100;
/** The parameter with the link that is last on the page before. */
const AFTER = 'after';
/** The parameter with the act that led to a link's page. */
const DONE = 'done';

export async function linksPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const after = query.get(AFTER);
  // One more than the page shows tells whether there is a next one.
  const found = await newestLinks(dependencies, merchant, LINKS_A_PAGE + 1, after);
  const shown = found.slice(0, LINKS_A_PAGE);
  const first = consoleAddress('links', { merchant: merchant.id });
  const last = found.length > LINKS_A_PAGE ? shown.at(-1)?.link.id : undefined;
  return {
    page: 'links',
    data: {
      shell: shellOf(request, 'links'),
      links: shown.map((one) => linkEntry(request, one)),
      newHref: may(place, 'MAKE_LINKS') ? consoleAddress('newLink', { merchant: merchant.id }) : undefined,
      nextHref: last && `${first}?${new URLSearchParams({ [AFTER]: last })}`,
      firstHref: after === null ? undefined : first,
      timeZone: zoneOf(merchant),
    },
  };
}

function linkEntry({ place }: MerchantRequest, { link, paid, status }: CountedLink): LinkEntry {
  const { terms, paymentsMax, createdAt, expiresAt, endedAt } = link;
  const { amount, minimumAmount, maximumAmount, currency, description, reference } = terms;
  return {
    id: link.id,
    href: consoleAddress('paymentLink', { merchant: place.merchant.id, link: link.id }),
    status,
    description,
    reference,
    amount: amountOf(amount, currency),
    least: amountOf(minimumAmount, currency),
    most: amountOf(maximumAmount, currency),
    paid,
    paymentsMax: paymentsMax ?? undefined,
    createdAt: instant(createdAt),
    expiresAt: expiresAt === null ? undefined : instant(expiresAt),
    endedAt: endedAt === null ? undefined : instant(endedAt),
  };
}

/** A form that was sent, and why it made no link. */
interface RefusedForm {
  readonly form: LinkForm;
  readonly token: string;
  readonly problems?: LinkProblems;
  readonly failed?: FailedCall;
}

export async function newLinkPage(request: MerchantRequest, refused?: RefusedForm): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const { merchant } = place;
  const timeZone = zoneOf(merchant);
  const data: NewLinkPage = {
    shell: shellOf(request, 'links'),
    token: refused?.token ?? newToken(),
    form: refused?.form ?? (await emptyForm(request)),
    problems: refused?.problems ?? {},
    notice: refused?.failed && noticeOf(refused.failed),
    currencies: Object.keys(CURRENCIES),
    timeZone,
    today: dayIn(timeZone, dependencies.clock.now()),
    backHref: consoleAddress('links', { merchant: merchant.id }),
  };
  const status = refused === undefined ? 200 : refused.failed?.kind === 'UNKNOWN' ? 503 : 422;
  return { page: 'newLink', status, data };
}

/** For one payment, in the currency of the newest link, or else of the newest order. */
async function emptyForm({ dependencies, place: { merchant } }: MerchantRequest): Promise<LinkForm> {
  const [newest] = await dependencies.links.ofMerchant(merchant.key, 1);
  const newestOrder = { merchantKey: merchant.key, filters: {}, sort: 'NEWEST', after: undefined, limit: 1 } as const;
  const [order] = newest === undefined ? (await dependencies.orderIndex.search(newestOrder)).orders : [];
  return {
    ...formOf(new URLSearchParams()),
    kind: 'fixed',
    currency: newest?.terms.currency ?? order?.currency ?? '',
    payments: '1',
    operation: merchant.profile.checkoutOperation,
  };
}

function formOf(fields: URLSearchParams): LinkForm {
  const entries = LINK_INPUTS.map((input) => [input, (fields.get(input) ?? '').trim()]);
  return Object.fromEntries(entries) as LinkForm;
}

function noticeOf(failed: FailedCall): string {
  return failed.kind === 'REFUSED'
    ? `No link was made. ${failed.error.message}`
    : 'The gateway failed, and may have made the link. Send the form once more: it makes one link.';
}

export async function submitNewLink(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const { merchant } = place;
  const token = fields.get('token') ?? '';
  if (token === '') {
    return { problem: 'FORM' };
  }
  const form = formOf(fields);
  const read = readLinkForm(form, zoneOf(merchant), dependencies.clock.now());
  if (read.problems !== undefined) {
    return newLinkPage(request, { form, token, problems: read.problems });
  }
  const made = await makeLink(dependencies, signedIn, { merchant, link: read.link, token }, caller);
  if (made.kind !== 'DONE') {
    const problems = made.kind === 'REFUSED' ? problemsOf(made.error.problems) : {};
    const isExplained = Object.keys(problems).length > 0;
    return newLinkPage(request, { form, token, problems, ...(isExplained ? {} : { failed: made }) });
  }
  return { redirect: `${consoleAddress('paymentLink', { merchant: merchant.id, link: made.id })}?${DONE}=made` };
}

const NOTICES: Readonly<Record<string, PaymentLinkPage['notice']>> = { ended: 'ENDED', made: 'MADE' };

export async function paymentLinkPage(request: MerchantRequest, notice?: 'FAILED'): Promise<ConsoleAnswer> {
  const { dependencies, place, parameters, query } = request;
  const { merchant } = place;
  const found = await findLink(dependencies, merchant, parameters.link ?? '');
  if (found === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const { link, status } = found;
  const { terms, id } = link;
  const address = { merchant: merchant.id, link: id };
  const payments = await paymentsOf(request, found);
  // A page that is loaded again, to see whether somebody has paid, says no more that the link is new.
  const isNew = payments.payments.length + payments.unpaid === 0;
  const done = NOTICES[query.get(DONE) ?? ''];
  return {
    page: 'paymentLink',
    status: notice === undefined ? 200 : 503,
    data: {
      shell: shellOf(request, 'links'),
      entry: linkEntry(request, found),
      address: dependencies.publicOrigin + linkAddress(id),
      pictureHref: dependencies.publicOrigin + qrAddress(id, 'png'),
      note: terms.note,
      language: terms.locale,
      operation: terms.operation,
      isAmountInPreview: terms.isAmountInPreview === true,
      ...payments,
      endHref: status === 'OPEN' && may(place, 'MAKE_LINKS') ? consoleAddress('endLink', address) : undefined,
      timeZone: zoneOf(merchant),
      backHref: consoleAddress('links', { merchant: merchant.id }),
      notice: notice ?? (done === 'MADE' && !isNew ? undefined : done),
    },
  };
}

async function paymentsOf(
  { dependencies, place: { merchant } }: MerchantRequest,
  { link }: CountedLink,
): Promise<Pick<PaymentLinkPage, 'hasMore' | 'payments' | 'unpaid'>> {
  const begun = await dependencies.links.orders(link.key, PAYMENTS_MAX);
  const orders = await Promise.all(begun.map(({ orderId }) => dependencies.orders.find(merchant.key, orderId)));
  const payments = orders.flatMap((order): LinkPayment[] => {
    if (order === undefined) {
      return [];
    }
    const { orderId, state, createdAt } = order;
    return [
      {
        orderId,
        href: consoleAddress('order', { merchant: merchant.id, order: orderId }),
        status: orderStatus(state),
        amount: storedAmount({ amount: state.amount, currency: state.currency }),
        createdAt: instant(createdAt),
      },
    ];
  });
  return { payments, unpaid: begun.length - payments.length, hasMore: begun.length === PAYMENTS_MAX };
}

export async function submitEndLink(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, parameters, caller } = request;
  const { merchant } = place;
  const found = await findLink(dependencies, merchant, parameters.link ?? '');
  if (found === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const { link } = found;
  const done = await endLink(dependencies, signedIn, { merchant, link }, caller);
  return done.kind === 'DONE'
    ? { redirect: `${consoleAddress('paymentLink', { merchant: merchant.id, link: link.id })}?${DONE}=ended` }
    : paymentLinkPage(request, 'FAILED');
}
