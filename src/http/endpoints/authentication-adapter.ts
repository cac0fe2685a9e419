/**
 * Mounts the return URLs of the ACS: after its challenge, and from its hidden method page. The browser posts to both
 * from another site, in frames and without the gateway's cookies.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { returnForm } from '../../api/rest/index.ts';
import {
  addressAfterAuthentication,
  bankPage,
  cancelBank,
  comeToBank,
  merchantPostPage,
  payerLocale,
} from '../../checkout/index.ts';
import {
  authenticationAt,
  challengeCameBack,
  methodCameBack,
  type ShownAuthentication,
} from '../../core/payer-authentication/index.ts';
import { type Pages, seeOther } from '../answers/page-answers.ts';
import { HTML, inFrameHeaders, withScript } from '../answers/page-headers.ts';
import { languagesOf } from '../routing/chosen-language.ts';
import { AUTHENTICATION_RETURNS } from '../routing/routes.ts';
import type { RouteDependencies } from './route-dependencies.ts';

export interface AuthenticationAdapter {
  readonly dependencies: RouteDependencies;
  readonly pages: Pages;
}

/** The limit of the posted form. A CRes has half a kilobyte, and the ACS's session data another kilobyte. */
const FORM_BYTES_MAX = 16 * 1024;

type StateRoute = { Params: { state: string } };

export function mountAuthentications(app: FastifyInstance, { dependencies, pages }: AuthenticationAdapter): void {
  const { gateway } = dependencies.payer;
  const leadOn = async (request: FastifyRequest, reply: FastifyReply, shown: ShownAuthentication | undefined) => {
    const locale = payerLocale(dependencies, languagesOf(request, dependencies));
    if (shown === undefined) {
      return pages.showProblem(request, reply, { kind: 'unknownReturn', locale });
    }
    const address = await addressAfterAuthentication(dependencies.payer, shown);
    if (address === undefined) {
      const way = await returnForm(dependencies, shown);
      return pages.show(request, reply, 'merchantPost', () => merchantPostPage(dependencies, shown, way, locale));
    }
    if (!isFramed(request)) {
      return seeOther(reply, address);
    }
    const isOlderPair = shown.authentication.purpose.checked !== undefined;
    return inFrame(isOlderPair ? reply.header('Refresh', `${ALONE_SECONDS}; url=${address}`) : reply, address);
  };
  const cameBack = oneHoldEach((state: string, cres: string) => challengeCameBack(gateway, state, cres));
  app.post<StateRoute>(AUTHENTICATION_RETURNS.challenge, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) =>
    leadOn(request, reply, await cameBack(request.params.state, fieldOf(request, 'cres'))),
  );
  // GET is for a browser that goes back or reloads.
  app.get<StateRoute>(AUTHENTICATION_RETURNS.challenge, async (request, reply) =>
    leadOn(request, reply, await authenticationAt(gateway, request.params.state)),
  );
  mountBank(app, { dependencies, pages });
  app.post<StateRoute>(AUTHENTICATION_RETURNS.method, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    await methodCameBack(gateway, request.params.state, fieldOf(request, 'threeDSMethodData'));
    return reply.headers(METHOD_DONE_HEADERS).type(HTML).send(METHOD_DONE);
  });
}

/** Mounts the gateway's page in the role of a 3DS1 ACS. Merchants' pages post to it, without the gateway's cookies. */
function mountBank(app: FastifyInstance, { dependencies, pages }: AuthenticationAdapter): void {
  const bank = { ...dependencies.payer, merchants: dependencies.merchants };
  const localeOf = (request: FastifyRequest) => payerLocale(dependencies, languagesOf(request, dependencies));
  const goOn = (request: FastifyRequest, reply: FastifyReply, address: string | undefined) =>
    address === undefined
      ? pages.showProblem(request, reply, { kind: 'unknownReturn', locale: localeOf(request) })
      : seeOther(reply, address);
  app.post<StateRoute>(AUTHENTICATION_RETURNS.bank, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    const [paReq, termUrl, merchantData] = ['PaReq', 'TermUrl', 'MD'].map((name) => fieldOf(request, name));
    const coming = { paReq: paReq ?? '', termUrl: termUrl ?? '', merchantData: merchantData ?? '' };
    return goOn(request, reply, await comeToBank(bank, request.params.state, coming));
  });
  app.get<StateRoute>(AUTHENTICATION_RETURNS.bank, (request, reply) => {
    const { 'user-agent': userAgent, accept, 'accept-language': acceptLanguage } = request.headers;
    const visitor = { agent: { userAgent, accept, acceptLanguage }, from: request.clientAddress };
    return pages.show(request, reply, 'bank', (state) => bankPage(bank, state, visitor, localeOf(request)));
  });
  // GET is for a browser that reloads after a failed POST.
  app.get<StateRoute>(AUTHENTICATION_RETURNS.cancel, (request, reply) =>
    seeOther(reply, AUTHENTICATION_RETURNS.bank.replace(':state', request.params.state)),
  );
  app.post<StateRoute>(AUTHENTICATION_RETURNS.cancel, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) =>
    goOn(request, reply, await cancelBank(bank, request.params.state)),
  );
}

/** Lets repeated posts share one wait for the result, because each wait polls the store many times. */
function oneHoldEach<Result>(
  cameBack: (state: string, cres: string) => Promise<Result>,
): (state: string, cres: string) => Promise<Result> {
  const holds = new Map<string, Promise<Result>>();
  return (state, cres) => {
    const held = holds.get(state) ?? cameBack(state, cres).finally(() => holds.delete(state));
    holds.set(state, held);
    return held;
  };
}

/**
 * Posts a message without data to the surrounding page, whose origin may be any: a merchant's script waits for the
 * message.
 */
export const METHOD_DONE_SCRIPT = 'parent.postMessage("turnpike.method.done","*")';

/** An invisible page. Its message notifies the surrounding page that the method is complete. */
const METHOD_DONE = `<!doctype html><title>·</title><script>${METHOD_DONE_SCRIPT}</script>`;
const METHOD_DONE_HEADERS = withScript(inFrameHeaders, METHOD_DONE_SCRIPT);

/** True if the page is in a frame. For browsers without this header, the surrounding page polls. */
function isFramed({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'iframe';
}

/**
 * The time after which the frame itself navigates. With the 3DS1 operations the frame is within a shop's page, which
 * does not navigate.
 */
const ALONE_SECONDS = 1;

/**
 * The answer in a frame, after which the script of the surrounding page continues. Without scripts the frame has a
 * link: an arrow, which needs no translation.
 */
function inFrame(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .headers(inFrameHeaders)
    .type(HTML)
    .send(`<!doctype html><title>·</title><a target="_top" href="${address}">→</a>`);
}

function fieldOf({ body }: FastifyRequest, name: string): string {
  return body instanceof Uint8Array ? (new URLSearchParams(Buffer.from(body).toString('utf8')).get(name) ?? '') : '';
}
