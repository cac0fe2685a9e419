/** A valid request of each operation, on an order, session or token of its own. */
import type { ContractOperation } from '../../src/contract/operations.ts';
import { basic, newOrderId, paying, type Reply, type Rig, withCard } from '../api/rest/rig.ts';
import { checkout } from './server-requests.ts';

export interface OperationRequest {
  readonly method: 'DELETE' | 'POST' | 'PUT';
  readonly path: string;
  readonly body: { readonly [name: string]: unknown };
  readonly merchant?: string;
  readonly authorization?: string;
}

type Make = (rig: Rig, version: number) => Promise<OperationRequest>;

const onOrder = (apiOperation: string, body: object, first?: object): Make => {
  return async (rig, version) => {
    const order = `/order/${newOrderId()}/transaction`;
    if (first !== undefined) {
      await done(rig.api('PUT', `${order}/1`, first, { version }));
    }
    return { method: 'PUT', path: `${order}/${first === undefined ? 1 : 2}`, body: { apiOperation, ...body } };
  };
};
const amount = (value: string) => ({ transaction: { amount: value, currency: 'EUR' } });
const money = { amount: '12.00', currency: 'EUR' };
const askedCard = withCard({ expiry: { month: '7', year: '40' }, securityCode: null });

const initiatesAuthentication = onOrder('INITIATE_AUTHENTICATION', {
  authentication: { channel: 'PAYER_BROWSER' },
  order: money,
  ...askedCard,
});
const makesCheckout =
  (apiOperation: string): Make =>
  async () => ({ method: 'POST', path: '/session', body: { ...checkout(), apiOperation } });
const newSession = async (rig: Rig): Promise<string> => (await done(rig.api('POST', '/session'))).json.session.id;

/** GET has only its address. CONFIRM and PROCESS_ACS_RESULT need a payer's browser: only their contracts are read. */
export const REQUESTS: { readonly [Name in ContractOperation]?: Make } = {
  AUTHORIZE: onOrder('AUTHORIZE', paying('AUTHORIZE')),
  PAY: onOrder('PAY', paying('PAY')),
  VERIFY: onOrder('VERIFY', paying('VERIFY')),
  CAPTURE: onOrder('CAPTURE', amount('5.00'), paying('AUTHORIZE')),
  REFUND: onOrder('REFUND', amount('5.00'), paying('PAY')),
  VOID: onOrder('VOID', { transaction: { targetTransactionId: '1' } }, paying('PAY')),
  REFERRAL: onOrder(
    'REFERRAL',
    { transaction: { authorizationCode: 'A1B2C3' } },
    paying('AUTHORIZE', withCard({ expiry: { month: '3', year: '39' } })),
  ),
  UPDATE_AUTHORIZATION: onOrder('UPDATE_AUTHORIZATION', amount('20.00'), paying('AUTHORIZE')),
  INITIATE_BROWSER_PAYMENT: onOrder('INITIATE_BROWSER_PAYMENT', {
    browserPayment: {
      returnUrl: 'https://shop.example/back',
      operation: 'PAY',
      demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
    },
    order: money,
    sourceOfFunds: { type: 'DEMO_WALLET' },
  }),
  INITIATE_AUTHENTICATION: initiatesAuthentication,
  AUTHENTICATE_PAYER: async (rig, version) => {
    const initiation = await initiatesAuthentication(rig, version);
    await done(rig.api('PUT', initiation.path, initiation.body, { version }));
    return { ...initiation, body: { ...initiation.body, apiOperation: 'AUTHENTICATE_PAYER' } };
  },
  CHECK_3DS_ENROLLMENT: async () => ({
    method: 'PUT',
    path: `/3DSecureId/${newOrderId()}`,
    body: { apiOperation: 'CHECK_3DS_ENROLLMENT', order: money, ...askedCard },
  }),
  RESEND_NOTIFICATION: async (rig, version) => {
    const order = newOrderId();
    const notificationUrl = 'https://shop.example/notifications';
    const body = paying('PAY', { order: { ...money, notificationUrl } });
    await done(rig.api('PUT', `/order/${order}/transaction/1`, body, { version }));
    const { notification } = (await rig.api('GET', `/order/${order}/notification`)).json;
    const path = `/order/${order}/notification/${notification[0].id}`;
    return { method: 'PUT', path, body: { apiOperation: 'RESEND_NOTIFICATION' } };
  },
  CREATE_TOKEN: async () => ({ method: 'POST', path: '/token', body: { ...withCard({ securityCode: null }) } }),
  UPDATE_TOKEN: async () => ({
    method: 'PUT',
    path: `/token/${newOrderId().replace('-', '')}`,
    body: { ...withCard({ securityCode: null }) },
    merchant: 'SUPPLIED',
  }),
  DELETE_TOKEN: async (rig) => {
    const { token } = (await done(rig.api('POST', '/token', withCard({ securityCode: null })))).json;
    return { method: 'DELETE', path: `/token/${token}`, body: {} };
  },
  PAYMENT_OPTIONS_INQUIRY: async () => ({ method: 'POST', path: '/paymentOptionsInquiry', body: {} }),
  CREATE_SESSION: async () => ({ method: 'POST', path: '/session', body: {} }),
  UPDATE_SESSION: async (rig) => ({ method: 'PUT', path: `/session/${await newSession(rig)}`, body: {} }),
  CREATE_CHECKOUT_SESSION: makesCheckout('CREATE_CHECKOUT_SESSION'),
  INITIATE_CHECKOUT: makesCheckout('INITIATE_CHECKOUT'),
};

/** From an app or a page that has the session's id alone. */
export async function payersUpdate(rig: Rig): Promise<OperationRequest> {
  const id = await newSession(rig);
  return { method: 'PUT', path: `/session/${id}`, body: {}, authorization: basic('TESTSHOP', id) };
}

/** @throws Error where it was refused */
async function done(reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply;
  if (status >= 400) {
    throw new Error(text);
  }
  return reply;
}
