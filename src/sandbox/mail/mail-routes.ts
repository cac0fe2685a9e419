/** The received mails, as a page at `GET /mails` and as JSON for tools, and control of the mail server. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { prefersHtml } from '../kit/http/accept.ts';
import { badRequest, readControlJson } from '../kit/http/control-request.ts';
import { mailFaultSchema } from './mail-faults.ts';
import type { Mailbox } from './mailbox.ts';
import { mailsPage } from './mails-page.ts';

const SAFE = { 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** The page shows untrusted text: no script may run. */
const PAGE_HEADERS = {
  ...SAFE,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; " +
    "frame-ancestors 'none'",
};

/** A mail may use its inline styles, but load no resource, as in a mail program. */
const MAIL_HEADERS = {
  ...SAFE,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'self'",
};

/**
 * Adds `GET` and `DELETE /mails`, `GET /mails/N/html` and `/mails/N/raw`, and `PUT /mails/faults`, which answers the
 * fault now in force.
 *
 * @param smtpUrl address of the mail server; absent without one
 */
export function addMails(app: FastifyInstance, mailbox: Mailbox, smtpUrl: string | undefined): void {
  app.get('/mails', (request, reply) => {
    reply.header('vary', 'accept');
    return prefersHtml(request.headers.accept)
      ? reply.headers(PAGE_HEADERS).send(mailsPage(mailbox.mails, smtpUrl))
      : mailbox.mails;
  });

  const numbered = (text: string) => {
    const mail = mailbox.mails.find(({ number }) => `${number}` === text);
    if (mail === undefined) {
      throw Object.assign(new Error('There is no such mail.'), { statusCode: 404 });
    }
    return mail;
  };
  app.get<{ Params: { number: string } }>('/mails/:number/html', ({ params }, reply) =>
    reply.headers(MAIL_HEADERS).send(numbered(params.number).html),
  );
  app.get<{ Params: { number: string } }>('/mails/:number/raw', ({ params }, reply) =>
    reply.headers({ ...SAFE, 'content-type': 'text/plain; charset=utf-8' }).send(numbered(params.number).raw),
  );

  app.delete('/mails', (_request, reply) => {
    mailbox.forget();
    reply.code(204).send();
  });

  app.put('/mails/faults', (request) => {
    const fault = mailFaultSchema.safeParse(readControlJson(request.body));
    if (!fault.success) {
      throw badRequest(z.prettifyError(fault.error));
    }
    mailbox.misbehave(fault.data);
    return mailbox.fault;
  });
}
