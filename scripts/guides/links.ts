/** Addresses of links in a guide, where the gateway serves it. */
import { posix } from 'node:path';
import { CHAPTERS } from './guide-list.ts';

/** Files of `docs/` that the gateway serves as they are. */
const SERVED_FILES: Readonly<Record<string, string>> = {
  'docs/openapi.json': '/docs/openapi.json',
  'docs/turnpike-client.ts': '/docs/turnpike-client.ts',
  'docs/turnpike-scripts.d.ts': '/docs/turnpike-scripts.d.ts',
};

/** The last part of a guide's address: the file's name, or its folder's for a README. */
export function slugOf(file: string): string {
  const { name, dir } = posix.parse(file);
  return name === 'README' ? posix.basename(dir) : name;
}

const SERVED: ReadonlyMap<string, string> = new Map([
  ...CHAPTERS.flatMap(({ guides }) =>
    Object.keys(guides).map((file): [string, string] => [`docs/${file}`, `/docs/guide/${slugOf(file)}`]),
  ),
  ...Object.entries(SERVED_FILES),
]);

export type Target =
  | { readonly href: string }
  /** A file that the gateway does not serve, by its path in the repository. */
  | { readonly file: string };

/**
 * @param from path of the guide with the link, such as `docs/guide/checkout.md`
 * @param written the link in Markdown
 */
export function targetOf(from: string, written: string): Target {
  const isOutside = /^[a-z]+:/.test(written);
  if (isOutside || written.startsWith('#') || written.startsWith('/')) {
    return { href: written };
  }
  const [path = '', anchor] = written.split('#');
  const file = posix.join(posix.dirname(from), path);
  const address = SERVED.get(file);
  if (address === undefined) {
    return { file };
  }
  return { href: anchor === undefined ? address : `${address}#${anchor}` };
}
