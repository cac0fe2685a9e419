/** For tests without notification receivers: notifications have no body, and are not sent. */
import type { NotificationDependencies } from '../../src/core/ports/index.ts';

export const UNHEARD: NotificationDependencies = {
  body: async () => '{}',
  reserve: () => undefined,
  stored: () => undefined,
  dropped: () => undefined,
  dispatch: () => undefined,
  payerReturned: () => undefined,
};
