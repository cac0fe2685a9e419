import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { AskedAuthentication, AuthenticationRequest } from '../../../src/core/ports/index.ts';
import { answers } from './directory-server/rig.ts';
import {
  ACS_ID,
  aresWith,
  asked,
  authenticated,
  CARD,
  DS_ID,
  enrolment,
  HTML,
  REQUEST,
  rig,
  sent,
  TOKEN,
  withRanges,
} from './rig.ts';

describe('an authentication', () => {
  it('sends an AReq, and its ARes is the result', async () => {
    const made = await rig(aresWith('Y'));
    const { view } = await authenticated(made);
    expect(view).toMatchObject({
      stage: 'ENDED',
      identity: { acsTransID: ACS_ID, dsTransID: DS_ID, acsReferenceNumber: 'ACS-REF', dsReferenceNumber: 'DS-REF' },
      result: {
        transStatus: 'Y',
        status: 'AUTHENTICATION_SUCCESSFUL',
        liability: 'ISSUER',
        eci: '05',
        isChallenged: false,
      },
    });
    expect(view.result?.authenticationToken?.reveal()).toBe(TOKEN);
    expect(sent(made.played)).toEqual([
      {
        messageType: 'AReq',
        messageVersion: '2.2.0',
        messageCategory: '01',
        deviceChannel: '02',
        threeDSServerTransID: view.threeDSServerTransID,
        threeDSServerRefNumber: '3DS_LOA_SER_TEST_020200_00001',
        threeDSServerOperatorID: '10075020',
        threeDSServerURL: 'https://pay.example/3ds/visa',
        threeDSCompInd: 'N',
        threeDSRequestorAuthenticationInd: '01',
        threeDSRequestorID: '6757784267',
        threeDSRequestorName: 'Shop',
        threeDSRequestorURL: 'https://shop.example',
        acctNumber: CARD,
        cardExpiryDate: '3105',
        acquirerBIN: '400551',
        acquirerMerchantID: '9485891992',
        merchantName: 'Shop',
        mcc: '5732',
        merchantCountryCode: '276',
        notificationURL: 'https://pay.example/3ds/back',
        purchaseAmount: '12415',
        purchaseCurrency: '978',
        purchaseExponent: '2',
        purchaseDate: '20261123180000',
        browserAcceptHeader: 'text/html',
        browserColorDepth: '24',
        browserIP: '192.0.2.1',
        browserJavaEnabled: false,
        browserJavascriptEnabled: true,
        browserLanguage: 'de-DE',
        browserScreenHeight: '1080',
        browserScreenWidth: '1920',
        browserTZ: '-120',
        browserUserAgent: 'Mozilla/5.0',
      },
    ]);
  });

  it('is sent once, for any number of requests', async () => {
    const made = await rig(aresWith('Y'));
    const { stored } = made.server.enrol(enrolment());
    const first = made.server.authenticate(stored, REQUEST) as Extract<AskedAuthentication, { status: 'ASKED' }>;
    expect(first.asked.view.stage).toBe('ASKED');
    expect(made.server.authenticate(first.asked.stored, REQUEST).status).toBe('ASKED_BEFORE');
    expect(made.server.authenticate((await first.send()).stored, REQUEST).status).toBe('ASKED_BEFORE');
    expect(sent(made.played)).toHaveLength(1);
  });

  it('is open after a crash, and unknown once its time is over', async () => {
    const made = await rig(aresWith('Y'));
    const answer = made.server.authenticate(made.server.enrol(enrolment()).stored, REQUEST);
    const { stored, view } = (answer as Extract<AskedAuthentication, { status: 'ASKED' }>).asked;
    made.time.now = view.wakeAt ?? 0;
    expect(made.server.timePassed(stored).view.result).toMatchObject({
      status: 'AUTHENTICATION_UNAVAILABLE',
      recommendation: 'MERCHANT_DECIDES',
      unknownBecause: 'NO_ARES',
    });
  });

  it.each<[string, Partial<AuthenticationRequest>, string]>([
    ['no merchant category', { merchant: { ...REQUEST.merchant, categoryCode: '' } }, 'mcc'],
    ['no such country', { merchant: { ...REQUEST.merchant, country: 'XXX' } }, 'merchantCountryCode'],
    [
      'a way back in clear',
      { browser: { ...REQUEST.browser, notificationUrl: 'http://pay.example' } },
      'notificationURL',
    ],
    ['no purchase', { purchase: undefined as never }, 'purchaseAmount,purchaseCurrency,purchaseDate,purchaseExponent'],
    ['a short card number', { number: new Secret('401200') }, 'acctNumber'],
    ['an unknown wish', { challengeIndicator: '77' }, 'threeDSRequestorChallengeInd'],
  ])('with %s is not sent, and the error names the field', async (_, more, fields) => {
    const made = await rig(aresWith('Y'));
    const answer = made.server.authenticate(made.server.enrol(enrolment()).stored, { ...REQUEST, ...more });
    expect(answer).toEqual({ status: 'UNFIT', fields });
    expect(sent(made.played)).toEqual([]);
  });

  it('in 2.1.0 has that version’s fields', async () => {
    const made = await rig(aresWith('Y', { messageVersion: '2.1.0' }));
    const { stored } = made.server.enrol(enrolment('4012000000002000'));
    await asked(made, stored, { ...REQUEST, challengeIndicator: '09', decoupledMinutes: 5 });
    const [areq] = sent(made.played);
    expect(areq).toMatchObject({ messageVersion: '2.1.0', threeDSCompInd: 'U', browserColorDepth: '24' });
    for (const later of ['browserJavascriptEnabled', 'threeDSRequestorChallengeInd', 'threeDSRequestorDecReqInd']) {
      expect(areq).not.toHaveProperty(later);
    }
  });

  it.each([
    ['its ACS cannot do so', '4012000000004000', 5],
    ['it is not requested', CARD, undefined],
  ])('requests no decoupled authentication where %s', async (_, number, decoupledMinutes) => {
    const made = await rig(aresWith('Y'));
    const { stored } = made.server.enrol(enrolment(number));
    await asked(made, stored, { ...REQUEST, ...(decoupledMinutes !== undefined && { decoupledMinutes }) });
    expect(sent(made.played)).toMatchObject([{ messageVersion: '2.2.0' }]);
    expect(sent(made.played)[0]).not.toHaveProperty('threeDSRequestorDecReqInd');
    expect(sent(made.played)[0]).not.toHaveProperty('threeDSRequestorDecMaxTime');
  });

  it('without a payer is marked so, and has the fields for a subscription', async () => {
    const made = await rig(aresWith('Y'));
    const { browser: _, ...request } = REQUEST;
    const { stored } = made.server.enrol(enrolment(CARD, { channel: 'MERCHANT' }));
    const recurrence = { expiry: '20311231', daysBetween: '30' };
    const { view } = await asked(made, stored, { ...request, merchantInitiatedIndicator: '01', recurrence });
    expect(view.result?.status).toBe('AUTHENTICATION_SUCCESSFUL');
    const [areq] = sent(made.played);
    expect(areq).toMatchObject({
      deviceChannel: '03',
      threeRIInd: '01',
      recurringExpiry: '20311231',
      recurringFrequency: '30',
    });
    expect(Object.keys(areq ?? {}).filter((name) => /^browser|^notification|CompInd/.test(name))).toEqual([]);
  });

  it('of a new card pays nothing', async () => {
    const made = await rig(aresWith('Y', { authenticationValue: undefined }));
    const { purchase: _, ...request } = REQUEST;
    const { view } = await asked(made, made.server.enrol(enrolment(CARD, { isPayment: false })).stored, request);
    expect(view.result).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL', liability: 'MERCHANT' });
    expect(sent(made.played)).toMatchObject([{ messageCategory: '02', threeDSRequestorAuthenticationInd: '04' }]);
  });
});

describe('a directory server', () => {
  it.each<[string, Parameters<typeof rig>[0], string, string | undefined]>([
    ['that is gone', withRanges((_, response) => response.destroy()), 'NO_ARES', undefined],
    [
      'that answers with an error page',
      withRanges((_, response) => void response.writeHead(500).end(HTML)),
      'NO_ARES',
      undefined,
    ],
    ['that answers with HTML', withRanges(answers(HTML)), 'ARES_REFUSED', '101'],
    ['that answers with nothing', withRanges(answers('')), 'ARES_REFUSED', '201'],
    ['that answers for another', aresWith('Y', { threeDSServerTransID: ACS_ID }), 'ARES_REFUSED', '301'],
    ['that answers in another version', aresWith('Y', { messageVersion: '2.1.0' }), 'ARES_REFUSED', '203'],
    ['that answers in a later version', aresWith('Y', { messageVersion: '2.3.1' }), 'ARES_REFUSED', '102'],
    ['that leaves out the proof', aresWith('Y', { authenticationValue: undefined }), 'ARES_REFUSED', '201'],
    ['that answers with another type', aresWith('Y', { messageType: 'RReq' }), 'ARES_REFUSED', '101'],
    ['that challenges without a URL', aresWith('C', { acsURL: undefined }), 'ARES_REFUSED', '201'],
    ['that challenges by a script', aresWith('C', { acsURL: 'javascript:alert(1)' }), 'ARES_REFUSED', '203'],
    ['that answers an unrequested decoupled authentication', aresWith('D'), 'ARES_REFUSED', '203'],
    [
      'that needs an unknown extension',
      aresWith('Y', { messageExtension: [{ id: 'X', name: 'x', criticalityIndicator: true, data: {} }] }),
      'ARES_REFUSED',
      '202',
    ],
  ])('%s is no success, and gets an Erro', async (_, reply, because, code) => {
    const made = await rig(reply);
    const { view } = await authenticated(made);
    expect(view.result).toMatchObject({
      transStatus: 'U',
      status: 'AUTHENTICATION_UNAVAILABLE',
      liability: 'MERCHANT',
      unknownBecause: because,
      ...(code && { errorCode: code }),
    });
    await expect
      .poll(() => sent(made.played).filter(({ messageType }) => messageType === 'Erro'))
      .toMatchObject(
        code === undefined
          ? []
          : [
              {
                errorCode: code,
                errorComponent: 'S',
                errorMessageType: 'ARes',
                threeDSServerTransID: view.threeDSServerTransID,
              },
            ],
      );
    expect(made.logged.join()).toContain(because);
  });

  it('that refuses the AReq gets no Erro in reply', async () => {
    const made = await rig(
      withRanges((seen, response) => {
        const { messageVersion, threeDSServerTransID } = JSON.parse(seen.body);
        const erro = {
          messageType: 'Erro',
          errorCode: '305',
          errorComponent: 'D',
          errorDescription: HTML,
          errorDetail: 'acctNumber',
        };
        answers(JSON.stringify({ ...erro, messageVersion, threeDSServerTransID }))(seen, response);
      }),
    );
    const { view } = await authenticated(made);
    expect(view.result).toMatchObject({ transStatus: 'U', unknownBecause: 'ERROR_MESSAGE', errorCode: '305' });
    expect(sent(made.played).map(({ messageType }) => messageType)).toEqual(['AReq']);
  });

  it('that answers with a malformed error gets no Erro either', async () => {
    const made = await rig(withRanges(answers('{"messageType":"Erro","messageVersion":"2.2.0","errorCode":"3"}')));
    const { view } = await authenticated(made);
    expect(view.result).toMatchObject({ transStatus: 'U', unknownBecause: 'ARES_REFUSED', errorCode: '203' });
    await made.server.refresh();
    expect(sent(made.played).map(({ messageType }) => messageType)).toEqual(['AReq']);
  });

  it('causes no card number in a log or an error', async () => {
    const made = await rig(aresWith('Y', { acctNumber: CARD, eci: CARD }));
    await authenticated(made);
    await expect.poll(() => sent(made.played).filter(({ messageType }) => messageType === 'Erro')).toHaveLength(1);
    const errors = sent(made.played).filter(({ messageType }) => messageType === 'Erro');
    expect(JSON.stringify(errors)).toContain('"errorDetail":"eci"');
    expect(JSON.stringify(errors) + made.logged.join()).not.toContain(CARD);
  });

  it('has the texts of its ACS kept as plain text of a bounded length', async () => {
    const made = await rig(
      aresWith('N', { cardholderInfo: HTML, acsReferenceNumber: HTML, dsReferenceNumber: HTML, acsOperatorID: HTML }),
    );
    const { view } = await authenticated(made);
    expect(view.result).toMatchObject({ status: 'AUTHENTICATION_FAILED', cardholderInfo: HTML });
    const long = await rig(aresWith('N', { cardholderInfo: 'x'.repeat(129) }));
    expect((await authenticated(long)).view.result).toMatchObject({ transStatus: 'U', errorCode: '203' });
  });
});
