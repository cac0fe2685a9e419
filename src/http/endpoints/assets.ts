/**
 * The pages' static files: script, style, icon. There are few of them, so they are held in memory, each compressed at
 * its first use. Their names contain a hash of the content, so browsers may cache them forever.
 *
 * @fastify/static with precompressed files is not used: it reads the disk for each request, which took 950 µs of
 * processor time instead of 220 (a script of 10 kB, its client included), adds 26 packages of 10 MB to the start, and
 * answers another Content-Type.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { PackedFile, type ServedFile } from '../answers/packed-file.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};
const HASHED_PATH = /^\/_astro\//;

export class Assets {
  readonly #files = new Map<string, PackedFile>();

  /** @param folder the folder of the files; each file is served under its path in the folder */
  constructor(folder: string) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || type === undefined) {
        continue;
      }
      const file = join(entry.parentPath, entry.name);
      const path = `/${file.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')}`;
      this.#files.set(path, new PackedFile(type, readFileSync(file)));
    }
  }

  /**
   * @param path the request's path without query
   * @param acceptEncoding the request's header
   */
  find(path: string, acceptEncoding: string | undefined): ServedFile | undefined {
    return this.#files.get(path)?.serve(acceptEncoding, {
      'Cache-Control': HASHED_PATH.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  }
}
