/** The path parameters. */
import { group, required } from '../field.ts';
import { merchantId, versionNumber } from './caller-fields.ts';
import { checkedId } from './enrolment-fields.ts';
import { linkId } from './link-fields.ts';
import { notificationId } from './notification.ts';
import { orderId } from './order-fields.ts';
import { sessionId } from './session-fields.ts';
import { token } from './token-id.ts';
import { transactionId } from './transaction-fields.ts';

export const PATH_PARAMETERS = group(
  {
    '3DSecureId': required(checkedId, 'Your id of the enrolment’s check, unique for your profile.'),
    linkId: required(linkId, 'The link’s id, as it was answered.'),
    merchantId: required(merchantId, 'The id that you were issued.'),
    notificationId: required(notificationId, 'The notification’s id, as it was answered and sent.'),
    orderId: required(orderId, 'Your id of the order, unique for your profile.'),
    sessionId: required(sessionId, 'The session’s id, as it was answered.'),
    token: required(token, 'The token’s id.'),
    transactionId: required(transactionId, 'Your id of the transaction, unique for its order.'),
    version: required(versionNumber, 'The version of the interface in which you speak.'),
  },
  { doc: 'The named parts of addresses.' },
);
