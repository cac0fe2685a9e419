/** Mounts the payer's pages: reads cookie, form and languages, and hands the pages what `src/checkout` decides. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  cancel,
  cancelled,
  done,
  type PageRequest,
  type Posted,
  payPageView,
  submit,
  submitCancelAtProvider,
} from '../checkout/index.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { PAYER_PAGES } from '../routes.ts';
import type { Assets } from './assets.ts';
import { wantedLanguages } from './languages.ts';
import { type Pages, seeOther } from './page-renderer.ts';

export interface PayerAdapter {
  readonly dependencies: RouteDependencies;
  readonly pages: Pages;
  readonly assets: Assets;
  readonly publicOrigin: string;
}

type Named = { Params: { session: string } };

export function mountPayerPages(app: FastifyInstance, adapter: PayerAdapter): void {
  const { dependencies, pages } = adapter;
  for (const url of PAYER_PAGES.pay) {
    app.get(url, (request, reply) =>
      pages.show(request, reply, 'checkout', async (sessionId) => {
        const { payer, header: cookie } = await payerOf(dependencies, request);
        return { ...(await payPageView(dependencies.payer, pageRequest(request, sessionId), payer)), cookie };
      }),
    );
    app.post<Named>(url, async (request, reply) =>
      seeOther(reply, await submit(dependencies.payer, await postedOf(adapter, request))),
    );
  }
  app.get(PAYER_PAGES.done, (request, reply) =>
    pages.show(request, reply, 'done', (sessionId) => done(dependencies.payer, pageRequest(request, sessionId))),
  );
  app.post<Named>(PAYER_PAGES.withdraw, async (request, reply) =>
    seeOther(reply, await submitCancelAtProvider(dependencies.payer, await postedOf(adapter, request))),
  );
  app.get(PAYER_PAGES.cancel, (request, reply) =>
    pages.show(request, reply, 'cancelled', (sessionId) =>
      cancelled(dependencies.payer, pageRequest(request, sessionId)),
    ),
  );
  app.post<Named>(PAYER_PAGES.cancel, async (request, reply) =>
    seeOther(reply, await cancel(dependencies.payer, await postedOf(adapter, request))),
  );
  mountAssets(app, adapter.assets);
}

function pageRequest(request: FastifyRequest, sessionId: string): PageRequest {
  return { sessionId, languages: wantedLanguages(request.headers['accept-language']) };
}

/** The browser's payer, or a new one with the header that identifies it from then on. */
async function payerOf({ payerCookie }: RouteDependencies, { headers }: FastifyRequest) {
  const payer = await payerCookie.read(headers.cookie);
  return payer === undefined ? payerCookie.issue() : { payer, header: undefined };
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

async function postedOf({ dependencies, publicOrigin }: PayerAdapter, request: FastifyRequest<Named>): Promise<Posted> {
  const sameOrigin = isSameOrigin(request, publicOrigin);
  const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString('utf8') : '';
  return {
    sessionId: request.params.session,
    fields: new URLSearchParams(body),
    payer: await dependencies.payerCookie.read(request.headers.cookie),
    sameOrigin,
    from: request.clientAddress,
    languages: wantedLanguages(request.headers['accept-language']),
  };
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
