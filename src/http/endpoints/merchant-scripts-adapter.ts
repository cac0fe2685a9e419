/**
 * Mounts the scripts that merchants' pages load. Each script is at the interface's URLs, where its content may change
 * with each release, and at a URL with a hash of its content, for pages that use subresource integrity.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namedError } from '../../contract/errors/catalogue.ts';
import { PackedFile } from '../answers/packed-file.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { MERCHANT_SCRIPTS, PINNED_SCRIPT, SCRIPT_INVENTORY } from '../routing/routes.ts';

const TYPE = 'text/javascript; charset=utf-8';
const HOUR = 'public, max-age=3600';
const YEAR = 'public, max-age=31536000, immutable';
const PIN_CHARACTERS = 16;

/** The headers that let any page load a script. Subresource integrity requires CORS. */
const FOR_EVERYONE = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** An entry of the script inventory: what a merchant puts into a page, and shows to a PCI DSS assessor. */
export interface ServedScript {
  readonly script: string;
  /** The URLs of the script in the interface, where its content may change. */
  readonly addresses: readonly string[];
  /** The URL with the hash of the content, which never changes. */
  readonly pinned: string;
  /** The value of the HTML attribute `integrity`. */
  readonly integrity: string;
}

/** A built script. */
export interface BuiltScript {
  /** The key of the script in `MERCHANT_SCRIPTS`. */
  readonly name: string;
  /** The file name in the script's URL. */
  readonly file: string;
  /** The hash of the content, in the script's URL. */
  readonly pin: string;
  readonly content: Buffer;
}

/** @param folder the folder of the built scripts */
export function builtScripts(folder: string): readonly BuiltScript[] {
  return Object.keys(MERCHANT_SCRIPTS).map((name) => {
    const file = `${name}.js`;
    const content = readFileSync(join(folder, file));
    return { name, file, pin: hash('sha256', content, 'hex').slice(0, PIN_CHARACTERS), content };
  });
}

/**
 * Stores the scripts of all releases by their content's hash, so that a page with an older script's URL works after an
 * upgrade.
 */
export interface ScriptArchive {
  find(pin: string): Promise<{ readonly file: string; readonly content: Uint8Array } | undefined>;
}

/**
 * The maximum number of cached scripts of other releases. They are rarely requested, and browsers cache them for a
 * year.
 */
const OTHERS_MAX = 16;

export function mountMerchantScripts(app: FastifyInstance, built: readonly BuiltScript[], kept: ScriptArchive): void {
  const scripts = built.map((script) => ({ file: new PackedFile(TYPE, script.content), entry: entryOf(script) }));
  for (const { file, entry } of scripts) {
    for (const url of entry.addresses) {
      app.get(url, (request, reply) => {
        const { headers, body } = serveFile(file, request, HOUR);
        return reply.headers(headers).send(body);
      });
    }
  }
  const pinned = new Map(scripts.map(({ file, entry }) => [entry.pinned, file]));
  const others = new Map<string, PackedFile>();

  async function findPinned({ pin, file }: PinnedAddress): Promise<PackedFile | undefined> {
    const address = pinnedAddress(pin, file);
    const known = pinned.get(address) ?? others.get(address);
    if (known !== undefined) {
      return known;
    }
    const found = isPin(pin) ? await kept.find(pin) : undefined;
    if (found === undefined || found.file !== file) {
      return undefined;
    }
    if (others.size >= OTHERS_MAX) {
      others.clear();
    }
    const packed = new PackedFile(TYPE, Buffer.from(found.content));
    others.set(address, packed);
    return packed;
  }

  app.get(PINNED_SCRIPT, async (request: FastifyRequest<{ Params: PinnedAddress }>, reply) => {
    const file = await findPinned(request.params);
    if (file === undefined) {
      throw namedError('NOTHING_HERE');
    }
    const { headers, body } = serveFile(file, request, YEAR);
    return reply.headers(headers).send(body);
  });
  const inventory = JSON.stringify({ scripts: scripts.map(({ entry }) => entry) }, undefined, 2);
  app.get(SCRIPT_INVENTORY, (_request, reply) =>
    reply
      .headers({ ...REST_HEADERS, ...FOR_EVERYONE, 'Content-Type': 'application/json; charset=utf-8' })
      .send(inventory),
  );
}

interface PinnedAddress {
  readonly pin: string;
  readonly file: string;
}

const isPin = (text: string): boolean => /^[0-9a-f]+$/.test(text) && text.length === PIN_CHARACTERS;

function pinnedAddress(pin: string, file: string): string {
  return PINNED_SCRIPT.replace(':pin', pin).replace(':file', file);
}

function entryOf({ name, pin, file, content }: BuiltScript): ServedScript {
  return {
    script: name,
    addresses: MERCHANT_SCRIPTS[name] ?? [],
    pinned: pinnedAddress(pin, file),
    integrity: `sha384-${hash('sha384', content, 'base64')}`,
  };
}

function serveFile(file: PackedFile, { headers }: FastifyRequest, kept: string) {
  const accepted = headers['accept-encoding'];
  return file.serve(Array.isArray(accepted) ? accepted.join() : accepted, { ...FOR_EVERYONE, 'Cache-Control': kept });
}
