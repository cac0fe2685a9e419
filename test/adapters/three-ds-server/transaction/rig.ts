/** Authentications at any step, and the messages that answer them. */

import type { MessageOf } from '../../../../src/adapters/three-ds-server/messages/tables/index.ts';
import type {
  AuthenticationState,
  AuthenticationSubject,
} from '../../../../src/adapters/three-ds-server/transaction/state.ts';
import { Secret } from '../../../../src/contract/secret.ts';

export const ID = '6c57c18f-e55b-4333-a991-460b04ee0730';
export const ACS_ID = 'b91b3717-9fab-456c-9379-a0986c9cd4de';
export const DS_ID = 'd3e8aae9-b188-4305-9f4b-4db0baae1a00';
export const TOKEN = 'AAABBZEEBgAAAAAAAAQGAAAAAAA=';

export const enrolled = (subject: Partial<AuthenticationSubject> = {}, hasMethod = true): AuthenticationState => ({
  subject: {
    threeDSServerTransID: ID,
    scheme: 'VISA',
    version: '2.2.0',
    deviceChannel: '02',
    messageCategory: '01',
    ...subject,
  },
  ...(hasMethod && { method: { url: 'https://acs.example/method', isCompleted: false } }),
  progress: { phase: 'ENROLLED' },
});

type Ares = MessageOf<'ARes'>;
type Rreq = MessageOf<'RReq'>;

export const aresOf = (transStatus: Ares['transStatus'], more: Partial<Ares> = {}): Ares => ({
  messageType: 'ARes',
  messageVersion: '2.2.0',
  threeDSServerTransID: ID,
  acsTransID: ACS_ID,
  dsTransID: DS_ID,
  acsReferenceNumber: 'ACS-REF',
  dsReferenceNumber: 'DS-REF',
  transStatus,
  ...((transStatus === 'Y' || transStatus === 'A') && { eci: '05', authenticationValue: new Secret(TOKEN) }),
  ...(transStatus === 'C' && { acsURL: 'https://acs.example/challenge', authenticationType: '02' }),
  ...(transStatus === 'D' && { acsDecConInd: 'Y', authenticationType: '04', cardholderInfo: 'Look at your phone.' }),
  ...more,
});

export const rreqOf = (transStatus: Rreq['transStatus'], more: Partial<Rreq> = {}): Rreq => ({
  messageType: 'RReq',
  messageVersion: '2.2.0',
  messageCategory: '01',
  threeDSServerTransID: ID,
  acsTransID: ACS_ID,
  dsTransID: DS_ID,
  transStatus,
  interactionCounter: '01',
  authenticationType: '02',
  ...(transStatus === 'Y' || transStatus === 'A'
    ? { eci: '05', authenticationValue: new Secret(TOKEN) }
    : { transStatusReason: '01' }),
  ...more,
});
