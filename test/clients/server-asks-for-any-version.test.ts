/** Clients use versions 39 to 100, and compare the error text for any other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

describe('versions', () => {
  it.each([
    '800',
    'latest',
    '{version}',
    '13',
    '0',
    '101',
    '-1',
    '1e2',
    '100.0',
    'abc',
    '',
    '0100',
    '99999999999999999999',
    '%31%30%31',
  ])('%j is not supported, with the error text that clients compare', async (version) => {
    const reply = await rig.call('GET', `/api/rest/version/${version}/information`);
    expect(reply.status).toBe(404);
    if (version !== '') {
      expect(reply.json.error.explanation).toContain(
        `Unsupported value for 'version = ${decodeURIComponent(version).slice(0, 20)}'; versions are 14 to 100`,
      );
    }
  });

  it('800 is refused with the list of supported versions, in the words that clients compare', async () => {
    const { json } = await rig.api('POST', '/session', undefined, { version: 800 });
    expect(json.error).toMatchObject({
      cause: 'INVALID_REQUEST',
      explanation: "Unsupported value for 'version = 800'; versions are 14 to 100",
    });
  });

  it.each([14, 33, 34, 50, 62, 63, 100])('a payment works at %d, and its answer states it', async (version) => {
    const { status, json } = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'), { version });
    expect([status, json.version, json.result]).toEqual([201, `${version}`, 'SUCCESS']);
  });
});

it.each(['latest', '{version}', '800', '13'])(
  'the version %s is refused, with the list of supported ones',
  async (version) => {
    const path = `/api/rest/version/${encodeURIComponent(version)}/merchant/TESTSHOP/session`;
    const { status, json } = await rig.call('POST', path, {});
    const explanation = `Unsupported value for 'version = ${version}'; versions are 14 to 100`;
    expect([status, json.error.explanation]).toEqual([404, explanation]);
  },
);
