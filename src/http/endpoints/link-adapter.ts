/** Mounts the pages of links that take payments. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  beginAtLink,
  isToldNow,
  type LinkVisit,
  linkAddress,
  linkPageView,
  NOTHING_TAKEN,
  PERHAPS_RESERVED,
  payerLocale,
  REFUSED_AT,
  UNPAID,
} from '../../checkout/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { LeakyBuckets, networkOf } from '../../platform/limits/index.ts';
import { qrPng, qrSvg } from '../../platform/qr-pictures.ts';
import type { Pages } from '../answers/page-answers.ts';
import { inLanguage, LANGUAGE, languagesOf, rememberLanguage } from '../routing/chosen-language.ts';
import { LINK_PAGES } from '../routing/routes.ts';
import { refuseOtherSites } from '../routing/same-origin.ts';
import type { RouteDependencies } from './route-dependencies.ts';

/**
 * Forms of a network. Each makes a session in the store. A shared address, such as that of a school whose parents pay
 * for a trip, has many payers.
 */
const FORMS = { size: 300, drainMs: 60_000 } as const;

const UNPAID_VALUES: ReadonlyMap<unknown, LinkVisit['unpaid']> = new Map([
  [NOTHING_TAKEN, 'NOTHING_TAKEN'],
  [PERHAPS_RESERVED, 'PERHAPS_RESERVED'],
]);

export interface LinkAdapter {
  readonly dependencies: RouteDependencies;
  readonly pages: Pages;
  /** The limit of forms. */
  readonly forms: LeakyBuckets;
}

export function linkFormsLimit(): LeakyBuckets {
  return new LeakyBuckets({ ...FORMS, now: () => performance.now() });
}

export function mountLinks(app: FastifyInstance, { dependencies, pages, forms }: LinkAdapter): void {
  mountPictures(app, dependencies);
  app.get(LINK_PAGES.link, (request, reply) =>
    pages.show(request, reply, 'link', (linkId) => {
      rememberLanguage(request, reply, dependencies);
      const visit = { linkId, languages: languagesOf(request, dependencies), unpaid: unpaidOf(request, dependencies) };
      return linkPageView(dependencies.payer, visit);
    }),
  );
  app.post(LINK_PAGES.link, (request: FastifyRequest, reply: FastifyReply) =>
    pages.show(request, reply, 'link', async (linkId) => {
      refuseOtherSites(request, dependencies.publicOrigin);
      const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString('utf8') : '';
      const fields = new URLSearchParams(body);
      const languages = languagesOf(request, dependencies, fields.get(LANGUAGE));
      if (forms.addAndCheck(networkOf(request.clientAddress))) {
        return { problem: { kind: 'busy', locale: payerLocale(dependencies, languages) } };
      }
      const answer = await beginAtLink(dependencies.payer, { linkId, languages }, fields);
      return 'redirect' in answer ? { redirect: inLanguage(request, answer.redirect, languages) } : answer;
    }),
  );
}

/** The picture has the link's address alone, no text of the merchant's. It is the same for good. */
const PICTURE_HEADERS = {
  'Cache-Control': 'public, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  // A merchant's own page, or a document, may show it.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

const PICTURES = [
  { url: LINK_PAGES.png, type: 'image/png', draw: qrPng },
  { url: LINK_PAGES.svg, type: 'image/svg+xml', draw: qrSvg },
] as const;

function mountPictures(app: FastifyInstance, { links, publicOrigin }: RouteDependencies): void {
  for (const { url, type, draw } of PICTURES) {
    app.get<{ Params: { link: string } }>(url, async (request, reply) => {
      const link = await links.find(request.params.link);
      if (link === undefined) {
        throw namedError('NOTHING_HERE');
      }
      return reply
        .headers({ ...PICTURE_HEADERS, 'Content-Type': type })
        .send(draw(publicOrigin + linkAddress(link.id)));
    });
  }
}

function unpaidOf({ query }: FastifyRequest, { payer }: RouteDependencies): LinkVisit['unpaid'] {
  const { [UNPAID]: value, [REFUSED_AT]: at } = query as Readonly<Record<string, unknown>>;
  return typeof at === 'string' && isToldNow(at, payer.gateway.clock.now()) ? UNPAID_VALUES.get(value) : undefined;
}
