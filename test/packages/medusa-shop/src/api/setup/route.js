/**
 * Makes two regions, a sales channel with a product in each, shipping in the second one, and the keys of the two APIs.
 */
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} = require('@medusajs/medusa/core-flows');
const { ContainerRegistrationKeys, Modules } = require('@medusajs/framework/utils');

const PROVIDERS = ['pp_turnpike_later', 'pp_turnpike_now'];
const SHIPPER = 'manual_manual';

module.exports.POST = async ({ scope }, response) => {
  const run = async (workflow, input) => (await workflow(scope).run({ input })).result;
  const [channel] = await run(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] });
  const keys = { api_keys: [keyOf('store', 'publishable'), keyOf('admin', 'secret')] };
  const [store, admin] = await run(createApiKeysWorkflow, keys);
  await run(linkSalesChannelsToApiKeyWorkflow, { id: store.id, add: [channel.id] });
  const regions = [regionOf('US', 'usd', 'us'), regionOf('Germany', 'eur', 'de')];
  const [{ id: regionId }] = await run(createRegionsWorkflow, { regions });
  const profileId = await createShipping(scope, run, channel.id);
  const products = [productOf(channel.id, 'Mug', 'MUG', undefined), productOf(channel.id, 'Check', 'CHECK', profileId)];
  const [{ variants }] = await run(createProductsWorkflow, { products });
  response.json({ store: store.token, admin: admin.token, regionId, variantId: variants[0].id });
};

const keyOf = (title, type) => ({ title, type, created_by: '' });

const regionOf = (name, currency_code, country) => ({
  name,
  currency_code,
  countries: [country],
  payment_providers: PROVIDERS,
});

const productOf = (channelId, title, sku, shipping_profile_id) => ({
  title,
  status: 'published',
  shipping_profile_id,
  sales_channels: [{ id: channelId }],
  options: [{ title: 'Size', values: ['One'] }],
  variants: [
    {
      title,
      sku,
      options: { Size: 'One' },
      manage_inventory: false,
      prices: ['usd', 'eur'].map((currency_code) => ({ currency_code, amount: 12.5 })),
    },
  ],
});

/** Post from Bremen to Germany, for 4.90 EUR. @returns the id of the shipping profile */
async function createShipping(scope, run, channelId) {
  const [profile] = await run(createShippingProfilesWorkflow, { data: [{ name: 'Post', type: 'default' }] });
  const address = { address_1: 'Quay 1', city: 'Bremen', country_code: 'DE' };
  const [location] = await run(createStockLocationsWorkflow, { locations: [{ name: 'Bremen', address }] });
  await run(linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channelId] });
  const zone = { name: 'Germany', geo_zones: [{ type: 'country', country_code: 'de' }] };
  const set = { name: 'Bremen', type: 'shipping', service_zones: [zone] };
  const fulfillment = await scope.resolve(Modules.FULFILLMENT).createFulfillmentSets(set);
  const links = scope.resolve(ContainerRegistrationKeys.LINK);
  const stock_location = { stock_location_id: location.id };
  await links.create([
    { [Modules.STOCK_LOCATION]: stock_location, [Modules.FULFILLMENT]: { fulfillment_provider_id: SHIPPER } },
    { [Modules.STOCK_LOCATION]: stock_location, [Modules.FULFILLMENT]: { fulfillment_set_id: fulfillment.id } },
  ]);
  const option = {
    name: 'Post',
    price_type: 'flat',
    provider_id: SHIPPER,
    service_zone_id: fulfillment.service_zones[0].id,
    shipping_profile_id: profile.id,
    type: { label: 'Post', description: 'In three days', code: 'post' },
    prices: [{ currency_code: 'eur', amount: 4.9 }],
    rules: [
      { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
      { attribute: 'is_return', value: 'false', operator: 'eq' },
    ],
  };
  await run(createShippingOptionsWorkflow, [option]);
  return profile.id;
}
