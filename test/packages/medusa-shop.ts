/** A running Medusa shop with the provider, on a PostgreSQL server of its own. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePorts } from '../support/ports.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startShop } from './shop-systems.ts';

const CLI = 'node_modules/@medusajs/cli/cli.js';

interface Setup {
  readonly store: string;
  readonly admin: string;
  readonly regionId: string;
  readonly variantId: string;
}

export type Answer = Readonly<Record<string, never>>;

/** An order as the staff sees it, with its one payment. */
export interface ShopOrder {
  readonly id: string;
  readonly status: string;
  readonly payment_status: string;
  readonly payment_collections: readonly { readonly payments: readonly { readonly id: string }[] }[];
}

export interface Customer {
  readonly cartId: string;
  /** A new payment session of the cart. @returns the gateway's order id, and the address of the payment page */
  checkout(): Promise<{ readonly orderId: string; readonly url: string }>;
  addItem(): Promise<void>;
  /** As the storefront does when the payer comes back. @returns `order` @throws Error if nothing is paid */
  complete(): Promise<string>;
  /** The order that the cart became, if it did. */
  order(): Promise<ShopOrder | undefined>;
}

export interface MedusaShop {
  readonly origin: string;
  output(): string;
  customer(provider: 'later' | 'now'): Promise<Customer>;
  /** @throws Error with the answer if it is refused */
  admin(method: string, path: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * @param folder where Medusa is installed
 * @param environment the gateway and the plugin's options, as `medusa-config.js` reads them
 */
export async function startMedusa(folder: string, environment: NodeJS.ProcessEnv): Promise<MedusaShop> {
  const postgres = await startPostgres({});
  const [port = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const own = { DATABASE_URL: postgres.urlOf('postgres'), PORT: `${port}`, MEDUSA_DISABLE_TELEMETRY: '1' };
  const env = { ...environment, ...own };
  await migrate(folder, env);
  const args = [CLI, 'start', '--port', `${port}`];
  const shop = await startShop(folder, args, env, (output) => output.includes('Server is ready'));
  const setup = (await (await fetch(`${origin}/setup`, { method: 'POST' })).json()) as Setup;
  const admin = caller(origin, { Authorization: `Basic ${btoa(`${setup.admin}:`)}` });
  return {
    origin,
    output: shop.output,
    customer: (provider) => newCustomer(origin, setup, admin, `pp_turnpike_${provider}`),
    admin,
    async close() {
      await shop.close();
      await postgres.close();
    },
  };
}

/** @throws Error with the command's output */
async function migrate(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const command = promisify(execFile)(process.execPath, [CLI, 'db:migrate', '--skip-scripts'], { cwd: folder, env });
  await command.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`Medusa's tables were not made: ${`${stdout}${stderr}`.slice(-2_000)}`);
  });
}

async function newCustomer(origin: string, setup: Setup, admin: Call, provider: string): Promise<Customer> {
  const store = caller(`${origin}/store`, { 'x-publishable-api-key': setup.store });
  const item = { variant_id: setup.variantId, quantity: 1 };
  const made = (await store('POST', '/carts', {
    region_id: setup.regionId,
    email: 'ada@example.com',
    items: [item],
  })) as unknown as { cart: { id: string } };
  const cartId = made.cart.id;
  return {
    cartId,
    async checkout() {
      const { payment_collection: collection } = (await store('POST', '/payment-collections', {
        cart_id: cartId,
      })) as unknown as { payment_collection: { id: string } };
      const path = `/payment-collections/${collection.id}/payment-sessions`;
      const { payment_collection: withSession } = (await store('POST', path, {
        provider_id: provider,
      })) as unknown as { payment_collection: { payment_sessions: { data: { orderId: string; url: string } }[] } };
      const { data } = withSession.payment_sessions.at(-1)!;
      return data;
    },
    async addItem() {
      await store('POST', `/carts/${cartId}/line-items`, item);
    },
    async complete() {
      const { type } = (await store('POST', `/carts/${cartId}/complete`)) as unknown as { type: string };
      return type;
    },
    async order() {
      const fields = 'id,status,payment_status,cart.id,payment_collections.payments.id';
      const { orders } = (await admin('GET', `/admin/orders?limit=100&fields=${fields}`)) as unknown as {
        orders: readonly (ShopOrder & { readonly cart?: { readonly id: string } })[];
      };
      return orders.find(({ cart }) => cart?.id === cartId);
    },
  };
}

type Call = MedusaShop['admin'];

function caller(base: string, headers: Readonly<Record<string, string>>): Call {
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${response.status} ${text}`);
    }
    return JSON.parse(text) as Answer;
  };
}
