/** A gateway that authenticates payers by the sandbox's directory servers and ACS, and the requests of shops. */
import type { VerifyAuthentication } from '../../../../src/sandbox/acquirer/authentication.ts';
import { verifyProof } from '../../../../src/sandbox/three-ds/acs/verify.ts';
import type { StartedThreeDS } from '../../../../src/sandbox/three-ds/start-three-ds.ts';
import { startDirectoryServers } from '../../../support/directory-servers.ts';
import { freePorts } from '../../../support/ports.ts';
import { type CallOptions, newOrderId, type Reply, type Rig, startRig } from '../rig.ts';

/** The shop's identity at Mastercard's directory server. */
export const ENROLLED = {
  acquirerBin: '520000',
  acquirerMerchantId: 'ACQ-SHOP3DS',
  categoryCode: '5945',
  country: 'DEU',
  requestorId: 'REQ-SHOP3DS',
  requestorName: 'Shop of tests',
  requestorUrl: 'https://shop.example/',
};

/** The expiry decides the result at the sandbox's bank. */
export const cardUntil = (month: string, number = '5123450000000008') => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry: { month, year: '40' } } } },
});
export const [FRICTIONLESS, ATTEMPTED, DENIED, UNAVAILABLE, REJECTED, EXEMPT, CHALLENGED] = [
  ...['1', '2', '3', '4', '5', '6', '7'],
].map((month) => cardUntil(month)) as [Card, Card, Card, Card, Card, Card, Card];
/** Outside every range of the directory server. */
export const NO_PART = cardUntil('1', '5205550000000006');

type Card = ReturnType<typeof cardUntil>;

export const HOME = 'https://shop.example/authenticated?a=1&b=2';
export const ASKED = { acceptVersions: '3DS1,3DS2', channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' };
export const MONEY = { amount: '10.00', currency: 'EUR' };
/** As pages read it, with deliberate nonsense. */
export const DEVICE = {
  browser: 'Mozilla/5.0',
  browserDetails: {
    acceptHeaders: '512',
    colorDepth: 24,
    javaEnabled: false,
    javaScriptEnabled: 'true',
    language: 'json',
    screenHeight: '',
    screenWidth: 1920,
    timeZone: '+200',
  },
  ipAddress: '192.0.2.7',
};

export interface World {
  readonly rig: Rig;
  readonly threeDS: StartedThreeDS;
  readonly merchant: string;
  /** The gateway's origin, to which results and returning browsers come. */
  readonly origin: string;
  put(order: string, transaction: string, body: object, options?: CallOptions): Promise<Reply>;
  get(path: string, options?: CallOptions): Promise<Reply>;
  /** Both operations, for a new order. */
  authenticated(card: object, more?: object, options?: CallOptions): Promise<Authenticated>;
  session(fields: object): Promise<{ readonly id: string; readonly aes256Key: string }>;
  close(): Promise<void>;
}

export interface Authenticated {
  readonly order: string;
  readonly initiated: Reply;
  readonly asked: Reply;
}

/** @param isVerified the acquirer verifies authentication results at the ACS */
export async function startWorld(profile: object = {}, isVerified = false): Promise<World> {
  const servers = await startDirectoryServers();
  const [port = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const env = { PORT: `${port}`, PUBLIC_ORIGIN: origin, ...servers.env };
  const known: VerifyAuthentication = (proof) => verifyProof(servers.started.threeDS, proof);
  const rig = await startRig(env, 1, 'trace', {}, isVerified ? known : undefined);
  const merchant = 'SHOP3DS';
  await rig.merchant({
    id: merchant,
    name: 'Shop of tests',
    returnHosts: ['shop.example'],
    payerAuthentication: { ...ENROLLED, ...profile },
  });
  const put: World['put'] = (order, transaction, body, options) =>
    rig.api('PUT', `/order/${order}/transaction/${transaction}`, body, { merchant, ...options });
  return {
    rig,
    threeDS: servers.started,
    merchant,
    origin,
    put,
    get: (path, options) => rig.api('GET', path, undefined, { merchant, ...options }),
    async authenticated(card, more = {}, options = {}) {
      const order = newOrderId();
      const initiated = await put(order, 'a', initiation(card, more), options);
      const asked = await put(order, 'a', request(card, more), options);
      return { order, initiated, asked };
    },
    async session(fields) {
      const { json } = await rig.api('POST', '/session', {}, { merchant });
      await rig.api('PUT', `/session/${json.session.id}`, fields, { merchant });
      return json.session;
    },
    async close() {
      await rig.close();
      await servers.close();
    },
  };
}

export const initiation = (card: object, more: object = {}) => ({
  apiOperation: 'INITIATE_AUTHENTICATION',
  authentication: ASKED,
  order: { currency: MONEY.currency },
  ...card,
  ...more,
});

export const request = (card: object, more: object = {}) => ({
  apiOperation: 'AUTHENTICATE_PAYER',
  authentication: { redirectResponseUrl: HOME },
  device: DEVICE,
  order: MONEY,
  ...card,
  ...more,
});
