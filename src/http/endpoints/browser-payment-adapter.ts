/**
 * Mounts the routes of a browser payment: the redirect to the provider, the return, the wait page, the status page with
 * its events, and the providers' callbacks.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { payerLocale } from '../../checkout/index.ts';
import {
  type ChoiceQuery,
  cancelFromStatus,
  choiceAddress,
  choiceAnswerAddress,
  choicePage,
  handleReturn,
  type RedirectRequest,
  type RedirectStep,
  redirect,
  type SentChoice,
  type StatusPageDependencies,
  sendChoice,
  statusAddress,
  statusChallengePage,
  statusDevicePage,
  statusPage,
  waitPage,
} from '../../checkout/return/index.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { type HolderOfPayment, handleCallback } from '../../core/browser-payments/index.ts';
import { formAnswer, isSentByScript, type Pages, seeOther } from '../answers/page-answers.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { noteRefusedCallback } from '../logging/request-log.ts';
import { inLanguage, type LanguageDependencies, languagesOf, rememberLanguage } from '../routing/chosen-language.ts';
import { BROWSER_PAYMENT_PAGES, PROVIDER_CALLBACKS } from '../routing/routes.ts';
import { isSameOrigin } from '../routing/same-origin.ts';
import { mountStatusEvents } from './status-events.ts';

export interface BrowserPaymentAdapter {
  readonly dependencies: StatusPageDependencies & LanguageDependencies;
  readonly pages: Pages;
  /** Absent: all payments are in the store of the dependencies. */
  readonly holderOf?: HolderOfPayment | undefined;
}

type RouteWithParam<Name extends string> = { Params: Record<Name, string> };

export function mountBrowserPayments(
  app: FastifyInstance,
  { dependencies, pages, holderOf }: BrowserPaymentAdapter,
): void {
  const languages = (request: FastifyRequest, reply: FastifyReply) => {
    rememberLanguage(request, reply, dependencies);
    return languagesOf(request, dependencies);
  };
  const follow = (request: FastifyRequest, reply: FastifyReply, step: RedirectStep) =>
    step.kind === 'REDIRECT'
      ? formAnswer(request, reply, step.url)
      : pages.showProblem(request, reply, {
          kind: 'unknownReturn',
          locale: payerLocale(dependencies, languages(request, reply)),
        });

  app.get<RouteWithParam<'handle'>>(BROWSER_PAYMENT_PAGES.redirect, async (request, reply) =>
    follow(request, reply, await redirect(dependencies, request.params.handle, redirectRequestOf(request))),
  );
  app.route<RouteWithParam<'state'>>({
    method: ['GET', 'POST'],
    url: BROWSER_PAYMENT_PAGES.handleReturn,
    handler: async (request, reply) =>
      follow(request, reply, await handleReturn(dependencies, request.params.state, redirectRequestOf(request))),
  });
  app.get(BROWSER_PAYMENT_PAGES.choice, (request, reply) =>
    pages.show(request, reply, 'choice', (state) =>
      choicePage(dependencies, state, choiceQueryOf(request), languages(request, reply)),
    ),
  );
  app.post<RouteWithParam<'state'>>(BROWSER_PAYMENT_PAGES.choice, async (request, reply) => {
    const { state } = request.params;
    if (!isSameOrigin(request, dependencies.publicOrigin)) {
      return formAnswer(request, reply, choiceAddress(state));
    }
    const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString('utf8') : '';
    const sent = { fields: new URLSearchParams(body), payer: payerAgentOf(request) };
    const answer = await sendChoice(dependencies, state, sent, languages(request, reply));
    return isSentByScript(request)
      ? formAnswer(request, reply, choiceAnswerAddress(state, answer))
      : pages.show(request, reply, 'choice', async () => answer);
  });
  // GET is for a browser that reloads after a failed POST.
  app.get<RouteWithParam<'state'>>(BROWSER_PAYMENT_PAGES.cancelChoice, (request, reply) =>
    seeOther(reply, choiceAddress(request.params.state)),
  );
  app.post<RouteWithParam<'state'>>(BROWSER_PAYMENT_PAGES.cancelChoice, async (request, reply) => {
    const { state } = request.params;
    if (!isSameOrigin(request, dependencies.publicOrigin)) {
      return formAnswer(request, reply, choiceAddress(state));
    }
    const cancelling = { from: request.clientAddress, isPrefetch: false, isCancel: true };
    return follow(request, reply, await handleReturn(dependencies, state, cancelling));
  });
  app.get(BROWSER_PAYMENT_PAGES.hold, (request, reply) =>
    pages.show(request, reply, 'result', (state) =>
      waitPage(dependencies, state, redirectRequestOf(request), languages(request, reply)),
    ),
  );
  app.get(BROWSER_PAYMENT_PAGES.status, (request, reply) =>
    pages.show(request, reply, 'status', (handle) => statusPage(dependencies, handle, languages(request, reply))),
  );
  app.get(BROWSER_PAYMENT_PAGES.statusDevice, (request, reply) =>
    pages.show(request, reply, 'statusDevice', (handle) =>
      statusDevicePage(dependencies, handle, languages(request, reply)),
    ),
  );
  app.get(BROWSER_PAYMENT_PAGES.statusChallenge, (request, reply) =>
    pages.show(request, reply, 'challenge', (handle) =>
      statusChallengePage(dependencies, handle, languages(request, reply)),
    ),
  );
  // GET is for a browser that reloads after a failed POST.
  app.get<RouteWithParam<'handle'>>(BROWSER_PAYMENT_PAGES.cancel, (request, reply) =>
    seeOther(reply, statusAddress(request.params.handle)),
  );
  app.post<RouteWithParam<'handle'>>(BROWSER_PAYMENT_PAGES.cancel, async (request, reply) => {
    const { handle } = request.params;
    const isOwn = isSameOrigin(request, dependencies.publicOrigin);
    const next = isOwn ? await cancelFromStatus(dependencies, handle, request.clientAddress) : statusAddress(handle);
    return formAnswer(request, reply, inLanguage(request, next, languagesOf(request, dependencies)));
  });
  mountStatusEvents(app, dependencies);
  const takeCallback = async (request: FastifyRequest<CallbackRoute>, reply: FastifyReply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const caller = { from: request.clientAddress, supportCode: request.id };
    const { '*': path, ...address } = request.params;
    const raw = { headers: request.headers, body, ...(path !== undefined && { path }) };
    await handleCallback(dependencies, address, raw, caller, holderOf).catch((error: unknown) => {
      if (error instanceof InterfaceError && error.status !== 404) {
        noteRefusedCallback(request, address, error.message);
      }
      throw error;
    });
    return reply.headers(REST_HEADERS).type('application/json; charset=utf-8').send('{"result":"SUCCESS"}');
  };
  for (const url of PROVIDER_CALLBACKS) {
    app.post<CallbackRoute>(url, takeCallback);
  }
}

/** The path has the merchant if merchants have their own accounts with the provider. */
type CallbackRoute = { Params: { provider: string; merchant?: string; '*'?: string } };

/** The search term of the list, and the option chosen in it. */
function choiceQueryOf({ query }: FastifyRequest): ChoiceQuery {
  const { search, option, wrong, notice } = query as Readonly<Record<string, unknown>>;
  return {
    search: typeof search === 'string' ? search : undefined,
    option: typeof option === 'string' ? option : undefined,
    wrong: [wrong].flat().filter((field) => typeof field === 'string'),
    notice: typeof notice === 'string' ? notice : undefined,
  };
}

function payerAgentOf({ clientAddress: ipAddress, headers }: FastifyRequest): SentChoice['payer'] {
  const { 'user-agent': userAgent, 'accept-language': acceptLanguage } = headers;
  return {
    ipAddress,
    ...(userAgent !== undefined && { userAgent }),
    ...(acceptLanguage !== undefined && { acceptLanguage }),
  };
}

/** Link previews send HEAD, and prefetching browsers send a purpose header; neither is a visit of the payer. */
function redirectRequestOf({ clientAddress, method, headers, query }: FastifyRequest): RedirectRequest {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  const { cancelled } = query as { readonly cancelled?: unknown };
  return {
    from: clientAddress,
    isCancel: cancelled === 'true',
    isPrefetch: method === 'HEAD' || purpose.includes('prefetch'),
  };
}
