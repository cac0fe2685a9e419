/** Everything that answers a request, put together by `app.ts` and handed to the routes. */

import type { PayerCookie } from './checkout/payer-cookie.ts';
import type { PayerParts } from './checkout/standing.ts';
import type { VisitPageParts } from './checkout/visit-pages.ts';
import type { NotificationShelfParts } from './rest/notifications.ts';
import type { OrderTransactionParts } from './rest/order-transaction.ts';
import type { SessionParts } from './rest/session.ts';
import type { SessionAccess } from './rest/session-access.ts';
import type { TokenParts } from './rest/token.ts';

export interface Parts
  extends VisitPageParts,
    OrderTransactionParts,
    NotificationShelfParts,
    SessionParts,
    SessionAccess,
    TokenParts {
  readonly payer: PayerParts;
  readonly payerCookie: PayerCookie;
}
