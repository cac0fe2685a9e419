/** The dependencies of all routes, composed by `compose/routes.ts`. */

import type { PayerDependencies } from './checkout/checkout-status.ts';
import type { PayerCookie } from './checkout/payer-cookie.ts';
import type { StatusPageDependencies } from './checkout/return/index.ts';
import type { HandlerDependencies } from './rest/handlers.ts';
import type { SessionAccessDependencies } from './rest/session-access.ts';

export interface RouteDependencies extends StatusPageDependencies, HandlerDependencies, SessionAccessDependencies {
  readonly payer: PayerDependencies;
  readonly payerCookie: PayerCookie;
}
