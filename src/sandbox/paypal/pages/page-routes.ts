/** The simulator's pages: payers approve or cancel an order, and return to the shop. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { approve, arriveAtPayPal, isAnswerable } from '../approval.ts';
import { paypalLedgerEntries } from '../ledger/entries.ts';
import type { OrderRow } from '../ledger/rows.ts';
import { INSTRUMENTS, type InstrumentId, PAYER } from '../payer.ts';
import type { PayPal } from '../paypal.ts';
import { PAYPAL_PREFIX } from '../prefix.ts';
import { experienceOf } from '../requests.ts';
import { orderRequestOf } from '../resources.ts';
import { paypalScriptOf } from '../scripts.ts';
import { approvePage } from './approve-page.ts';
import { paypalClosedPage } from './closed-page.ts';
import { paypalOverviewPage } from './overview-page.ts';
import { shippingChoices } from './shipping-choices.ts';
import { paypalIcon } from './site.ts';

/** The policy has no `form-action`: Chromium also applies it to redirects after a form, which lead to any gateway. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

type Query = { Querystring: Record<string, string | string[] | undefined> };

export function addPayPalPages(app: FastifyInstance, paypal: PayPal): void {
  const url = `${PAYPAL_PREFIX}/checkoutnow`;
  const send = (reply: FastifyReply, status: number, page: string) => reply.code(status).headers(HEADERS).send(page);
  const find = ({ token }: Query['Querystring']) =>
    typeof token === 'string' ? paypal.ledger.orders.find({ id: token }) : undefined;
  const unknown = (reply: FastifyReply) =>
    send(reply, 404, paypalClosedPage('No such order', 'Go back to the shop and begin again.', false));

  app.get(PAYPAL_PREFIX, (_request, reply) => {
    const { ledger, base, validator } = paypal;
    const owed = ledger.deliveries.all().filter(({ due_at }) => due_at !== null).length;
    const entries = paypalLedgerEntries(ledger);
    return send(
      reply,
      200,
      paypalOverviewPage({ base, entries, owedWebhooks: owed, violations: validator.violations.length }),
    );
  });

  app.get(`${PAYPAL_PREFIX}/icon.svg`, (_request, reply) => reply.type('image/svg+xml').send(paypalIcon()));

  app.get<Query>(url, (request, reply) => {
    const order = find(request.query);
    if (order === undefined) {
      return unknown(reply);
    }
    if (!isAnswerable(order, paypal.now)) {
      return send(reply, 200, paypalClosedPage('Nothing left to do', 'The shop knows how it stands.', true));
    }
    const script = paypalScriptOf(order);
    if (script !== undefined) {
      return sendBack(
        reply,
        paypal.change((work) => arriveAtPayPal(work, order, script)),
        script.isCancelled !== true,
      );
    }
    return send(reply, 200, approvePage(orderRequestOf(order), order.instrument !== null));
  });

  app.post<Query>(url, (request, reply) => {
    const order = find(request.query);
    if (order === undefined) {
      return unknown(reply);
    }
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const choice = form.get('choice');
    if (choice === 'CANCEL' || !isAnswerable(order, paypal.now)) {
      return sendBack(reply, order, order.instrument !== null && choice !== 'CANCEL');
    }
    const instrument = form.get('instrument') ?? '';
    if (choice !== 'APPROVE' || !isInstrument(instrument)) {
      const problem = choice === 'APPROVE' ? 'Choose how to pay.' : 'Choose one of the buttons below.';
      return send(reply, 422, approvePage(orderRequestOf(order), order.instrument !== null, problem));
    }
    const shipping = shippingChoices(orderRequestOf(order))[Number(form.get('address') ?? 0)];
    const approval = { instrument, shipping };
    return sendBack(
      reply,
      paypal.change((work) => approve(work, order, approval)),
      true,
    );
  });
}

/** Redirects to the shop. Like PayPal, it appends the order's id and, after an approval, the payer's id. */
function sendBack(reply: FastifyReply, order: OrderRow, isApproved: boolean): FastifyReply {
  const { return_url: returnUrl, cancel_url: cancelUrl } = experienceOf(orderRequestOf(order));
  const home = URL.parse((isApproved ? returnUrl : cancelUrl) ?? '');
  if (home === null || !/^https?:$/.test(home.protocol)) {
    const page = paypalClosedPage(
      'Thank you',
      'You may close this window: the shop gave no address to go back to.',
      false,
    );
    return reply.code(200).headers(HEADERS).send(page);
  }
  home.searchParams.append('token', order.id);
  if (isApproved) {
    home.searchParams.append('PayerID', PAYER.id);
  }
  return reply.headers(HEADERS).redirect(home.href, 303);
}

function isInstrument(id: string): id is InstrumentId {
  return Object.hasOwn(INSTRUMENTS, id);
}
