/** The example shop on node:http, as it is or with changes, behind a port of its own. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { listen } from '../../../packages/shop-check/examples/node/listen.mjs';
import { Shop } from '../../../packages/shop-check/examples/node/shop.mjs';
import {
  type Shop as CheckedShop,
  type ShopSettings,
  shopByCheckPage,
} from '../../../packages/shop-check/src/index.ts';

export interface ServedShop {
  /** The address of its check page. */
  readonly url: string;
  readonly checked: CheckedShop;
  close(): Promise<void>;
}

export const TOKEN = 'the-check-token';
/** For a machine that is busy. */
const TIMEOUT_MS = 60_000;

export async function serveShop(settings: ShopSettings, Kind: typeof Shop = Shop): Promise<ServedShop> {
  const server = listen(new Kind({ ...settings, checkToken: TOKEN }), 0);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}/check`;
  return {
    url,
    checked: shopByCheckPage({ url, token: TOKEN, http: { timeoutMs: TIMEOUT_MS } }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
