/** Mounts merchants' logos: each at an address that names its content, and so may be kept for ever. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namedError } from '../contract/errors/catalogue.ts';
import { LOGO_TYPES, type Logo } from '../logos/index.ts';
import { LOGO } from '../routes.ts';

/** A few of these at most are asked for at a time; with the largest files a megabyte. */
const KEPT_MAX = 16;

/** Opened by itself, an SVG is a document of our origin: it may do nothing, in an origin of nobody's. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

type StoredLogo = Pick<Logo, 'bytes' | 'type'>;

export interface Logos {
  find(hash: string): Promise<StoredLogo | undefined>;
}

export function mountLogos(app: FastifyInstance, { logos }: { readonly logos: Logos }): void {
  const kept = new Map<string, StoredLogo>();

  async function find(hash: string): Promise<StoredLogo | undefined> {
    const known = kept.get(hash);
    if (known !== undefined) {
      return known;
    }
    const found = await logos.find(hash);
    if (found !== undefined) {
      if (kept.size >= KEPT_MAX) {
        kept.clear();
      }
      kept.set(hash, found);
    }
    return found;
  }

  app.get(LOGO, async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const [, hash, type] = /^([0-9a-f]{32})\.(png|svg)$/.exec(request.params.name) ?? [];
    const logo = hash === undefined ? undefined : await find(hash);
    if (logo === undefined || logo.type !== type) {
      throw namedError('NOTHING_HERE');
    }
    return reply.headers({ ...HEADERS, 'Content-Type': LOGO_TYPES[logo.type] }).send(Buffer.from(logo.bytes));
  });
}
