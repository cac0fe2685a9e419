/**
 * Mounts the frames of the hosted fields (`session.js`): one constant page for all fields, and the calls of its script.
 * Its content security policy permits only that script and connections to the gateway's origin.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HostedFields } from '../../api/rest/index.ts';
import { PackedFile } from '../answers/packed-file.ts';
import { HTML, inMerchantsPageHeaders } from '../answers/page-headers.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { HOSTED_FIELDS } from '../routing/routes.ts';
import { refuseOtherSites } from '../routing/same-origin.ts';

/** The control fills the frame and is transparent: the merchant's input below it provides the appearance. */
export const FIELD_STYLE = [
  'html,body{margin:0;height:100%;overflow:hidden;background:0 0}',
  '#f{position:fixed;inset:0;box-sizing:border-box;width:100%;height:100%;margin:0;appearance:none',
  ';background:0 0;border:0 solid transparent;outline-offset:-2px}',
  '#f::placeholder{opacity:1}',
  '.u{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
].join('');

/** An hour, because the next release may change the page. */
const CACHE_CONTROL = 'public, max-age=3600';

export interface HostedFieldsAdapter {
  readonly hostedFields: HostedFields;
  readonly publicOrigin: string;
  /** Folder of the built scripts. */
  readonly folder: string;
}

interface MerchantRoute {
  readonly Params: { readonly merchant: string };
}

export function mountHostedFields(
  app: FastifyInstance,
  { hostedFields, publicOrigin, folder }: HostedFieldsAdapter,
): void {
  const script = fieldScript(folder);
  const page = new PackedFile(HTML, Buffer.from(pageWith(script)));
  const pageHeaders = { ...inMerchantsPageHeaders(script, FIELD_STYLE), 'Cache-Control': CACHE_CONTROL };
  app.get(HOSTED_FIELDS.field, (request, reply) => {
    const accepted = request.headers['accept-encoding'];
    const { headers, body } = page.serve(Array.isArray(accepted) ? accepted.join() : accepted, pageHeaders);
    return reply.headers(headers).send(body);
  });
  app.post<MerchantRoute>(HOSTED_FIELDS.card, async (request, reply) => {
    refuseOtherSites(request, publicOrigin);
    return reply.headers(JSON_HEADERS).send(JSON.stringify(await hostedFields.card(fieldRequest(request))));
  });
  app.post<MerchantRoute>(HOSTED_FIELDS.session, async (request, reply) => {
    refuseOtherSites(request, publicOrigin);
    const made = await hostedFields.session(fieldRequest(request));
    return reply.headers(JSON_HEADERS).status(201).send(JSON.stringify(made));
  });
}

/** The script's exact text in the page, for its hash in the policy. @param folder the folder of the built scripts */
export function fieldScript(folder: string): string {
  return readFileSync(join(folder, 'field.js'), 'utf8').trim();
}

const JSON_HEADERS = { ...REST_HEADERS, 'Content-Type': 'application/json; charset=utf-8' };

function fieldRequest(request: FastifyRequest<MerchantRoute>) {
  return {
    merchant: request.params.merchant,
    remoteAddress: request.clientAddress,
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
  };
}

/**
 * Returns the page of a field. The merchant's page supplies the label, the description and the message for screen
 * readers.
 */
function pageWith(script: string): string {
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title></title>',
    `<style>${FIELD_STYLE}</style>`,
    '<body><label id="l" for="f" class="u"></label><p id="d" class="u"></p><p id="m" class="u" aria-live="polite"></p>',
    `<script>${script}</script></body></html>`,
  ].join('');
}
