/**
 * Every row of the interface's request tables over HTTP: at a limit the value is accepted, stored and shown; past it
 * the request is refused with the field's name, without a record.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BDK } from '../adapters/vault/terminal.ts';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { named } from './cases.ts';
import { Exchange, requestOf, textOf, valueRead } from './exchange.ts';
import { at, errorPathOf } from './interface/body.ts';
import { examplesOf } from './interface/examples.ts';
import { FIELDS, TABLES } from './interface/index.ts';
import { CARD, NEVER_SHOWN, stagingOf } from './staging.ts';

const asked = FIELDS.filter(({ side }) => side !== 'response');
const tried = { taken: 0, shown: 0, refused: 0, missed: 0 };
/** A little below today's counts, so that a test that silently checks less fails. */
const TRIED_MIN: typeof tried = { taken: 250, shown: 235, refused: 250, missed: 8 };

let rig: Rig;
let exchange: Exchange;
beforeAll(async () => {
  rig = await startRig();
  exchange = new Exchange(rig);
  await rig.merchant({ id: 'SUPPLIED', name: 'Own tokens', tokenGeneration: 'MERCHANT_SUPPLIED' });
  await rig.merchant({ id: 'TERMINAL', name: 'Terminals', p2pe: { bdk: BDK } });
});
afterAll(() => rig.close());

describe('a field that a request may send', () => {
  it.each(named(asked))('%s: is accepted at a limit, stored and shown', async (_, field) => {
    const staging = stagingOf(field);
    const stage = await exchange.stage(staging);
    const body = requestOf(field, staging, stage);
    const reply = await exchange.send(stage, body, staging);
    expect(reply.status, reply.text).toBeLessThan(300);
    tried.taken += 1;
    const answer = await exchange.shown(stage, reply, staging);
    const isNeverShown = (NEVER_SHOWN[`${staging.asked} ${field.path}`] ?? NEVER_SHOWN[field.path]) !== undefined;
    if (field.path === 'correlationId') {
      expect(reply.json.correlationId).toBe(staging.value);
    } else if (isNeverShown) {
      expect(at(answer, field.path)).toBeUndefined();
    } else {
      const { shownAt = field.path, shown = valueRead(field, body, staging) } = staging;
      expect(textOf(at(answer, shownAt))).toBe(shown);
      tried.shown += 1;
    }
  });

  it.each(named(asked))('%s: is refused past a limit, by name, without a record', async (_, field) => {
    const staging = { ...stagingOf(field), value: examplesOf(field.type).refused[0] };
    const stage = await exchange.stage({ ...stagingOf(field) });
    const before = exchange.recorded();
    const reply = await exchange.send(stage, requestOf(field, staging, stage), staging);
    expect([reply.status, reply.json.error?.cause], reply.text).toEqual([400, 'INVALID_REQUEST']);
    const problem = { field: errorPathOf(field.path), validationType: 'INVALID' };
    expect(reply.json.error.details).toContainEqual(expect.objectContaining(problem));
    expect(exchange.recorded()).toEqual(before);
    tried.refused += 1;
  });

  const needed = asked.flatMap((field) =>
    (field.requiredIn ?? []).map(
      (operation) => [field.path, operation, { ...field, operations: [operation] }] as const,
    ),
  );
  // Browser payments have no operation of their own yet; a missing group is reported by the names of its members.
  const missed = needed.filter(
    ([path, operation]) => operation !== 'INITIATE_BROWSER_PAYMENT' && path !== 'sourceOfFunds',
  );
  it.each(missed)('%s: is reported as missing by %s, without a record', async (path, _, field) => {
    // The group's other members are null, so that this field is the only one missing.
    const beside = path === 'sourceOfFunds.type' ? { sourceOfFunds: { token: null, provided: { card: CARD } } } : {};
    const staging = { ...stagingOf(field), beside, value: undefined };
    const stage = await exchange.stage(staging);
    const before = exchange.recorded();
    const reply = await exchange.send(stage, requestOf(field, staging, stage), staging);
    expect([reply.status, reply.json.error?.cause], reply.text).toEqual([400, 'INVALID_REQUEST']);
    const problem = { field: path, validationType: 'MISSING' };
    expect(reply.json.error.details).toContainEqual(expect.objectContaining(problem));
    expect(exchange.recorded()).toEqual(before);
    tried.missed += 1;
  });
});

describe('a part of an address', () => {
  it.each(named(TABLES.urlParameters))('%s: is accepted at its limits, stored and shown', async (_, { path, type }) => {
    for (const id of examplesOf(type).accepted as string[]) {
      const own = path === '{merchantId}' ? id : 'TESTSHOP';
      if (path === '{merchantId}') {
        await rig.merchant({ id, name: 'Shop' });
      }
      const order = path === '{orderid}' ? id : newOrderId();
      const transaction = path === '{transactionid}' ? id : '1';
      const address = `/order/${encodeURIComponent(order)}/transaction/${encodeURIComponent(transaction)}`;
      expect((await rig.api('PUT', address, paying('PAY'), { merchant: own })).status, id).toBe(201);
      const { json } = await rig.api('GET', address, undefined, { merchant: own });
      expect([json.merchant, json.order.id, json.transaction.id]).toEqual([own, order, transaction]);
    }
  });

  it.each([
    ['order.id', `/order/${'x'.repeat(41)}/transaction/1`],
    ['order.id', `/order/${encodeURIComponent('😀'.repeat(41))}/transaction/1`],
    ['transaction.id', `/order/a/transaction/${'x'.repeat(41)}`],
    ['transaction.id', `/order/a/transaction/${encodeURIComponent('😀'.repeat(41))}`],
  ])('%s is refused past its limit, by name: %s', async (field, address) => {
    const before = exchange.recorded();
    const { status, json } = await rig.api('PUT', address, paying('PAY'));
    expect([status, json.error.field, json.error.validationType]).toEqual([400, field, 'INVALID']);
    expect(exchange.recorded()).toEqual(before);
  });
});

it('the same number of values is checked as before', () => {
  for (const [what, least] of Object.entries(TRIED_MIN)) {
    expect(tried[what as keyof typeof tried], what).toBeGreaterThanOrEqual(least);
  }
});

afterAll(() => {
  const counts = Object.entries(tried).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`requests by the tables, over HTTP: ${counts.join(', ')}\n`);
});
