/** The pages: an overview of payments, and the app in which a payer pays. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { locationIn } from '../br-code.ts';
import { pspLedgerEntries } from '../ledger/entries.ts';
import type { ChargeRow } from '../ledger/rows.ts';
import { expire, isPayable, pay } from '../payments.ts';
import { PIX_PREFIX } from '../prefix.ts';
import type { Psp } from '../psp.ts';
import { chargePage, pixAppPage } from './app-page.ts';
import { pixOverviewPage } from './overview-page.ts';
import { APP, PIX_PAGE_HEADERS, pixIcon } from './site.ts';

type WithId = { Params: { id: string } };

/** The time since the expiry of an expired charge. It is more than the clock difference that a gateway tolerates. */
const EXPIRED_AGO_MS = 10 * 60_000;

export function addPspPages(app: FastifyInstance, psp: Psp): void {
  const { ledger } = psp;
  const payable = () => ledger.charges.all({ status: 'ATIVA' }).filter((row) => isPayable(row, psp.now));

  app.get(`${PIX_PREFIX}/icon.svg`, (_request, reply) => reply.type('image/svg+xml').send(pixIcon()));
  app.get(PIX_PREFIX, (_request, reply) => {
    const webhook = ledger.webhooks.all()[0]?.url;
    const page = pixOverviewPage({
      entries: pspLedgerEntries(ledger),
      webhook,
      violations: psp.validator.violations.length,
    });
    return reply.headers(PIX_PAGE_HEADERS).send(page);
  });
  app.get<{ Querystring: { code?: unknown } }>(APP, ({ query: { code } }, reply) => {
    if (typeof code !== 'string') {
      return reply.headers(PIX_PAGE_HEADERS).send(pixAppPage(payable()));
    }
    const location = locationIn(code);
    const row = location === undefined ? undefined : ledger.charges.find({ location });
    return row === undefined
      ? reply.code(422).headers(PIX_PAGE_HEADERS).send(pixAppPage(payable(), 'That is no code of this bank.'))
      : reply.headers(PIX_PAGE_HEADERS).redirect(`${APP}/${row.id}`, 303);
  });
  app.get<WithId>(`${APP}/:id`, ({ params: { id } }, reply) => {
    const row = ledger.charges.find({ id });
    return row === undefined ? unknown(reply) : reply.headers(PIX_PAGE_HEADERS).send(chargePage(row, psp.now));
  });
  app.post<WithId>(`${APP}/:id`, ({ params: { id }, body }, reply) => {
    const row = ledger.charges.find({ id });
    if (row === undefined) {
      return unknown(reply);
    }
    const act = new URLSearchParams(typeof body === 'string' ? body : '').get('act');
    const said = performAct(psp, row, act);
    const after = ledger.charges.find({ id }) ?? row;
    return reply.headers(PIX_PAGE_HEADERS).send(chargePage(after, psp.now, said));
  });
}

/** @returns the message for the payer */
function performAct(psp: Psp, row: ChargeRow, act: string | null): string | undefined {
  if (act === 'PAY_LATE' ? row.status !== 'CONCLUIDA' : act === 'PAY' && isPayable(row, psp.now)) {
    psp.change((work) => pay(work, row));
    return 'Paid.';
  }
  if (act === 'EXPIRE' && row.status === 'ATIVA') {
    psp.change((work) => expire(work, row, EXPIRED_AGO_MS));
    return 'Its time has run out.';
  }
  return act === 'REFUSE' ? 'Your bank refused. Nothing was paid, and you may try again.' : undefined;
}

function unknown(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(PIX_PAGE_HEADERS).send(pixAppPage([], 'There is no such payment.'));
}
