/** Mounts a browser payment's addresses: the two hops, the page that holds a payer, the status page with its events, and the providers' callbacks. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calledBack } from '../browser-payments/callback.ts';
import { comeBack, type Hop, type Hopping, redirect } from '../browser-payments/hops.ts';
import type { Shown } from '../checkout/views.ts';
import { holdPage, statusPage, type VisitPageParts } from '../checkout/visit-pages.ts';
import { InterfaceError } from '../contract/errors.ts';
import { BROWSER_PAYMENT_PAGES, PROVIDER_CALLBACK } from '../routes.ts';
import { wantedLanguages } from './languages.ts';
import type { Pages } from './pages.ts';
import { seeOther } from './payer-adapter.ts';
import { noteTold } from './request-log.ts';
import { REST_HEADERS } from './server.ts';
import { mountStatusEvents } from './status-events.ts';

export interface BrowserPaymentAdapter {
  readonly parts: VisitPageParts;
  readonly pages: Pages;
}

type Named<Name extends string> = { Params: Record<Name, string> };

export function mountBrowserPayments(app: FastifyInstance, { parts, pages }: BrowserPaymentAdapter): void {
  const languages = (request: FastifyRequest) => wantedLanguages(request.headers['accept-language']);
  const show = (request: FastifyRequest, reply: FastifyReply, shown: Shown) => pages.show(request, reply, shown);
  const follow = (request: FastifyRequest, reply: FastifyReply, hop: Hop) =>
    hop.kind === 'GO'
      ? seeOther(reply, hop.url)
      : show(request, reply, { page: { kind: 'strayed', locale: parts.matchLocale(languages(request)) } });

  app.get<Named<'handle'>>(BROWSER_PAYMENT_PAGES.redirect, async (request, reply) =>
    follow(request, reply, await redirect(parts, request.params.handle, hoppingOf(request))),
  );
  app.route<Named<'state'>>({
    method: ['GET', 'POST'],
    url: BROWSER_PAYMENT_PAGES.comeBack,
    handler: async (request, reply) =>
      follow(request, reply, await comeBack(parts, request.params.state, hoppingOf(request))),
  });
  app.get<Named<'state'>>(BROWSER_PAYMENT_PAGES.hold, async (request, reply) => {
    const shown = await holdPage(parts, request.params.state, hoppingOf(request), languages(request));
    return 'url' in shown ? seeOther(reply, shown.url) : show(request, reply, shown);
  });
  app.get<Named<'handle'>>(BROWSER_PAYMENT_PAGES.status, async (request, reply) =>
    show(request, reply, await statusPage(parts, request.params.handle, languages(request))),
  );
  mountStatusEvents(app, parts);
  app.post<Named<'provider'>>(PROVIDER_CALLBACK, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const caller = { from: request.ip, supportCode: request.id };
    await calledBack(parts, request.params.provider, { headers: request.headers, body }, caller).catch(
      (error: unknown) => {
        if (error instanceof InterfaceError && error.status !== 404) noteTold(request);
        throw error;
      },
    );
    return reply.headers(REST_HEADERS).type('application/json; charset=utf-8').send('{"result":"SUCCESS"}');
  });
}

/** A link preview asks with HEAD, and browsers that load ahead say so: neither is the payer. */
function hoppingOf({ ip, method, headers }: FastifyRequest): Hopping {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  return { from: ip, isLook: method === 'HEAD' || purpose.includes('prefetch') };
}
