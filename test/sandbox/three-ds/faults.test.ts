/** Faults set by testers, as a 3DS Server encounters them. */
import { describe, expect, it } from 'vitest';
import { codeIn, confirmed, type Rig, rigWith, startChallenge, step, submit } from './rig.ts';
import { areqOf, fromBase64url, type Message, preqOf, rresOf } from './three-ds-server.ts';

const fault = (rig: Rig, given: object) => rig.control('PUT', '/faults', given);

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves when the directory server has made such an answer. */
async function made({ started }: Rig, type: string): Promise<void> {
  while (started.threeDS.ledger.messages.all({ type }).length === 0) {
    await turn();
  }
}

/** A challenge that is answered correctly. @returns the browser's CRes */
async function challenged(rig: Rig, more: object = {}) {
  const ares = await rig.ask(more);
  const code = codeIn(await startChallenge(ares));
  return { ares, page: await step(ares, { choice: 'SUBMIT', code }) };
}

describe.each(['PRes', 'ARes'] as const)('%s', (message) => {
  const asked = (rig: Rig) => rig.post('visa', message === 'PRes' ? preqOf() : areqOf(rig.server, VISA));
  const VISA = { acctNumber: '4111111111111111', cardExpiryDate: '4001' };

  it('is unavailable: the request has no effect', async () => {
    const rig = await rigWith();
    await fault(rig, { message, mode: 'AWAY', count: 1 });
    await expect(asked(rig)).rejects.toThrow();
    expect(rig.started.threeDS.ledger.messages.all()).toEqual([]);
    expect((await asked(rig)).message).toMatchObject({ messageType: message });
  });

  it('is lost: it was done', async () => {
    const rig = await rigWith();
    await fault(rig, { message, mode: 'LOST', count: 1 });
    await expect(asked(rig)).rejects.toThrow();
    expect(rig.started.threeDS.ledger.messages.all({ type: message })).not.toEqual([]);
  });

  it('is late', async () => {
    const rig = await rigWith();
    await fault(rig, { message, mode: 'LATE', delayMs: 100, count: 1 });
    let isAnswered = false;
    const answered = asked(rig).finally(() => {
      isAnswered = true;
    });
    await made(rig, message);
    expect(isAnswered).toBe(false);
    expect((await answered).message).toMatchObject({ messageType: message });
  });

  it('is answered after the next one of its type', async () => {
    const rig = await rigWith();
    await fault(rig, { message, mode: 'REORDERED', delayMs: 60_000, count: 1 });
    const order: string[] = [];
    const first = asked(rig).then(() => order.push('first'));
    // Until the first one was taken, the next would be it.
    await made(rig, message);
    const second = asked(rig).then(() => order.push('second'));
    await Promise.all([first, second]);
    expect(order).toEqual(['second', 'first']);
  });

  it('is replaced by an Erro of the tester’s choice', async () => {
    const rig = await rigWith();
    await fault(rig, { message, mode: 'ERRO', errorCode: '103', count: 1 });
    expect((await asked(rig)).message).toMatchObject({ messageType: 'Erro', errorCode: '103' });
  });

  it.each([
    ['INTERNAL_ERROR', 500],
    ['UNAVAILABLE', 503],
  ])('is malformed: %s', async (mode, status) => {
    const rig = await rigWith();
    await fault(rig, { message, mode, count: 1 });
    expect(await asked(rig)).toMatchObject({ status, text: '' });
  });

  it('is malformed in each known way', async () => {
    const rig = await rigWith();
    const found: Record<string, unknown> = {};
    for (const mode of ['GARBAGE', 'HUGE', 'MISSING', 'WRONG_FORMAT', 'OTHER_TRANSACTION', 'OTHER_VERSION']) {
      await fault(rig, { message, mode, count: 1 });
      found[mode] = (await asked(rig)).message;
    }
    const spoiled = message === 'PRes' ? 'dsEndProtocolVersion' : 'acsReferenceNumber';
    expect(found.GARBAGE).toBeUndefined();
    expect(JSON.stringify(found.HUGE).length).toBeGreaterThan(10_000_000);
    expect(found.MISSING).not.toHaveProperty(spoiled);
    expect(found.WRONG_FORMAT).toMatchObject({ [spoiled]: '' });
    expect(found.OTHER_VERSION).toMatchObject({ messageVersion: '9.9.9' });
    await fault(rig, { message, mode: 'CRITICAL_EXTENSION', count: 1 });
    expect((await asked(rig)).message?.messageExtension).toMatchObject([{ criticalityIndicator: true }]);
    await fault(rig, { message, mode: 'UNKNOWN_ELEMENT', count: 1 });
    expect((await asked(rig)).message).toHaveProperty('nobodyKnows');
    await fault(rig, { message, mode: 'REPEATED_NAME', count: 1 });
    expect((await asked(rig)).text.split('"messageType"')).toHaveLength(3);
    const sent = areqOf(rig.server, VISA);
    await fault(rig, { message: 'ARes', mode: 'OTHER_TRANSACTION', count: 1 });
    const { message: other } = await rig.post('visa', sent);
    expect(other?.threeDSServerTransID).not.toBe(sent.threeDSServerTransID);
  });
});

describe('RReq', () => {
  it('is sent before the CRes, unless set otherwise', async () => {
    const rig = await rigWith();
    const { page } = await challenged(rig);
    await submit(page.action, page.fields);
    expect(rig.server.order).toEqual(['RReq', '/notification']);
  });

  it('is sent after the CRes', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'RReq', mode: 'AFTER_CRES', delayMs: 600_000, count: 1 });
    const { page } = await challenged(rig);
    await submit(page.action, page.fields);
    expect(rig.server.order).toEqual(['/notification']);
    await rig.control('PUT', '/settings', { aheadMs: 600_000 });
    await rig.server.heard(1);
    expect(rig.server.order).toEqual(['/notification', 'RReq']);
  });

  it('is late, and the browser waits for it', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'RReq', mode: 'LATE', delayMs: 600_000, count: 1 });
    const ares = await rig.ask();
    const code = codeIn(await startChallenge(ares));
    let isHome = false;
    const home = step(ares, { choice: 'SUBMIT', code }).finally(() => {
      isHome = true;
    });
    while (rig.started.threeDS.ledger.results.all({ state: 'WAITING' }).length === 0) {
      await turn();
    }
    expect(isHome).toBe(false);
    expect(rig.server.results).toEqual([]);
    await rig.control('PUT', '/settings', { aheadMs: 600_000 });
    expect((await home).fields).toHaveProperty('cres');
    expect(rig.server.results).toHaveLength(1);
  });

  it('is not sent', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'RReq', mode: 'LOST', count: 1 });
    const { ares, page } = await challenged(rig);
    expect(fromBase64url(page.fields.cres ?? '').transStatus).toBe('Y');
    expect(rig.server.results).toEqual([]);
    expect(await rig.control('GET', `/ledger?transaction=${ares.dsTransID}`)).toMatchObject([{ results: ['LOST'] }]);
  });

  it('is sent twice unchanged', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'RReq', mode: 'DOUBLED', count: 1 });
    await challenged(rig);
    const [first, second] = await rig.server.heard(2);
    expect(second?.message).toEqual(first?.message);
  });

  it('is sent again where a tester sets that', async () => {
    const rig = await rigWith();
    const { ares } = await challenged(rig);
    await rig.control('POST', `/transactions/${ares.threeDSServerTransID}/results`);
    const [first, second] = await rig.server.heard(2);
    expect(second?.message).toEqual(first?.message);
  });

  it('is sent after that of the next transaction', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'RReq', mode: 'REORDERED', delayMs: 60_000, count: 1 });
    const { ares: first } = await challenged(rig);
    const { ares: second } = await challenged(rig);
    const heard = await rig.server.heard(2);
    expect(heard.map(({ message }) => message?.dsTransID)).toEqual([second.dsTransID, first.dsTransID]);
  });

  it.each([
    ['GARBAGE', undefined],
    ['MISSING', expect.not.objectContaining({ messageCategory: '01' })],
    ['WRONG_FORMAT', expect.objectContaining({ messageCategory: '' })],
    ['OTHER_VERSION', expect.objectContaining({ messageVersion: '9.9.9' })],
    [
      'CRITICAL_EXTENSION',
      expect.objectContaining({ messageExtension: [expect.objectContaining({ id: 'A000000999-001' })] }),
    ],
  ])('is malformed: %s, and an Erro that answers it is stored', async (mode, wanted) => {
    const rig = await rigWith();
    rig.server.answer = () => ({
      messageType: 'Erro',
      messageVersion: '2.2.0',
      errorCode: '203',
      errorComponent: 'S',
      errorDescription: 'Not as it should be',
      errorDetail: mode,
    });
    await fault(rig, { message: 'RReq', mode, count: 1 });
    const { ares } = await challenged(rig);
    expect(rig.server.results[0]?.message).toEqual(wanted);
    const [row] = rig.started.threeDS.ledger.results.all({ ds_trans_id: ares.dsTransID });
    expect(row).toMatchObject({ state: 'REFUSED', answer: expect.stringContaining(`"errorDetail":"${mode}"`) });
    expect((await rig.violations()).received).toEqual([]);
  });

  it('is of another transaction', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'RReq', mode: 'OTHER_TRANSACTION', count: 1 });
    const { ares } = await challenged(rig);
    expect(rig.server.results[0]?.message?.threeDSServerTransID).not.toBe(ares.threeDSServerTransID);
  });

  it('is validated by the answer to it', async () => {
    const rig = await rigWith();
    const answers: [(rreq: Message) => object | string | null, state: string, problem?: string][] = [
      [(rreq) => rresOf(rreq), 'ANSWERED'],
      [() => 'no message', 'REFUSED', '101: not JSON'],
      [(rreq) => rresOf(rreq, { resultsStatus: undefined }), 'REFUSED', '201: resultsStatus'],
      [(rreq) => rresOf(rreq, { dsTransID: rreq.acsTransID }), 'REFUSED', '301: dsTransID'],
      [() => null, 'UNANSWERED'],
    ];
    for (const [answer, state, problem] of answers) {
      await rig.control('DELETE', '/violations').catch(() => undefined);
      rig.server.answer = answer;
      const { ares } = await challenged(rig);
      expect(rig.started.threeDS.ledger.results.all({ ds_trans_id: ares.dsTransID })).toMatchObject([{ state }]);
      const problems = (await rig.violations()).received.flatMap((one) => (one as { problems: string[] }).problems);
      expect(problems).toEqual(problem === undefined ? [] : [problem]);
    }
  });
});

describe('results by https', () => {
  it('show the directory server’s certificate, or one that is forged', async () => {
    const rig = await rigWith({ isSecure: true });
    await challenged(rig);
    await fault(rig, { message: 'RReq', mode: 'FORGED', count: 1 });
    await challenged(rig);
    expect(rig.server.results.map(({ isTrusted }) => isTrusted)).toEqual([true, false]);
  });
});

describe('CRes', () => {
  it('has another outcome than the result', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'CRes', mode: 'OTHER_OUTCOME', count: 1 });
    const { page } = await challenged(rig);
    expect(fromBase64url(page.fields.cres ?? '').transStatus).toBe('N');
    expect(rig.server.results[0]?.message?.transStatus).toBe('Y');
  });

  it('is not sent, but is when the page is loaded again', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'CRes', mode: 'LOST', count: 1 });
    const { ares, page } = await challenged(rig);
    expect(page.fields).toEqual({});
    expect(rig.server.results).toHaveLength(1);
    expect((await startChallenge(ares)).fields).toHaveProperty('cres');
    expect(rig.server.results).toHaveLength(1);
  });

  it('is malformed, or of another session', async () => {
    const rig = await rigWith();
    await fault(rig, { message: 'CRes', mode: 'GARBAGE', count: 1 });
    const { page: garbage } = await challenged(rig);
    expect(() => fromBase64url(garbage.fields.cres ?? '')).toThrow();
    await fault(rig, { message: 'CRes', mode: 'OTHER_TRANSACTION', count: 1 });
    const { ares, page: other } = await challenged(rig);
    expect(fromBase64url(other.fields.cres ?? '').threeDSServerTransID).not.toBe(ares.threeDSServerTransID);
    await fault(rig, { message: 'CRes', mode: 'OTHER_SESSION', count: 1 });
    const { page: session } = await challenged(rig);
    expect(session.fields.threeDSSessionData).not.toBe('c2Vzc2lvbg');
  });
});

it('of one scheme leave the others alone, until they are ended', async () => {
  const rig = await rigWith();
  expect(await fault(rig, { message: 'PRes', scheme: 'visa', mode: 'UNAVAILABLE' })).toEqual({
    'PRes visa': { mode: 'UNAVAILABLE', delayMs: 0, count: null },
  });
  expect((await rig.post('visa', preqOf())).status).toBe(503);
  expect((await rig.post('amex', preqOf())).status).toBe(200);
  expect(await fault(rig, { mode: 'NONE' })).toEqual({});
  expect((await rig.post('visa', preqOf())).status).toBe(200);
});

it.each([{ mode: 'FIRE' }, { mode: 'DOUBLED', message: 'ARes' }, { mode: 'LATE' }])(
  'an unknown fault is refused: %o',
  async (given) => {
    const rig = await rigWith();
    expect(await fault(rig, given)).toHaveProperty('error');
  },
);

it('of the return are unknown once the payer confirmed', async () => {
  const rig = await rigWith();
  expect(await confirmed(await rig.ask())).toMatchObject({ transStatus: 'Y' });
});
