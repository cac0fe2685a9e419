import { describe, expect, it } from 'vitest';
import {
  type AuthenticationState,
  readState,
  storedState,
} from '../../../../src/adapters/three-ds-server/transaction/state.ts';
import { MINUTE_MS } from '../../../../src/contract/durations.ts';
import { ACS_ID, DS_ID, enrolled, TOKEN } from './rig.ts';
import { ASKED, ares, CHALLENGED, rreq, time, type Untimed, walk } from './walk.ts';

describe('an RReq', () => {
  const ended = walk(enrolled(), ...CHALLENGED, rreq('N')).state;

  it('that is repeated gets the same answer, and changes nothing', () => {
    const again = walk(ended, rreq('N'));
    expect(again.effects).toEqual([{ kind: 'ANSWER_RREQ', resultsStatus: '01' }]);
    expect(again.state).toBe(ended);
  });

  it.each<[string, AuthenticationState, Untimed, string, string]>([
    ['says otherwise than the first', ended, rreq('Y'), '305', 'RReq'],
    [
      'is of another ACS’s transaction',
      walk(enrolled(), ...CHALLENGED).state,
      rreq('Y', { acsTransID: DS_ID }),
      '301',
      'acsTransID',
    ],
    [
      'is of another directory server’s transaction',
      walk(enrolled(), ...CHALLENGED).state,
      rreq('Y', { dsTransID: ACS_ID }),
      '301',
      'dsTransID',
    ],
    [
      'is of another transaction of ours',
      walk(enrolled(), ...CHALLENGED).state,
      rreq('Y', { threeDSServerTransID: ACS_ID }),
      '301',
      'threeDSServerTransID',
    ],
    [
      'is in another version',
      walk(enrolled(), ...CHALLENGED).state,
      rreq('Y', { messageVersion: '2.1.0' }),
      '203',
      'messageVersion',
    ],
    [
      'is of another category',
      walk(enrolled(), ...CHALLENGED).state,
      rreq('Y', { messageCategory: '02' }),
      '203',
      'messageCategory',
    ],
    ['comes before the AReq', enrolled(), rreq('Y'), '305', 'transStatus'],
    ['comes before the ARes', walk(enrolled(), ASKED).state, rreq('Y'), '305', 'transStatus'],
    [
      'comes after an answer without a challenge',
      walk(enrolled(), ASKED, ares('N')).state,
      rreq('Y'),
      '305',
      'transStatus',
    ],
    [
      'comes for one that never took part',
      { ...enrolled(), progress: { phase: 'ENDED', result: { isChallenged: false } } },
      rreq('Y'),
      '305',
      'transStatus',
    ],
    [
      'comes after its time',
      walk(enrolled(), ...CHALLENGED, time(60 * MINUTE_MS)).state,
      rreq('Y'),
      '402',
      'RReq after its time',
    ],
    [
      'comes after its time, and of another transaction',
      walk(enrolled(), ...CHALLENGED, time(60 * MINUTE_MS)).state,
      rreq('Y', { acsTransID: DS_ID }),
      '301',
      'acsTransID',
    ],
  ])('that %s is refused, and changes nothing', (_, state, event, code, detail) => {
    const refused = walk(state, event);
    expect(refused.effects).toEqual([{ kind: 'REFUSE_RREQ', problem: { code, detail } }]);
    expect(refused.state).toBe(state);
  });
});

describe('a decoupled authentication', () => {
  const FIVE = { kind: 'AREQ_SENT', decoupledMs: 5 * MINUTE_MS } as const;

  it('waits as long as requested, and a minute', () => {
    const { state, progress } = walk(enrolled(), FIVE, { ...ares('D'), now: 0 });
    expect(progress).toMatchObject({ phase: 'DECOUPLED', cardholderInfo: 'Look at your phone.' });
    expect(walk(state, time(6 * MINUTE_MS - 1)).phase).toBe('DECOUPLED');
    expect(walk(state, time(6 * MINUTE_MS)).result).toMatchObject({ transStatus: 'U', isChallenged: false });
    const { verdict, effects } = walk(state, rreq('Y'));
    expect([verdict?.status, effects]).toEqual([
      'AUTHENTICATION_SUCCESSFUL',
      [{ kind: 'ANSWER_RREQ', resultsStatus: '01' }],
    ]);
  });

  it.each<[string, Untimed, Untimed]>([
    ['that was not requested', ASKED, ares('D')],
    ['that the ACS does not confirm', FIVE, ares('D', { acsDecConInd: 'N' })],
  ])('%s is refused', (_, asked, answer) => {
    expect(walk(enrolled(), asked, answer).effects).toEqual([
      { kind: 'SEND_ERRO', problem: { code: '203', detail: 'transStatus' } },
    ]);
  });
});

describe('a state', () => {
  it('survives serialization unchanged, and shows its authentication value nowhere else', () => {
    const { state } = walk(enrolled(), ...CHALLENGED, rreq('Y'));
    const stored = storedState(state);
    expect(`${stored} ${JSON.stringify(stored)} ${JSON.stringify(state)}`).not.toContain(TOKEN);
    const read = readState(stored);
    expect(storedState(read).reveal()).toBe(stored.reveal());
    expect(stored.reveal()).toContain(TOKEN);
  });
});
