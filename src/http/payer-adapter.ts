/** Mounts the payer's pages: reads cookie, form and languages, and shows what `payer.ts` decides. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cancel, submitCancelAtProvider } from '../checkout/cancel.ts';
import { payAddress } from '../checkout/page-addresses.ts';
import { cancelled, done, payPageView } from '../checkout/pay-page-views.ts';
import { submit } from '../checkout/payer.ts';
import type { Posted } from '../checkout/posted-form.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { PAYER_PAGES } from '../routes.ts';
import type { Assets } from './assets.ts';
import { wantedLanguages } from './languages.ts';
import type { Pages } from './page-renderer.ts';

export interface PayerAdapter {
  readonly dependencies: RouteDependencies;
  readonly pages: Pages;
  readonly assets: Assets;
  readonly publicOrigin: string;
}

type SessionRequest = FastifyRequest<{ Params: { session: string } }>;

export function mountPayerPages(app: FastifyInstance, adapter: PayerAdapter): void {
  const { dependencies, pages } = adapter;
  for (const url of PAYER_PAGES.pay) {
    app.get<{ Params: { session: string } }>(url, async (request, reply) => {
      const known = await dependencies.payerCookie.read(request.headers.cookie);
      const { payer, header } =
        known === undefined ? await dependencies.payerCookie.issue() : { payer: known, header: undefined };
      await pages.show(request, reply, await payPageView(dependencies.payer, timelineOf(request), payer), {
        cookie: header,
      });
    });
    app.post<{ Params: { session: string } }>(url, async (request, reply) =>
      seeOther(reply, await submit(dependencies.payer, await postedOf(adapter, request))),
    );
  }
  app.get<{ Params: { session: string } }>(PAYER_PAGES.done, async (request, reply) => {
    const shown = await done(dependencies.payer, timelineOf(request));
    if (shown === undefined) {
      return seeOther(reply, payAddress(request.params.session));
    }
    return pages.show(request, reply, shown);
  });
  app.post<{ Params: { session: string } }>(PAYER_PAGES.withdraw, async (request, reply) =>
    seeOther(reply, await submitCancelAtProvider(dependencies.payer, await postedOf(adapter, request))),
  );
  app.get<{ Params: { session: string } }>(PAYER_PAGES.cancel, async (request, reply) => {
    const shown = await cancelled(dependencies.payer, timelineOf(request));
    return shown === undefined
      ? seeOther(reply, payAddress(request.params.session))
      : pages.show(request, reply, shown);
  });
  app.post<{ Params: { session: string } }>(PAYER_PAGES.cancel, async (request, reply) =>
    seeOther(reply, await cancel(dependencies.payer, await postedOf(adapter, request))),
  );
  mountAssets(app, adapter.assets);
}

function timelineOf(request: SessionRequest) {
  return { sessionId: request.params.session, languages: wantedLanguages(request.headers['accept-language']) };
}

/**
 * @returns whether the browser states that our own page sent the form
 * @throws InterfaceError 403 when it says that another site did
 */
export function isSameOrigin({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  const foreign = (origin !== undefined && origin !== publicOrigin) || (site !== undefined && site !== 'same-origin');
  if (foreign) {
    throw namedError('FORM_OF_ANOTHER_SITE');
  }
  return origin === publicOrigin || site === 'same-origin';
}

async function postedOf({ dependencies, publicOrigin }: PayerAdapter, request: SessionRequest): Promise<Posted> {
  const sameOrigin = isSameOrigin(request, publicOrigin);
  const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString('utf8') : '';
  return {
    sessionId: request.params.session,
    fields: new URLSearchParams(body),
    payer: await dependencies.payerCookie.read(request.headers.cookie),
    sameOrigin,
    from: request.clientAddress,
  };
}

export function seeOther(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .status(303)
    .headers({ Location: url, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })
    .send();
}

function mountAssets(app: FastifyInstance, assets: Assets): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const asset = assets.find((request.raw.url ?? '').split('?')[0]!, request.headers['accept-encoding']);
    if (asset === undefined) {
      throw namedError('NOTHING_HERE');
    }
    return reply.headers(asset.headers).send(asset.body);
  };
  app.get('/_astro/*', handler);
  app.get('/favicon.svg', handler);
}
