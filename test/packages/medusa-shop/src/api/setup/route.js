/** Makes a region, a sales channel with one product, and the keys of the two APIs. */
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} = require('@medusajs/medusa/core-flows');

const key = (title, type) => ({ title, type, created_by: '' });

module.exports.POST = async ({ scope }, response) => {
  const run = async (workflow, input) => (await workflow(scope).run({ input })).result;
  const [channel] = await run(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] });
  const keys = { api_keys: [key('store', 'publishable'), key('admin', 'secret')] };
  const [store, admin] = await run(createApiKeysWorkflow, keys);
  await run(linkSalesChannelsToApiKeyWorkflow, { id: store.id, add: [channel.id] });
  const providers = ['pp_turnpike_later', 'pp_turnpike_now'];
  const region = { name: 'US', currency_code: 'usd', countries: ['us'], payment_providers: providers };
  const [{ id: regionId }] = await run(createRegionsWorkflow, { regions: [region] });
  const variant = {
    title: 'Mug',
    options: { Size: 'One' },
    manage_inventory: false,
    prices: [{ currency_code: 'usd', amount: 12.5 }],
  };
  const product = {
    title: 'Mug',
    status: 'published',
    sales_channels: [{ id: channel.id }],
    options: [{ title: 'Size', values: ['One'] }],
    variants: [variant],
  };
  const [{ variants }] = await run(createProductsWorkflow, { products: [product] });
  response.json({ store: store.token, admin: admin.token, regionId, variantId: variants[0].id });
};
