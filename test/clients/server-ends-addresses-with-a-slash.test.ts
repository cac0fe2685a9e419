/** Clients write a slash at the end of an address: every operation answers the same with it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { existsIn } from '../../src/contract/field.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type ContractOperation, OPERATIONS } from '../../src/contract/operations.ts';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { type DirectoryServers, startDirectoryServers } from '../support/directory-servers.ts';
import { REQUESTS } from './operation-requests.ts';

let rig: Rig;
let servers: DirectoryServers;
beforeAll(async () => {
  servers = await startDirectoryServers();
  rig = await startRig(servers.env);
  await rig.merchant({ id: 'SUPPLIED', name: 'Own tokens', tokenGeneration: 'MERCHANT_SUPPLIED' });
});
afterAll(async () => {
  await rig.close();
  await servers.close();
});

it.each(Object.entries(REQUESTS))('%s accepts an address that ends with a slash', async (name, make) => {
  const version = existsIn(OPERATIONS[name as ContractOperation] as Operation, 100) ? 100 : 61;
  const { method, path, body, merchant } = await make(rig, version);
  const reply = await rig.api(method, `${path}/`, body, { version, ...(merchant && { merchant }) });
  expect([reply.status < 300, reply.json.error]).toEqual([true, undefined]);
});

it('retrievals accept an address that ends with a slash', async () => {
  const order = newOrderId();
  await rig.api('PUT', `/order/${order}/transaction/1/`, paying('PAY'));
  const { session } = (await rig.api('POST', '/session/')).json;
  for (const path of [
    `/order/${order}`,
    `/order/${order}/transaction/1`,
    `/session/${session.id}`,
    '/paymentOptionsInquiry',
  ]) {
    expect((await rig.api('GET', `${path}/`)).json, path).toEqual((await rig.api('GET', path)).json);
  }
});
