import { describe, expect, it } from 'vitest';
import { completionOf } from '../../../../src/adapters/three-ds-server/transaction/next.ts';
import { MINUTE_MS } from '../../../../src/contract/durations.ts';
import { ACS_ID, DS_ID, enrolled, TOKEN } from './rig.ts';
import { ASKED, ares, CHALLENGED, cres, rreq, SHOWN, time, type Untimed, walk } from './walk.ts';

describe('the method', () => {
  it.each<[string, Untimed[], string]>([
    ['was not run', [], 'N'],
    ['runs', [{ kind: 'METHOD_STARTED' }], 'N'],
    ['has run', [{ kind: 'METHOD_STARTED' }, { kind: 'METHOD_COMPLETED' }], 'Y'],
    [
      'has run, and was started again in another window',
      [{ kind: 'METHOD_STARTED' }, { kind: 'METHOD_COMPLETED' }, { kind: 'METHOD_STARTED' }],
      'Y',
    ],
    ['has run, without a recorded start', [{ kind: 'METHOD_COMPLETED' }], 'Y'],
    ['took too long', [{ kind: 'METHOD_STARTED' }, time(11_000)], 'N'],
    [
      'took too long, and ended before it mattered',
      [{ kind: 'METHOD_STARTED' }, time(11_000), { kind: 'METHOD_COMPLETED' }],
      'Y',
    ],
  ])('%s', (_, events, completion) => {
    const { state } = walk(enrolled(), ...events);
    expect(completionOf(state)).toBe(completion);
    expect(walk(state, ASKED).phase).toBe('ASKED');
  });

  it('is waited for ten seconds and no longer', () => {
    const { state, progress } = walk(enrolled(), { kind: 'METHOD_STARTED', now: 5_000 });
    expect(progress).toMatchObject({ phase: 'METHOD', deadline: 15_000 });
    expect(walk(state, time(14_999)).phase).toBe('METHOD');
    expect(walk(state, time(15_000)).phase).toBe('READY');
  });

  it('is skipped where the ACS has none', () => {
    const { state } = walk(enrolled({}, false), { kind: 'METHOD_STARTED' }, { kind: 'METHOD_COMPLETED' });
    expect([completionOf(state), state.progress.phase]).toEqual(['U', 'ENROLLED']);
  });

  it('changes nothing after the AReq was sent', () => {
    const { state } = walk(enrolled(), ASKED, { kind: 'METHOD_COMPLETED' }, { kind: 'METHOD_STARTED' });
    expect([completionOf(state), state.progress.phase]).toEqual(['N', 'ASKED']);
  });
});

describe('an answer without a challenge', () => {
  it.each([
    ['Y', 'AUTHENTICATION_SUCCESSFUL', 'PROCEED', 'ISSUER'],
    ['A', 'AUTHENTICATION_ATTEMPTED', 'PROCEED', 'ISSUER'],
    ['I', 'AUTHENTICATION_EXEMPT', 'PROCEED', 'MERCHANT'],
    ['U', 'AUTHENTICATION_UNAVAILABLE', 'MERCHANT_DECIDES', 'MERCHANT'],
    ['N', 'AUTHENTICATION_FAILED', 'DO_NOT_PROCEED', 'MERCHANT'],
    ['R', 'AUTHENTICATION_REJECTED', 'DO_NOT_PROCEED', 'MERCHANT'],
  ] as const)('with transStatus %s gives %s', (transStatus, status, recommendation, liability) => {
    const { verdict, result, effects } = walk(enrolled(), ASKED, ares(transStatus));
    expect(verdict).toMatchObject({ status, recommendation, liability });
    expect(result).toMatchObject({
      transStatus,
      isChallenged: false,
      identity: { acsTransID: ACS_ID, dsTransID: DS_ID },
    });
    expect(effects).toEqual([]);
  });

  it('without a status is unknown', () => {
    expect(walk(enrolled({ messageCategory: '02' }), ASKED, ares(undefined)).verdict?.status).toBe(
      'AUTHENTICATION_UNAVAILABLE',
    );
  });

  it.each([
    ['VISA', 'Y', undefined, '05'],
    ['VISA', 'A', undefined, '06'],
    ['MASTERCARD', 'Y', undefined, '02'],
    ['MASTERCARD', 'A', undefined, '01'],
    ['MASTERCARD', 'Y', 'N2', 'N2'],
    ['VISA', 'N', undefined, undefined],
    ['VISA', 'I', '07', '07'],
  ] as const)('of %s with %s and ECI %s has ECI %s', (scheme, transStatus, given, eci) => {
    expect(walk(enrolled({ scheme }), ASKED, ares(transStatus, { eci: given })).verdict?.eci).toBe(eci);
  });

  it('shifts no liability where no payment is made, or proof is missing', () => {
    expect(walk(enrolled({ messageCategory: '02' }), ASKED, ares('Y')).verdict?.liability).toBe('MERCHANT');
    const unproved = ares('Y', { authenticationValue: undefined });
    expect(walk(enrolled({ messageCategory: '02' }), ASKED, unproved).verdict?.liability).toBe('MERCHANT');
  });

  it.each([
    ['for another transaction', { threeDSServerTransID: ACS_ID }, '301', 'threeDSServerTransID'],
    ['in another version', { messageVersion: '2.1.0' }, '203', 'messageVersion'],
  ] as const)('%s is not successful, and its sender gets an Erro', (_, more, code, detail) => {
    const { verdict, effects, result } = walk(enrolled(), ASKED, ares('Y', more));
    expect(verdict).toMatchObject({ status: 'AUTHENTICATION_UNAVAILABLE', liability: 'MERCHANT' });
    expect(result).toMatchObject({ unknownBecause: 'ARES_REFUSED', errorCode: code });
    expect(effects).toEqual([{ kind: 'SEND_ERRO', problem: { code, detail } }]);
  });

  it('is accepted in any case of its ids', () => {
    expect(
      walk(enrolled(), ASKED, ares('Y', { threeDSServerTransID: '6C57C18F-E55B-4333-A991-460B04EE0730' })).phase,
    ).toBe('ENDED');
  });

  it('is accepted once, and a second or an unexpected one changes nothing', () => {
    const { state } = walk(enrolled(), ASKED, ares('N'));
    expect(walk(state, ares('Y')).state).toBe(state);
    const unasked = enrolled();
    expect(walk(unasked, ares('Y')).state).toBe(unasked);
  });

  it.each(['NOT_SENT', 'NO_ARES', 'ARES_REFUSED', 'ERROR_MESSAGE'] as const)('%s is U, with its reason', (because) => {
    const { result } = walk(enrolled(), ASKED, { kind: 'AREQ_FAILED', because, errorCode: '405' });
    expect(result).toEqual({ transStatus: 'U', unknownBecause: because, errorCode: '405', isChallenged: false });
  });

  it('that a crash lost is U once its time is over', () => {
    const { state } = walk(enrolled(), { ...ASKED, now: 0 });
    expect(walk(state, time(14_999)).phase).toBe('ASKED');
    expect(walk(state, time(15_000)).result).toMatchObject({ transStatus: 'U', unknownBecause: 'NO_ARES' });
  });
});

describe('a challenge', () => {
  it('ends by its RReq alone', () => {
    const { verdict, result, effects } = walk(enrolled(), ...CHALLENGED, rreq('Y'));
    expect(verdict).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL', liability: 'ISSUER', eci: '05' });
    expect(result?.authenticationValue?.reveal()).toBe(TOKEN);
    expect(result?.isChallenged).toBe(true);
    expect(effects).toEqual([{ kind: 'ANSWER_RREQ', resultsStatus: '01' }]);
  });

  it.each<[string, Untimed[]]>([
    ['before its CRes', [rreq('N'), cres('Y')]],
    ['after its CRes', [cres('Y'), rreq('N')]],
    ['without a CRes', [rreq('N')]],
    ['twice', [rreq('N'), rreq('N')]],
  ])('has failed by an RReq %s, for any report of the browser', (_, events) => {
    const { verdict } = walk(enrolled(), ...CHALLENGED, ...events);
    expect(verdict).toMatchObject({ status: 'AUTHENTICATION_FAILED', recommendation: 'DO_NOT_PROCEED' });
  });

  it('does not succeed by a CRes', () => {
    const { phase, state } = walk(enrolled(), ...CHALLENGED, cres('Y'), cres('Y'));
    expect(phase).toBe('CHALLENGE');
    expect(walk(state, time(2 * 60 * MINUTE_MS)).result).toMatchObject({ transStatus: 'U', unknownBecause: 'NO_RREQ' });
  });

  it('is waited for a minute after the browser returned', () => {
    const { state } = walk(enrolled(), ...CHALLENGED, { ...cres('Y'), now: 100_000 });
    expect(walk(state, time(159_999)).phase).toBe('CHALLENGE');
    expect(walk(state, time(160_000)).result?.isChallenged).toBe(true);
  });

  it('is waited for half a minute until it is shown, and a minute for the ACS’s report', () => {
    const { state } = walk(enrolled(), ASKED, { ...ares('C'), now: 0 });
    expect(walk(state, time(89_999)).phase).toBe('CHALLENGE');
    expect(walk(state, time(90_000)).result).toMatchObject({ unknownBecause: 'NO_RREQ', isChallenged: false });
  });

  it('has ten minutes each time that it is shown, and half an hour in all', () => {
    const { state } = walk(enrolled(), ASKED, { ...ares('C'), now: 0 }, { ...SHOWN, now: 0 });
    expect(walk(state, time(11 * MINUTE_MS - 1)).phase).toBe('CHALLENGE');
    expect(walk(state, time(11 * MINUTE_MS)).phase).toBe('ENDED');
    const again = walk(state, { ...SHOWN, now: 9 * MINUTE_MS }).state;
    expect(walk(again, time(19 * MINUTE_MS)).phase).toBe('CHALLENGE');
    const always = [1, 2, 3, 4, 5].reduce(
      (one, round) => walk(one, { ...SHOWN, now: round * 9 * MINUTE_MS }).state,
      state,
    );
    expect(walk(always, time(31 * MINUTE_MS)).phase).toBe('ENDED');
  });

  it.each<[string, Untimed[]]>([
    ['shown', CHALLENGED],
    ['never shown', [ASKED, ares('C')]],
    ['shown, and whose browser is back', [...CHALLENGED, cres('Y')]],
    ['made outside the browser', [{ kind: 'AREQ_SENT', decoupledMs: MINUTE_MS }, ares('D')]],
  ])(
    '%s that a timeout has ended is a failed challenge, not a technical failure, and its payer pays nothing',
    (_, events) => {
      expect(walk(enrolled(), ...events, time(60 * MINUTE_MS)).verdict).toEqual({
        status: 'AUTHENTICATION_UNAVAILABLE',
        recommendation: 'DO_NOT_PROCEED',
        liability: 'MERCHANT',
      });
    },
  );

  it.each(['01', '02', '03', '04', '05', '06', '07', '08'] as const)(
    'that was cancelled (%s) has failed, with that reason',
    (challengeCancel) => {
      const { result, verdict } = walk(enrolled(), ...CHALLENGED, rreq('N', { challengeCancel }));
      expect(result).toMatchObject({ challengeCancel, transStatus: 'N' });
      expect(verdict?.recommendation).toBe('DO_NOT_PROCEED');
    },
  );

  it('that was never shown is reported so to the ACS', () => {
    expect(walk(enrolled(), ASKED, ares('C'), rreq('N')).effects).toEqual([
      { kind: 'ANSWER_RREQ', resultsStatus: '02' },
    ]);
  });

  it('is impossible without a payer', () => {
    const { effects, verdict } = walk(enrolled({ deviceChannel: '03' }, false), ASKED, ares('C'));
    expect(effects).toEqual([{ kind: 'SEND_ERRO', problem: { code: '203', detail: 'transStatus' } }]);
    expect(verdict?.status).toBe('AUTHENTICATION_UNAVAILABLE');
  });
});

describe('elapsed time', () => {
  const challenged = walk(enrolled(), ...CHALLENGED);
  const wait = 60 * MINUTE_MS;

  it.each<[string, Untimed[], Untimed]>([
    ['a result', CHALLENGED, rreq('Y')],
    ['a result of a decoupled one', [{ kind: 'AREQ_SENT', decoupledMs: MINUTE_MS }, ares('D')], rreq('Y')],
    ['an answer', [ASKED], ares('Y')],
    ['no answer', [ASKED], { kind: 'AREQ_FAILED', because: 'NOT_SENT' }],
    ['the browser', CHALLENGED, cres('Y')],
    ['the challenge, shown again', CHALLENGED, SHOWN],
  ])('counts before a later %s, noticed or not', (_, before, late) => {
    const noticed = walk(enrolled(), ...before, time(wait));
    expect(walk(enrolled(), ...before, { ...late, now: wait }).state).toEqual(noticed.state);
    expect(noticed.result).toMatchObject({ transStatus: 'U' });
  });

  it('refuses a result with the same code, noticed or not', () => {
    const [unnoticed, noticed] = [challenged.state, walk(challenged.state, time(wait)).state];
    const late = { ...rreq('Y'), now: wait };
    expect(walk(unnoticed, late).effects).toMatchObject([{ kind: 'REFUSE_RREQ', problem: { code: '402' } }]);
    expect(walk(noticed, late).effects).toEqual(walk(unnoticed, late).effects);
  });
});
