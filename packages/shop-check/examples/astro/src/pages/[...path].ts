/**
 * The shop in Astro: one route for its pages, its notifications and its check page, over the same rules as the shop on
 * node:http.
 */
import type { APIRoute } from 'astro';
import { Shop } from '../../../node/shop.mjs';

const { SHOP = 'http://localhost:4321', GATEWAY = 'http://localhost:8070', MERCHANT = 'TESTSHOP' } = process.env;
const { PASSWORD = '', NOTIFICATION_KEY = '', CHECK_TOKEN } = process.env;

const settings = { gateway: GATEWAY, merchant: MERCHANT, password: PASSWORD, notificationKey: NOTIFICATION_KEY };
const shop = new Shop(CHECK_TOKEN ? { ...settings, checkToken: CHECK_TOKEN } : settings);

export const prerender = false;

export const ALL: APIRoute = async ({ request }) => {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await shop.handle({
    method: request.method,
    // The shop's public address, which a server behind a proxy does not see.
    url: new URL(pathname + search, SHOP),
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  });
  return new Response(body, { status, headers });
};
