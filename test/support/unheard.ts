/** For tests in which nobody listens: what is told has no body, and is sent by nobody. */
import type { NotificationParts } from '../../src/gateway/notifications.ts';

export const UNHEARD: NotificationParts = {
  body: async () => '{}',
  reserve: () => undefined,
  stored: () => undefined,
  dropped: () => undefined,
  look: () => undefined,
};
