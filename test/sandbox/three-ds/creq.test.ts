/** Data that a browser brings to the ACS: a CReq that is valid, repeated, or invalid; and method data. */
import { describe, expect, it } from 'vitest';
import { codeIn, open, rigWith, startChallenge, step, submit } from './rig.ts';
import { base64url, creqOf, fromBase64url } from './three-ds-server.ts';

describe('a CReq', () => {
  it('that comes again shows the same page', async () => {
    const rig = await rigWith();
    const ares = await rig.ask();
    const code = codeIn(await startChallenge(ares));
    expect(codeIn(await startChallenge(ares))).toBe(code);
  });

  it.each<[what: string, more: object, code: string]>([
    ['of another transaction', { threeDSServerTransID: '1b8f9a0e-2d0b-4a35-9f64-3a0a4a3a3f11' }, '301'],
    ['of another version', { messageVersion: '2.1.0' }, '305'],
    ['without a window size', { challengeWindowSize: undefined }, '201'],
    ['with a window size that is none', { challengeWindowSize: '06' }, '203'],
    [
      'with a critical extension',
      { messageExtension: [{ name: 'New', id: 'A1', criticalityIndicator: true, data: {} }] },
      '202',
    ],
  ])('%s ends the transaction', async (_what, more, code) => {
    const rig = await rigWith();
    const ares = await rig.ask();
    const { fields } = await startChallenge(ares, more);
    expect(fromBase64url(fields.cres ?? '').transStatus).toBe('N');
    expect(rig.server.results[0]?.message).toMatchObject({ transStatus: 'N', challengeCancel: '06' });
    const [erro] = rig.started.threeDS.ledger.messages.all({ type: 'Erro' });
    expect(JSON.parse(erro?.message ?? '')).toMatchObject({ errorCode: code, errorComponent: 'A' });
  });

  it('with too much session data ends the transaction too', async () => {
    const rig = await rigWith();
    const ares = await rig.ask();
    await startChallenge(ares, {}, 'x'.repeat(1_025));
    expect(rig.server.results[0]?.message).toMatchObject({ challengeCancel: '06' });
  });

  it('of an unknown transaction, of a frictionless one, or that is invalid shows a page without a link', async () => {
    const rig = await rigWith();
    const url = `${rig.started.control}/acs/challenge`;
    const frictionless = await rig.ask({ cardExpiryDate: '4001' });
    const unknown = {
      messageVersion: '2.2.0',
      threeDSServerTransID: frictionless.dsTransID,
      acsTransID: frictionless.dsTransID,
    };
    for (const creq of ['', '!', base64url('no JSON'), base64url(creqOf(unknown)), base64url(creqOf(frictionless))]) {
      const page = await submit(url, { creq });
      expect(page).toMatchObject({ status: 400, fields: {} });
      expect(page.html).toContain('Go back to the shop');
    }
    expect((await open(`${url}/none`)).status).toBe(400);
    expect((await step({ acsURL: url, acsTransID: 'none' }, { choice: 'CANCEL' })).status).toBe(400);
    expect(rig.server.results).toEqual([]);
  });
});

describe('the method', () => {
  const dataOf = (id: string, home: unknown) =>
    base64url({ threeDSServerTransID: id, threeDSMethodNotificationURL: home });
  const id = '1b8f9a0e-2d0b-4a35-9f64-3a0a4a3a3f11';

  it('leads the browser on with the transaction’s id', async () => {
    const rig = await rigWith();
    const home = `${rig.server.origin}/method-ended`;
    const page = await submit(`${rig.started.control}/acs/method`, { threeDSMethodData: dataOf(id, home) });
    expect(page.action).toBe(home);
    expect(fromBase64url(page.fields.threeDSMethodData ?? '')).toEqual({ threeDSServerTransID: id });
    expect(rig.started.threeDS.ledger.methods.all()).toMatchObject([{ three_ds_server_trans_id: id, ends: 1 }]);
  });

  it('never ends for some cards, or by a fault', async () => {
    const rig = await rigWith();
    const threeDSMethodData = dataOf(id, `${rig.server.origin}/method-ended`);
    expect((await submit(`${rig.started.control}/acs/method/endless`, { threeDSMethodData })).fields).toEqual({});
    await rig.control('PUT', '/faults', { message: 'method', mode: 'LOST', count: 1 });
    expect((await submit(`${rig.started.control}/acs/method`, { threeDSMethodData })).fields).toEqual({});
    await rig.control('PUT', '/faults', { message: 'method', mode: 'OTHER_TRANSACTION', count: 1 });
    const { fields } = await submit(`${rig.started.control}/acs/method`, { threeDSMethodData });
    expect(fromBase64url(fields.threeDSMethodData ?? '').threeDSServerTransID).not.toBe(id);
  });

  it.each(['', '!', base64url('no JSON'), dataOf(id, undefined), dataOf(id, 'javascript:alert(1)')])(
    'goes nowhere with %s',
    async (threeDSMethodData) => {
      const rig = await rigWith();
      const page = await submit(`${rig.started.control}/acs/method`, { threeDSMethodData });
      expect(page).toMatchObject({ status: 400, fields: {} });
    },
  );
});
