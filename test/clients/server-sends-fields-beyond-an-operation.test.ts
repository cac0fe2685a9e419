/**
 * Clients build one body for all operations. Every field of the interface is sent to each operation that lacks it: the
 * answer is the same as without it, and names it, except for the fields that would change the payment.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { existsIn } from '../../src/contract/field.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type ContractOperation, OPERATIONS } from '../../src/contract/operations.ts';
import { paying, type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { type Body, put } from '../conformance/interface/body.ts';
import { type DirectoryServers, startDirectoryServers } from '../support/directory-servers.ts';
import { type InterfaceValue, interfaceFields, operationFields } from './interface-fields.ts';
import { type OperationRequest, payersUpdate, REQUESTS } from './operation-requests.ts';
import { problemsOf } from './server-requests.ts';

/** The lowest version that clients use, with the older pair of authentication, and the newest. */
const VERSIONS = [39, 100];
/** The number of names that fit into a header. */
const FIELDS_A_REQUEST = 40;

const AUTHENTICATION = 'the payment would be made without the authentication that the merchant asked for';
const MERCHANT = 'the payment would be another merchant’s';
const CARD = 'another card would be used than the one in the payer’s wallet';

interface Exception {
  readonly operations: readonly ContractOperation[];
  readonly fields: RegExp;
  readonly reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    operations: ['INITIATE_BROWSER_PAYMENT', 'CREATE_CHECKOUT_SESSION', 'INITIATE_CHECKOUT'],
    fields: /^(3DSecure\.(acsEci|authenticationToken)|3DSecureId|authentication\.(3ds2?\..*|transactionId))$/,
    reason: AUTHENTICATION,
  },
  { operations: ['INITIATE_BROWSER_PAYMENT'], fields: /^order\.subMerchant\./, reason: MERCHANT },
  {
    operations: [
      'AUTHENTICATE_PAYER',
      'CREATE_CHECKOUT_SESSION',
      'CREATE_TOKEN',
      'INITIATE_AUTHENTICATION',
      'INITIATE_CHECKOUT',
      'UPDATE_TOKEN',
    ],
    fields: /^sourceOfFunds\.provided\.card\.devicePayment\./,
    reason: CARD,
  },
];

/** For a caller with the session's id alone. */
const PAYERS_EXCEPTIONS: readonly Omit<Exception, 'operations'>[] = [
  { fields: /^(3DSecure\..*|3DSecureId|authentication\.transactionId)$/, reason: AUTHENTICATION },
];

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

const operations = Object.keys(REQUESTS) as ContractOperation[];
const isThere = (operation: ContractOperation, version: number) =>
  existsIn(OPERATIONS[operation] as Operation, version);

/** @returns the fields that the operation lacks, those that may be ignored and those that may not */
function beyond(operation: ContractOperation, version: number) {
  const own = new Set(operationFields(operation, version).map(([path]) => path));
  const all = interfaceFields(version).filter(({ path }) => !own.has(path));
  const exceptions = EXCEPTIONS.filter((one) => one.operations.includes(operation));
  const isException = ({ path }: InterfaceValue) => exceptions.some(({ fields }) => fields.test(path));
  return { ignored: all.filter((one) => !isException(one)), refused: all.filter(isException) };
}

function withFields({ body }: OperationRequest, fields: readonly InterfaceValue[]): Body {
  const whole = structuredClone(body) as Body;
  for (const { path, value } of fields) {
    put(whole, path, value);
  }
  return whole;
}

const send = ({ method, path, merchant, authorization }: OperationRequest, body: object, version: number) =>
  rig.api(method, path, body, { version, ...(merchant && { merchant }), ...(authorization && { authorization }) });

/** Names of a truncated header are compared up to its end. */
function expectNamed({ headers }: Reply, fields: readonly InterfaceValue[], what: string): void {
  const names = String(headers['x-ignored-fields']).split(', ');
  const unnamed = fields
    .map(({ path }) => path.replaceAll('[n]', '[0]'))
    .filter(
      (path) => !names.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)),
    );
  expect(unnamed, what).toEqual([]);
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += FIELDS_A_REQUEST) {
    yield all.slice(at, at + FIELDS_A_REQUEST);
  }
}

describe.each(operations)('%s', (operation) => {
  it('ignores by name the fields of other operations', async () => {
    for (const version of VERSIONS.filter((one) => isThere(operation, one))) {
      const plain = await REQUESTS[operation]!(rig, version);
      const without = await send(plain, plain.body, version);
      expect(without.status).toBeLessThan(300);
      for (const fields of chunks(beyond(operation, version).ignored)) {
        const request = await REQUESTS[operation]!(rig, version);
        const reply = await send(request, withFields(request, fields), version);
        const what = `version ${version}: ${fields.map(({ path }) => path).join(', ')}`;
        expect([reply.status, problemsOf(reply)], what).toEqual([without.status, []]);
        expect(reply.json.result, what).toBe(without.json.result);
        expectNamed(reply, fields, what);
      }
    }
  });

  it('refuses by name the fields that would change its payment', async () => {
    for (const version of VERSIONS.filter((one) => isThere(operation, one))) {
      for (const field of beyond(operation, version).refused) {
        const request = await REQUESTS[operation]!(rig, version);
        const reply = await send(request, withFields(request, [field]), version);
        expect([reply.status, field.path.startsWith(reply.json.error?.field)], field.path).toEqual([400, true]);
      }
    }
  });
});

describe('a caller with the session’s id alone', () => {
  const own =
    /^(correlationId|device\.browser|device\.browserDetails\..*|partnerSolutionId|session\..*|sourceOfFunds\.(type|provided\.(ach\..*|card\.(devicePayment\..*|expiry\..*|nameOnCard|number|securityCode)|giftCard\.(number|pin))))$/;
  const isRefused = ({ path }: InterfaceValue) => PAYERS_EXCEPTIONS.some(({ fields }) => fields.test(path));

  it.each(VERSIONS)('has all fields of the merchant ignored by name at version %d', async (version) => {
    const merchants = interfaceFields(version).filter((one) => !own.test(one.path) && !isRefused(one));
    for (const fields of chunks(merchants)) {
      const request = await payersUpdate(rig);
      const reply = await send(request, withFields(request, fields), version);
      const what = fields.map(({ path }) => path).join(', ');
      expect([reply.status, problemsOf(reply), reply.json.session?.updateStatus], what).toEqual([200, [], 'SUCCESS']);
      expectNamed(reply, fields, what);
    }
  });

  it('has a proof of authentication refused by name', async () => {
    for (const field of interfaceFields(100).filter(isRefused)) {
      const request = await payersUpdate(rig);
      const reply = await send(request, withFields(request, [field]), 100);
      expect([reply.status, problemsOf(reply)]).toEqual([400, [`${field.path} UNSUPPORTED`]]);
    }
  });
});

describe('the card of a paid order', () => {
  const other = paying('PAY') as { sourceOfFunds: object };

  it.each([
    ['CAPTURE', other.sourceOfFunds, 'sourceOfFunds'],
    ['CAPTURE', { type: 'CARD' }, 'sourceOfFunds'],
    ['CAPTURE', { token: '9'.repeat(16) }, 'sourceOfFunds'],
    ['REFUND', { token: '9'.repeat(16) }, 'sourceOfFunds.token'],
    ['VOID', { token: '9'.repeat(16) }, 'sourceOfFunds.token'],
  ] as const)('is not replaced by the source of funds of a %s: %o', async (operation, sourceOfFunds, named) => {
    const request = await REQUESTS[operation]!(rig, 100);
    const reply = await send(request, { ...request.body, sourceOfFunds }, 100);
    expect([reply.status, reply.json.result]).toEqual([201, 'SUCCESS']);
    expect(reply.headers['x-ignored-fields']).toBe(named);
    expect(reply.json.sourceOfFunds.provided.card.number).toBe('512345xxxxxx0008');
  });

  it('is not repeated for a profile that refuses unknown fields', async () => {
    await rig.merchant({ id: 'STRICT', name: 'Strict', unknownFields: 'REJECT' });
    const [order, options] = [`/order/strict-${process.pid}/transaction`, { merchant: 'STRICT' }];
    await rig.api('PUT', `${order}/1`, paying('AUTHORIZE'), options);
    const capture = { apiOperation: 'CAPTURE', transaction: { amount: '5.00' } };
    expect(
      problemsOf(await rig.api('PUT', `${order}/2`, { ...capture, sourceOfFunds: other.sourceOfFunds }, options)),
    ).toContain('sourceOfFunds UNSUPPORTED');
  });
});
