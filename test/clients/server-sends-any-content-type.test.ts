/** JSON is sent as a form, as plain text, or without a type. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

describe('content types', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/json;charset=ISO-8859-1'],
    ['application/x-www-form-urlencoded'],
    ['text/plain'],
    ['text/plain;charset=UTF-8'],
    ['multipart/form-data'],
    ['application/octet-stream'],
    ['application/vnd.api+json'],
    ['json'],
    ['application/json,application/json'],
    ['*/*'],
    ['JSON; charset'],
  ])('%s is read as JSON', async (type) => {
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'), {
      headers: { 'Content-Type': type },
    });
    expect([reply.status, reply.json.result]).toEqual([201, 'SUCCESS']);
  });

  it('a missing one is read as JSON', async () => {
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'));
    expect(reply.status).toBe(201);
  });
});
