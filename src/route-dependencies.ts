/** Everything that answers a request, put together by `app.ts` and handed to the routes. */

import type { PayerDependencies } from './checkout/checkout-status.ts';
import type { PayerCookie } from './checkout/payer-cookie.ts';
import type { StatusPageDependencies } from './checkout/status-pages.ts';
import type { NotificationRouteDependencies } from './rest/notifications.ts';
import type { OrderTransactionDependencies } from './rest/order-transaction.ts';
import type { SessionRouteDependencies } from './rest/session.ts';
import type { SessionAccessDependencies } from './rest/session-access.ts';
import type { TokenDependencies } from './rest/token.ts';

export interface RouteDependencies
  extends StatusPageDependencies,
    OrderTransactionDependencies,
    NotificationRouteDependencies,
    SessionRouteDependencies,
    SessionAccessDependencies,
    TokenDependencies {
  readonly payer: PayerDependencies;
  readonly payerCookie: PayerCookie;
}
