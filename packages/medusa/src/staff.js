/** Shows a notice under the bell of Medusa's admin. */
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';

/**
 * @param {import('@medusajs/framework/types').MedusaContainer} container
 * @param {{ key: string, about: string, title: string, description: string }} notice which is shown once by its key;
 *   `about` is the id of the order or payment session
 */
export async function notifyStaff(container, { key, about, title, description }) {
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`Turnpike: ${title}. ${description}`);
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    to: '',
    channel: 'feed',
    template: 'admin-ui',
    data: { title, description },
    resource_id: about,
    idempotency_key: `turnpike:${key}`,
  });
}
