/** The dependencies of all routes, composed by `compose/routes.ts`. */

import type { PayerDependencies } from './checkout/checkout-status.ts';
import type { PayerCookie } from './checkout/payer-cookie.ts';
import type { StatusPageDependencies } from './checkout/status-pages.ts';
import type { NotificationRouteDependencies } from './rest/notification-routes.ts';
import type { OrderTransactionDependencies } from './rest/order-transaction.ts';
import type { SessionAccessDependencies } from './rest/session-access.ts';
import type { SessionRouteDependencies } from './rest/session-routes.ts';
import type { TokenRouteDependencies } from './rest/token-routes.ts';

export interface RouteDependencies
  extends StatusPageDependencies,
    OrderTransactionDependencies,
    NotificationRouteDependencies,
    SessionRouteDependencies,
    SessionAccessDependencies,
    TokenRouteDependencies {
  readonly payer: PayerDependencies;
  readonly payerCookie: PayerCookie;
}
