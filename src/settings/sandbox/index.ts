/** What gateway and sandbox agree on without being told: secrets made once, in a file that both read. */
export { sandboxApiPassword } from './api-password.ts';
export { sandboxNotificationKey } from './notification-key.ts';
export { sandboxProviderKey } from './provider-key.ts';
