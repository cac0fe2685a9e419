/** The ACS's routes for browsers: the 3DS Method page, the challenge, and the bank's app. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { closingSignal } from '../../../kit/http/exchange.ts';
import { ENDLESS_METHOD_PATH, METHOD_PATH } from '../../directory-server/answer.ts';
import { faulty } from '../../faults.ts';
import { newId } from '../../ids.ts';
import { threeDSLedgerEntries } from '../../ledger/entries.ts';
import type { TransactionRow } from '../../ledger/rows.ts';
import { base64UrlOf, textOfBase64Url } from '../../messages/base64url.ts';
import { messageIn } from '../../messages/read.ts';
import { THREE_DS_PREFIX } from '../../prefix.ts';
import type { ThreeDS } from '../../three-ds.ts';
import { CHALLENGE_PATH } from '../authenticate.ts';
import { answerChallenge, answerInBankApp, cresOf, receiveCReq, waitingInApp } from '../challenge.ts';
import { UNWAITED_FAULTS } from '../ending.ts';
import { acsAppPage } from './app-page.ts';
import { challengePage } from './challenge-page.ts';
import { threeDSOverviewPage } from './overview-page.ts';
import { ACS_PAGE_HEADERS, acsIcon, onwardPage, sentencePage } from './site.ts';

type WithId = { Params: { id: string } };

export function addAcsPages(app: FastifyInstance, threeDS: ThreeDS): void {
  const closing = closingSignal(app);
  app.get(`${THREE_DS_PREFIX}/icon.svg`, (_request, reply) => reply.type('image/svg+xml').send(acsIcon()));
  app.get(THREE_DS_PREFIX, (_request, reply) => {
    const { bases, ledger, records } = threeDS;
    const page = threeDSOverviewPage({
      api: bases.api,
      entries: threeDSLedgerEntries(ledger),
      violations: records.own.length,
    });
    return reply.headers(ACS_PAGE_HEADERS).send(page);
  });
  addMethod(app, threeDS, closing);
  addChallenge(app, threeDS, closing);
  addApp(app, threeDS);
}

function formOf(body: unknown): URLSearchParams {
  return new URLSearchParams(typeof body === 'string' ? body : '');
}

function addMethod(app: FastifyInstance, threeDS: ThreeDS, closing: AbortSignal): void {
  for (const path of [METHOD_PATH, ENDLESS_METHOD_PATH]) {
    app.post(path, async ({ body }, reply) => {
      const data = messageIn(textOfBase64Url(formOf(body).get('threeDSMethodData') ?? ''));
      const { threeDSServerTransID: id, threeDSMethodNotificationURL: home } = data;
      reply.headers(ACS_PAGE_HEADERS);
      if (typeof id !== 'string' || typeof home !== 'string' || !/^https?:/.test(home) || !URL.canParse(home)) {
        return reply.code(400).send(sentencePage('Nothing to do', 'The shop did not say where to go on.'));
      }
      const { mode, delayMs } = threeDS.faults.take('method', '');
      const ends = path === METHOD_PATH && mode !== 'LOST';
      threeDS.change(({ ledger, now }) =>
        ledger.methods.add({
          id: newId(),
          three_ds_server_trans_id: id,
          notification_url: home,
          ends: Number(ends),
          at: now,
        }),
      );
      if (!ends) {
        return reply.send(sentencePage('One moment', 'This page does not end.'));
      }
      if (mode === 'LATE') {
        await pause(delayMs, undefined, { signal: closing }).catch(() => undefined);
      }
      const methodData = faulty(mode, { threeDSServerTransID: id });
      const threeDSMethodData = Buffer.from(methodData).toString('base64url');
      return reply.send(onwardPage('One moment', 'The bank knows this device now.', home, { threeDSMethodData }));
    });
  }
}

function addChallenge(app: FastifyInstance, threeDS: ThreeDS, closing: AbortSignal): void {
  const url = `${CHALLENGE_PATH}/:id`;
  const found = (id: string) =>
    threeDS.ledger.transactions.all({ acs_trans_id: id, device_channel: '02' }).find(({ kind }) => kind !== null);

  app.post(CHALLENGE_PATH, async ({ body }, reply) => {
    const form = formOf(body);
    const creq = textOfBase64Url(form.get('creq') ?? '');
    const { row, erro } = threeDS.change((work) => receiveCReq(work, creq, form.get('threeDSSessionData')));
    if (row === undefined || (erro !== undefined && row.state !== 'ENDED')) {
      const what = erro === undefined ? 'unknown' : `${erro.errorCode}: ${erro.errorDescription}`;
      return unknown(reply, `The shop asked for what cannot be done (${what})`);
    }
    return show(threeDS, reply, { row, closing });
  });

  app.get<WithId>(url, ({ params }, reply) => {
    const row = found(params.id);
    return row === undefined ? unknown(reply) : show(threeDS, reply, { row, closing });
  });

  app.post<WithId>(url, ({ params, body }, reply) => {
    const row = found(params.id);
    if (row === undefined) {
      return unknown(reply);
    }
    const answered = threeDS.change((work) => answerChallenge(work, found(params.id) ?? row, formOf(body)));
    return show(threeDS, reply, { ...answered, closing });
  });
}

interface ShownChallenge {
  readonly row: TransactionRow;
  readonly notice?: string;
  readonly closing: AbortSignal;
}

/** Shows the challenge, or returns the payer to the shop. */
async function show(
  threeDS: ThreeDS,
  reply: FastifyReply,
  { row, notice, closing }: ShownChallenge,
): Promise<FastifyReply> {
  reply.headers(ACS_PAGE_HEADERS);
  if (row.state !== 'ENDED') {
    return reply.send(challengePage({ row, action: `${CHALLENGE_PATH}/${row.acs_trans_id}`, notice }));
  }
  const results = threeDS.ledger.results.all({ ds_trans_id: row.id });
  if (!results.some(({ fault }) => UNWAITED_FAULTS.includes(fault))) {
    await threeDS.results.waitForResults(row.id, closing);
  }
  if (closing.aborted) {
    return reply.code(503).send();
  }
  const { mode, delayMs } = threeDS.faults.take('CRes', row.scheme);
  if (mode === 'LATE') {
    await pause(delayMs, undefined, { signal: closing }).catch(() => undefined);
  }
  if (mode === 'LOST') {
    return reply.send(sentencePage('Thank you', 'You may close this window.'));
  }
  const cres = threeDS.change((work) => cresOf(work, row));
  const text = mode === 'NONE' ? base64UrlOf(cres) : Buffer.from(faulty(mode, cres)).toString('base64url');
  const session = mode === 'OTHER_SESSION' ? newId() : row.session_data;
  const fields = { cres: text, threeDSSessionData: session };
  return reply.send(onwardPage('Thank you', 'You are taken back to the shop.', row.notification_url ?? '', fields));
}

function unknown(reply: FastifyReply, sentence = 'The bank knows no such payment'): FastifyReply {
  return reply
    .code(400)
    .headers(ACS_PAGE_HEADERS)
    .send(sentencePage('Go back to the shop', `${sentence}. Begin again there.`));
}

function addApp(app: FastifyInstance, threeDS: ThreeDS): void {
  const url = `${THREE_DS_PREFIX}/acs/app`;
  app.get(url, (_request, reply) => reply.headers(ACS_PAGE_HEADERS).send(acsAppPage(waitingInApp(threeDS))));
  app.post(url, ({ body }, reply) => {
    const form = formOf(body);
    threeDS.change((work) => {
      const row = waitingInApp(work).find(({ id }) => id === form.get('transaction'));
      return row && answerInBankApp(work, row, form.get('choice') === 'AGREE');
    });
    return reply.headers(ACS_PAGE_HEADERS).redirect(url, 303);
  });
}
