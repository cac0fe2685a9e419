/**
 * Mounts the payer's pages: reads the cookie, the form and the accepted languages, and passes them to `src/checkout`,
 * which makes the page's data.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  cancelAndReturn,
  cancelledPageView,
  deleteSavedCard,
  devicePage,
  donePageView,
  embeddedAddress,
  embeddedCancelled,
  embeddedDone,
  embeddedPage,
  frameColorsIn,
  merchantSession,
  noteShopPage,
  type PageRequest,
  type PostedForm,
  payAddress,
  payPageView,
  postedCardRefusal,
  savedCardsPage,
  shopPageIn,
  submit,
  submitCancelAtProvider,
} from '../../checkout/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { formAnswer, type Pages, seeOther } from '../answers/page-answers.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { inLanguage, LANGUAGE, languagesOf, rememberLanguage } from '../routing/chosen-language.ts';
import { APPLE_PAY_VALIDATION, CARD_REFUSAL, EMBEDDED_PAGES, PAYER_PAGES, SAVED_CARDS } from '../routing/routes.ts';
import { isSameOrigin } from '../routing/same-origin.ts';
import type { Assets } from './assets.ts';
import type { RouteDependencies } from './route-dependencies.ts';

export interface PayerAdapter {
  readonly dependencies: RouteDependencies;
  readonly pages: Pages;
  readonly assets: Assets;
  readonly publicOrigin: string;
}

type HandleRoute = { Params: { handle: string } };
type SessionRoute = { Params: { session: string } };

export function mountPayerPages(app: FastifyInstance, adapter: PayerAdapter): void {
  const { dependencies, pages } = adapter;
  const asked = (request: FastifyRequest, reply: FastifyReply, sessionId: string): PageRequest => {
    rememberLanguage(request, reply, dependencies);
    return { sessionId, languages: languagesOf(request, dependencies) };
  };
  for (const url of PAYER_PAGES.pay) {
    app.get(url, (request, reply) =>
      pages.show(request, reply, 'checkout', async (sessionId) => {
        await noteShop(dependencies, request, sessionId);
        const { payer, header: cookie } = await payerOf(dependencies, request);
        return { ...(await payPageView(dependencies.payer, asked(request, reply, sessionId), payer)), cookie };
      }),
    );
    app.post<SessionRoute>(url, async (request, reply) => {
      const posted = await postedOf(adapter, request);
      rememberLanguage(request, reply, dependencies, posted.fields.get(LANGUAGE));
      return formAnswer(
        request,
        reply,
        inLanguage(request, await submit(dependencies.payer, posted), posted.languages),
      );
    });
  }
  mountEmbedded(app, adapter, asked);
  app.get(PAYER_PAGES.done, (request, reply) =>
    pages.show(request, reply, 'done', async (sessionId) => {
      const { payer, header: cookie } = await payerOf(dependencies, request);
      return { ...(await donePageView(dependencies.payer, asked(request, reply, sessionId), payer)), cookie };
    }),
  );
  app.get(PAYER_PAGES.device, (request, reply) =>
    pages.show(request, reply, 'device', (sessionId) =>
      devicePage(dependencies.payer, asked(request, reply, sessionId)),
    ),
  );
  // GET is for a browser that reloads after a failed POST.
  app.get<SessionRoute>(PAYER_PAGES.withdraw, (request, reply) => seeOther(reply, payAddress(request.params.session)));
  app.post<SessionRoute>(PAYER_PAGES.withdraw, async (request, reply) => {
    const posted = await postedOf(adapter, request);
    return formAnswer(
      request,
      reply,
      inLanguage(request, await submitCancelAtProvider(dependencies.payer, posted), posted.languages),
    );
  });
  app.get(PAYER_PAGES.cancel, (request, reply) =>
    pages.show(request, reply, 'cancelled', (sessionId) =>
      cancelledPageView(dependencies.payer, asked(request, reply, sessionId)),
    ),
  );
  app.post<SessionRoute>(PAYER_PAGES.cancel, async (request, reply) => {
    const posted = await postedOf(adapter, request);
    return formAnswer(
      request,
      reply,
      inLanguage(request, await cancelAndReturn(dependencies.payer, posted), posted.languages),
    );
  });
  app.post<SessionRoute>(APPLE_PAY_VALIDATION, async (request, reply) => {
    const session = await merchantSession(dependencies.payer, await postedOf(adapter, request));
    reply.headers(REST_HEADERS);
    return session === undefined ? reply.status(204).send() : reply.type('application/json').send(session);
  });
  // The same shape for every card, and for a payer who asks too often.
  app.post<SessionRoute>(CARD_REFUSAL, async (request, reply) => {
    const reason = (await postedCardRefusal(dependencies.payer, await postedOf(adapter, request))) ?? '';
    return reply.headers(REST_HEADERS).send({ reason });
  });
  app.get<HandleRoute>(SAVED_CARDS, (request, reply) =>
    pages.show(request, reply, 'savedCards', (handle) => {
      rememberLanguage(request, reply, dependencies);
      return savedCardsPage(dependencies.payer, handle, languagesOf(request, dependencies));
    }),
  );
  app.post<HandleRoute>(SAVED_CARDS, async (request, reply) => {
    const next = await deleteSavedCard(dependencies.payer, request.params.handle, fieldsOf(request));
    return formAnswer(request, reply, inLanguage(request, next, languagesOf(request, dependencies)));
  });
  mountAssets(app, adapter.assets);
}

/**
 * Mounts the pages for a frame of the merchant's page. Requests from the frame have no cookies, and forms lead to paths
 * of embedded pages.
 */
function mountEmbedded(
  app: FastifyInstance,
  adapter: PayerAdapter,
  asked: (request: FastifyRequest, reply: FastifyReply, sessionId: string) => PageRequest,
): void {
  const { dependencies, pages } = adapter;
  const framed = (request: FastifyRequest, reply: FastifyReply, sessionId: string): PageRequest => ({
    ...asked(request, reply, sessionId),
    colors: frameColorsIn(queryOf(request)),
  });
  app.get(EMBEDDED_PAGES.pay, (request, reply) =>
    pages.show(request, reply, 'checkout', async (sessionId) => {
      await noteShop(dependencies, request, sessionId);
      const { payer, header: cookie } = await payerOf(dependencies, request);
      return { ...(await embeddedPage(dependencies.payer, framed(request, reply, sessionId), payer)), cookie };
    }),
  );
  app.get(EMBEDDED_PAGES.done, (request, reply) =>
    pages.show(request, reply, 'done', async (sessionId) => {
      const { payer, header: cookie } = await payerOf(dependencies, request);
      return { ...(await embeddedDone(dependencies.payer, framed(request, reply, sessionId), payer)), cookie };
    }),
  );
  app.get(EMBEDDED_PAGES.cancel, (request, reply) =>
    pages.show(request, reply, 'cancelled', (sessionId) =>
      embeddedCancelled(dependencies.payer, framed(request, reply, sessionId)),
    ),
  );
  const answers = { [EMBEDDED_PAGES.pay]: submit, [EMBEDDED_PAGES.cancel]: cancelAndReturn };
  for (const [url, act] of Object.entries(answers)) {
    app.post<SessionRoute>(url, async (request, reply) => {
      const posted = await postedOf(adapter, request);
      rememberLanguage(request, reply, dependencies, posted.fields.get(LANGUAGE));
      const address = embeddedAddress(await act(dependencies.payer, posted), frameColorsIn(queryOf(request)));
      return formAnswer(request, reply, inLanguage(request, address, posted.languages));
    });
  }
}

/** Stores the page of the shop that `checkout.js` reports in the query. */
async function noteShop({ payer }: RouteDependencies, request: FastifyRequest, sessionId: string): Promise<void> {
  const page = shopPageIn(queryOf(request));
  if (page !== undefined) {
    await noteShopPage(payer, sessionId, page);
  }
}

function queryOf({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  return url.includes('?') ? new URL(url, 'http://gateway').searchParams : new URLSearchParams();
}

/** Returns the payer of the browser's cookie, or a new payer and the header that sets its cookie. */
async function payerOf({ payerCookie }: RouteDependencies, { headers }: FastifyRequest) {
  const payer = await payerCookie.read(headers.cookie);
  return payer === undefined ? payerCookie.issue() : { payer, header: undefined };
}

async function postedOf(
  { dependencies, publicOrigin }: PayerAdapter,
  request: FastifyRequest<SessionRoute>,
): Promise<PostedForm> {
  const sameOrigin = isSameOrigin(request, publicOrigin);
  const fields = fieldsOf(request);
  return {
    sessionId: request.params.session,
    fields,
    languages: languagesOf(request, dependencies, fields.get(LANGUAGE)),
    payer: await dependencies.payerCookie.read(request.headers.cookie),
    sameOrigin,
    from: request.clientAddress,
    agent: agentOf(request),
  };
}

function fieldsOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : '');
}

function agentOf({ headers }: FastifyRequest): NonNullable<PostedForm['agent']> {
  const { accept, 'accept-language': acceptLanguage, 'user-agent': userAgent } = headers;
  return { accept, acceptLanguage, userAgent };
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
