/** Mounts merchants' logos. The URL of a logo contains a hash of its content, so browsers may cache it forever. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LOGO_TYPES, type Logo } from '../../back-office/logos/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { LOGO } from '../routing/routes.ts';

/** The maximum number of cached logos: a megabyte if all have the maximum size. Few logos are in use at a time. */
const CACHED_LOGOS_MAX = 16;

/**
 * An SVG that is opened directly is a document of the gateway's origin. The `sandbox` directive gives it an opaque
 * origin without permissions.
 */
export const LOGO_HEADERS = {
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
      if (kept.size >= CACHED_LOGOS_MAX) {
        kept.clear();
      }
      kept.set(hash, found);
    }
    return found;
  }

  app.get(LOGO, async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const [, hash, type] = /^(?:[0-9A-Za-z]{2})?([0-9a-f]{32})\.(png|svg)$/.exec(request.params.name) ?? [];
    const logo = hash === undefined ? undefined : await find(hash);
    if (logo === undefined || logo.type !== type) {
      throw namedError('NOTHING_HERE');
    }
    return reply.headers({ ...LOGO_HEADERS, 'Content-Type': LOGO_TYPES[logo.type] }).send(Buffer.from(logo.bytes));
  });
}
