/** For tests in which nobody listens: what is told has no body, and is sent by nobody. */
import type { NotificationDependencies } from '../../src/core/ports/index.ts';

export const UNHEARD: NotificationDependencies = {
  body: async () => '{}',
  reserve: () => undefined,
  stored: () => undefined,
  dropped: () => undefined,
  dispatch: () => undefined,
};
