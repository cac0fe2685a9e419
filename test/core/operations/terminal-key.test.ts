/** The merchant's key for terminal encryption is opened only if the request has encrypted terminal data. */
import { expect, it } from 'vitest';
import { cardBody } from '../world.ts';
import { amount, type Bench, bench, target } from './bench.ts';

const P2PE = { keySerialNumber: 'FFFF9876543210E00001', payload: '00'.repeat(16) };
const encrypted = {
  sourceOfFunds: { type: 'CARD', provided: { card: { p2pe: P2PE, expiry: { month: '1', year: '39' } } } },
};

function withKey(p2peOf: Bench['gateway']['p2peOf']): Bench {
  const on = bench();
  Object.assign(on.gateway, { p2peOf });
  return on;
}

it('a terminal key that cannot be opened does not prevent other operations', async () => {
  const on = withKey(() => {
    throw new Error('sealed under a key that is not here');
  });
  await on.run('AUTHORIZE', '1', cardBody());
  await on.run('AUTHORIZE', '1', cardBody());
  await on.run('CAPTURE', '2', amount('12'));
  await on.run('VOID', '3', target('2'));
  expect(on.standing().status).toBe('AUTHORIZED');
  await expect(on.run('PAY', '1', { ...cardBody(), ...encrypted }, { orderId: 'order-2' })).rejects.toThrow('sealed');
  expect(on.orders.orders.size).toBe(1);
});

it('a card that a terminal encrypted is charged, sealed and recognized again', async () => {
  const on = withKey(() => ({ bdk: '', decrypt: () => '5123450000000008' }));
  const first = await on.run('PAY', '1', { ...cardBody(), ...encrypted });
  expect(on.asked().instrument.number.reveal()).toBe('5123450000000008');
  expect(await on.run('PAY', '1', { ...cardBody(), ...encrypted })).toEqual(first);
  await on.run('REFUND', '2', amount('1'));
  expect(on.asked().instrument.number.reveal()).toBe('5123450000000008');
});
