/** The roles of `deploy/postgresql/roles.sql`: the owner migrates, and a gateway works without rights on the schema. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { openStore } from '../../../../../src/adapters/store/store.ts';
import { newOrderId } from '../../../../support/merchant.ts';
import { startStack } from '../../../../support/stack.ts';
import { onEnd } from '../../rig.ts';

/** Starts a gateway and a sandbox, which takes seconds, and a minute on a machine with much else to do. */
const RUN_MS_MAX = 180_000;
const SCRIPT = new URL('../../../../../deploy/postgresql/roles.sql', import.meta.url);

async function runAs(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

it(
  'a gateway pays, captures and refunds as a role that may only read and write rows',
  async () => {
    const server = new URL(inject('postgresUrl') as string);
    const suffix = randomBytes(4).toString('hex');
    const script = (await readFile(SCRIPT, 'utf8'))
      .replace(/^--.*$/gm, '')
      .replace(/\b(?:turnpike|payments_\w+)\b/g, (name) => `${name}_${suffix}`);
    const [ofServer = '', ofDatabase = ''] = script.split(/^\\connect .*$/m);
    const urlOf = (database: string, user?: string) => {
      const url = new URL(server);
      url.pathname = `/${database}`;
      url.username = user ?? url.username;
      return url.href;
    };
    // A database cannot be created in the transaction that several statements of one query share.
    for (const statement of ofServer.split(';').filter((one) => one.trim() !== '')) {
      await runAs(server.href, statement);
    }
    const database = `turnpike_${suffix}`;
    const roles = ['owner', 'gateway'].map((role) => `payments_${role}_${suffix}`);
    for (const role of roles) {
      await runAs(server.href, `alter role ${role} password '${decodeURIComponent(server.password)}'`);
    }
    const [owner, gateway] = roles.map((role) => urlOf(database, role));
    await runAs(urlOf(database), ofDatabase);
    await (await openStore(owner ?? '', { owner: false })).close();

    await expect(runAs(gateway ?? '', 'create table more (id int)')).rejects.toThrow('permission denied');
    await expect(runAs(gateway ?? '', 'drop table merchant')).rejects.toThrow('must be owner');
    const stack = await startStack({ databaseUrl: gateway ?? '' });
    onEnd(() => stack.close());
    const order = newOrderId();
    const { merchant } = stack;
    const amount = { order: { amount: '10.00', currency: 'EUR' } };
    const done = [
      await merchant.pay(order, '1', { apiOperation: 'AUTHORIZE', ...amount }),
      await merchant.call('PUT', `/order/${order}/transaction/2`, {
        apiOperation: 'CAPTURE',
        transaction: { amount: '10.00', currency: 'EUR' },
      }),
      await merchant.call('PUT', `/order/${order}/transaction/3`, {
        apiOperation: 'REFUND',
        transaction: { amount: '4.00', currency: 'EUR' },
      }),
    ];
    expect(done.map(({ status, body }) => [status, body.result])).toEqual([
      [201, 'SUCCESS'],
      [201, 'SUCCESS'],
      [201, 'SUCCESS'],
    ]);
    expect(stack.gateway.output()).not.toContain('permission denied');
  },
  RUN_MS_MAX,
);
