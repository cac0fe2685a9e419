/** A 3DS Server with a directory server on a real port that sends replies set by the test. */
import { onTestFinished } from 'vitest';
import {
  openDirectoryServers,
  ThreeDsServer,
  type ThreeDsServerOptions,
} from '../../../src/adapters/three-ds-server/index.ts';
import { currencyOf } from '../../../src/contract/money.ts';
import { Secret } from '../../../src/contract/secret.ts';
import type { Authentication, AuthenticationRequest, EnrolmentRequest, Log } from '../../../src/core/ports/index.ts';
import { answers, directoryServer, type Played, type Reply } from './directory-server/rig.ts';
import { presOf, range } from './ranges/rig.ts';

export const CARD = '4012000000001006';
export const ACS_ID = 'b91b3717-9fab-456c-9379-a0986c9cd4de';
export const DS_ID = 'd3e8aae9-b188-4305-9f4b-4db0baae1a00';
export const TOKEN = 'AAABBZEEBgAAAAAAAAQGAAAAAAA=';

export const RANGES = [
  range('4012000000001000', '4012000000001999', {
    threeDSMethodURL: 'https://acs.example/method',
    acsInfoInd: ['01', '03'],
  }),
  range('4012000000002000', '4012000000002999', { acsEndProtocolVersion: '2.1.0', acsInfoInd: ['03'] }),
  range('4012000000003000', '4012000000003999', { acsStartProtocolVersion: '2.3.1', acsEndProtocolVersion: '2.3.1' }),
  range('4012000000004000', '4012000000004999', { acsInfoInd: ['01', '02', '04'] }),
];

type Json = Record<string, unknown>;

/** A PRes to each PReq, without changes where those are requested; the given reply to anything else. */
export const withRanges =
  (reply: Reply): Reply =>
  (seen, response) => {
    const { messageType, messageVersion, threeDSServerTransID, serialNum } = JSON.parse(seen.body) as Json;
    return messageType === 'PReq'
      ? answers(presOf(serialNum === undefined ? RANGES : undefined, { messageVersion, threeDSServerTransID }))(
          seen,
          response,
        )
      : reply(seen, response);
  };

/** An ARes to each AReq, with these members overridden. */
export const aresWith = (transStatus: string, more: Json = {}): Reply =>
  withRanges((seen, response) =>
    answers(JSON.stringify(aresTo(JSON.parse(seen.body) as Json, transStatus, more)))(seen, response),
  );

export const aresTo = ({ messageVersion, threeDSServerTransID }: Json, transStatus: string, more: Json = {}): Json => ({
  messageType: 'ARes',
  messageVersion,
  threeDSServerTransID,
  acsTransID: ACS_ID,
  dsTransID: DS_ID,
  acsReferenceNumber: 'ACS-REF',
  dsReferenceNumber: 'DS-REF',
  transStatus,
  ...((transStatus === 'Y' || transStatus === 'A') && { eci: '05', authenticationValue: TOKEN }),
  ...((transStatus === 'N' || transStatus === 'U' || transStatus === 'R') && { transStatusReason: '01' }),
  ...(transStatus === 'C' && {
    acsURL: 'https://acs.example/challenge',
    authenticationType: '02',
    acsChallengeMandated: 'N',
  }),
  ...(transStatus === 'D' && {
    acsDecConInd: 'Y',
    authenticationType: '04',
    acsChallengeMandated: 'N',
    cardholderInfo: 'Look at your phone.',
  }),
  ...more,
});

export const rreqText = (threeDSServerTransID: string, transStatus: string, more: Json = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      messageType: 'RReq',
      messageVersion: '2.2.0',
      messageCategory: '01',
      threeDSServerTransID,
      acsTransID: ACS_ID,
      dsTransID: DS_ID,
      transStatus,
      interactionCounter: '01',
      authenticationType: '02',
      ...(transStatus === 'Y' ? { eci: '05', authenticationValue: TOKEN } : { transStatusReason: '01' }),
      ...more,
    }),
  );

export const enrolment = (number = CARD, more: Partial<EnrolmentRequest> = {}): EnrolmentRequest => ({
  scheme: 'VISA',
  number: new Secret(number),
  channel: 'BROWSER',
  isPayment: true,
  storeNumber: 0,
  ...more,
});

const EUR = currencyOf('EUR');
if (EUR === undefined) {
  throw new Error('no EUR');
}

export const REQUEST: AuthenticationRequest = {
  number: new Secret(CARD),
  expiry: { month: '5', year: '31' },
  purchase: { amount: 12_415n, currency: EUR },
  merchant: {
    acquirerBin: '400551',
    acquirerMerchantId: '9485891992',
    requestorId: '6757784267',
    requestorName: 'Shop',
    requestorUrl: 'https://shop.example',
    name: 'Shop',
    categoryCode: '5732',
    country: 'DEU',
  },
  browser: {
    notificationUrl: 'https://pay.example/3ds/back',
    ipAddress: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    acceptHeaders: 'text/html',
    language: 'de-DE',
    javaEnabled: 'false',
    javaScriptEnabled: 'true',
    colorDepth: '24',
    screenHeight: '1080',
    screenWidth: '1920',
    timeZone: '-120',
  },
};

export interface Rig {
  readonly played: Played;
  readonly server: ThreeDsServer;
  readonly time: { now: number };
  /** All log lines, as they would be written. */
  readonly logged: string[];
}

/** @param isRefreshed whether the ranges have been read */
export async function rig(
  reply: Reply,
  { isRefreshed = true, ...options }: Pick<ThreeDsServerOptions, 'retry'> & { readonly isRefreshed?: boolean } = {},
): Promise<Rig> {
  const played = await directoryServer();
  played.reply(reply);
  const logged: string[] = [];
  const note = (fields: object, message: string) => logged.push(JSON.stringify({ ...fields, message }));
  const log: Log = { info: note, warn: note, error: note };
  const time = { now: Date.UTC(2026, 10, 23, 18, 0, 0) };
  const servers = openDirectoryServers([played.settings]);
  const server = new ThreeDsServer({ servers, log, now: () => time.now, ...options });
  onTestFinished(() => server.close());
  if (isRefreshed) {
    await server.refresh();
  }
  return { played, server, time, logged };
}

/** The messages sent to the directory server, except for PReqs. */
export const sent = (played: Played): Json[] =>
  played.seen.map(({ body }) => JSON.parse(body) as Json).filter(({ messageType }) => messageType !== 'PReq');

export const HTML = '<img src=x onerror=alert(1)>';

export const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export const plain = (field: string): object => JSON.parse(Buffer.from(field, 'base64url').toString());

/** Sends the AReq, and returns the result of its answer. */
export async function asked(
  { server }: Rig,
  stored: Secret,
  request: AuthenticationRequest = REQUEST,
): Promise<Authentication> {
  const answer = server.authenticate(stored, request);
  if (answer.status !== 'ASKED') {
    throw new Error(JSON.stringify(answer));
  }
  return answer.send();
}

export const authenticated = async (made: Rig, request = REQUEST): Promise<Authentication> =>
  asked(made, made.server.enrol(enrolment()).stored, request);
