/** A running Vendure shop with the plugin, installed from npm and from our tarballs. */
import { freePorts } from '../support/ports.ts';
import { startShop } from './shop-systems.ts';

/** Vendure counts in cents. The same in USD, the currency of the shop's channel, and in EUR. */
export const PRICE = 12_50;

const ORDER = 'id code state totalWithTax';
const PAYMENT = 'id method state amount transactionId errorMessage metadata refunds { total state reason }';

interface ShopPayment {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly transactionId: string;
  readonly errorMessage: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly refunds: readonly { readonly total: number; readonly state: string; readonly reason: string | null }[];
}

/** An order as the staff sees it. */
export interface ShopOrder {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly payments: readonly ShopPayment[];
  readonly history: {
    readonly items: readonly { readonly type: string; readonly data: { note?: string; to?: string } }[];
  };
}

/** The answer of a query, by its fields. */
export type Data = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

export interface VendureShop {
  readonly origin: string;
  output(): string;
  /** @returns the code of a new order of `quantity` products in ArrangingPayment, and its customer */
  order(quantity?: number): Promise<Customer>;
  /** Calls the admin API as its superadmin. */
  admin(query: string, variables?: object): Promise<Data>;
  staffOrder(code: string): Promise<ShopOrder>;
  /** Refunds a payment as the staff does. @param amount in cents */
  refund(paymentId: string, amount: number): Promise<void>;
  close(): Promise<void>;
}

export interface Customer {
  readonly code: string;
  /** Calls the shop API with the customer's session. */
  shop(query: string, variables?: object): Promise<Data>;
  /** Adds one more product. */
  add(): Promise<void>;
  /** @returns the address of the payment page */
  checkout(): Promise<string>;
}

/**
 * @param folder where Vendure is installed
 * @param environment the gateway and the plugin's options, as `shop.mjs` reads them
 */
export async function startVendure(folder: string, environment: NodeJS.ProcessEnv): Promise<VendureShop> {
  const [port = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const env = { ...environment, PORT: `${port}` };
  const shop = await startShop(folder, ['shop.mjs'], env, (output) => output.includes('READY'));
  const { admin, variantId } = await setUpVendure(origin);
  return {
    origin,
    output: shop.output,
    order: (quantity = 1) => newOrder(`${origin}/shop-api`, variantId, quantity),
    admin,
    staffOrder: async (code) => {
      const { orders } = (await admin(
        `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
          ${ORDER} payments { ${PAYMENT} } history { items { type data } } } } }`,
        { code },
      )) as unknown as { orders: { items: readonly ShopOrder[] } };
      return orders.items[0] as ShopOrder;
    },
    async refund(paymentId, amount) {
      const { refundOrder } = (await admin(
        `mutation ($id: ID!, $amount: Money!) { refundOrder(input: { paymentId: $id, amount: $amount,
          lines: [], shipping: 0, adjustment: 0 }) { __typename } }`,
        { id: paymentId, amount },
      )) as unknown as { refundOrder: { __typename: string } };
      if (refundOrder.__typename !== 'Refund') {
        throw new Error(refundOrder.__typename);
      }
    },
    close: shop.close,
  };
}

/** Signs its superadmin in, and gives the shop a product. */
export async function setUpVendure(
  origin: string,
): Promise<{ readonly admin: VendureShop['admin']; readonly variantId: string }> {
  const { data, token } = await graphql(
    `${origin}/admin-api`,
    'mutation { login(username: "superadmin", password: "superadmin") { __typename } }',
  );
  if (data.login?.__typename !== 'CurrentUser') {
    throw new Error(JSON.stringify(data));
  }
  const admin: VendureShop['admin'] = async (query, variables) =>
    (await graphql(`${origin}/admin-api`, query, variables, token)).data;
  await offerEuros(admin);
  return { admin, variantId: await createProduct(admin) };
}

async function offerEuros(admin: VendureShop['admin']): Promise<void> {
  const { activeChannel } = (await admin('query { activeChannel { id } }')) as unknown as {
    activeChannel: { id: string };
  };
  await admin(
    `mutation ($id: ID!) { updateChannel(input: { id: $id, availableCurrencyCodes: [USD, EUR] }) { __typename } }`,
    activeChannel,
  );
}

async function createProduct(admin: VendureShop['admin']): Promise<string> {
  const { createProduct: product } = (await admin(`mutation { createProduct(input: { enabled: true, translations: [
    { languageCode: en, name: "Mug", slug: "mug", description: "" }] }) { id } }`)) as unknown as {
    createProduct: { id: string };
  };
  const { createProductVariants } = (await admin(
    `mutation ($id: ID!, $price: Money!) { createProductVariants(input: [{ productId: $id, sku: "MUG", price: $price,
      trackInventory: FALSE, translations: [{ languageCode: en, name: "Mug" }] }]) { id } }`,
    { id: product.id, price: PRICE },
  )) as unknown as { createProductVariants: readonly { id: string }[] };
  const id = createProductVariants[0]?.id ?? '';
  // Vendure reads the prices in further currencies at a change only.
  await admin(
    `mutation ($id: ID!, $price: Money!) { updateProductVariants(input: [{ id: $id,
      prices: [{ currencyCode: EUR, price: $price }] }]) { id } }`,
    { id, price: PRICE },
  );
  return id;
}

const ADD = `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) {
  ... on Order { code } } }`;

async function newOrder(api: string, variantId: string, quantity: number): Promise<Customer> {
  const { data, token } = await graphql(api, ADD, { id: variantId, quantity });
  const shop: Customer['shop'] = async (query, variables) => (await graphql(api, query, variables, token)).data;
  await shop(`mutation { setCustomerForOrder(input: { firstName: "Ada", lastName: "Byron",
    emailAddress: "ada@example.com" }) { __typename } }`);
  await shop(`mutation { setOrderShippingAddress(input: { streetLine1: "Quay 1", city: "Bremen", postalCode: "28195",
    countryCode: "DE" }) { __typename } }`);
  const { eligibleShippingMethods } = (await shop('query { eligibleShippingMethods { id } }')) as unknown as {
    eligibleShippingMethods: readonly { id: string }[];
  };
  await shop('mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename } }', {
    id: [eligibleShippingMethods[0]?.id],
  });
  await shop('mutation { transitionOrderToState(state: "ArrangingPayment") { __typename } }');
  return {
    code: data.addItemToOrder?.code ?? '',
    shop,
    async add() {
      await shop(ADD, { id: variantId, quantity: 1 });
    },
    async checkout() {
      const { createTurnpikeCheckout: answer } = (await shop(`mutation { createTurnpikeCheckout { __typename
        ... on TurnpikeCheckout { url } ... on TurnpikeCheckoutError { message } } }`)) as unknown as {
        createTurnpikeCheckout: { url?: string; message?: string };
      };
      if (answer.url === undefined) {
        throw new Error(answer.message);
      }
      return answer.url;
    },
  };
}

async function graphql(
  api: string,
  query: string,
  variables: object = {},
  token = '',
): Promise<{ readonly data: Data; readonly token: string }> {
  const response = await fetch(api, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== '' && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { readonly data: Data; readonly errors?: unknown };
  if (errors !== undefined) {
    throw new Error(JSON.stringify(errors));
  }
  return { data, token: response.headers.get('vendure-auth-token') ?? token };
}
