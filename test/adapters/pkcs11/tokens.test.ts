/** Tokens beside the wanted one, simulated by a module of functions in place of a library. */
import { describe, expect, it } from 'vitest';
import type { Module } from '../../../src/adapters/pkcs11/helper/module.ts';
import { signIn } from '../../../src/adapters/pkcs11/helper/tokens.ts';

const INITIALIZED = 0x400n;
const NOT_RECOGNIZED = 0xe1n;
const ADDRESS = { module: '/m.so', object: 'o', pin: { value: '8642' } };

/** @param labels by slot; undefined for a token that the library does not recognize */
function moduleOf(labels: readonly (string | undefined)[]): Module {
  const functions = {
    C_GetSlotList: (_present: number, slots: Buffer, count: Buffer) => {
      for (const at of labels.keys()) {
        slots.writeBigUInt64LE(BigInt(at), at * 8);
      }
      count.writeBigUInt64LE(BigInt(labels.length));
      return 0n;
    },
    C_GetTokenInfo: (slot: bigint, info: Buffer) => {
      const label = labels[Number(slot)];
      if (label === undefined) {
        return NOT_RECOGNIZED;
      }
      info.write(label.padEnd(96), 'utf8');
      info.writeBigUInt64LE(INITIALIZED, 96);
      return 0n;
    },
    C_OpenSession: (slot: bigint, _flags: bigint, _data: bigint, _notify: bigint, session: Buffer) => {
      session.writeBigUInt64LE(slot + 70n);
      return 0n;
    },
  };
  return { functions, addressOf: () => 0n } as unknown as Module;
}

describe('a slot with an unrecognized token', () => {
  it('does not hide the token in another slot', () => {
    expect(signIn(moduleOf([undefined, 'Turnpike']), { ...ADDRESS, token: { token: 'Turnpike' } })).toBe(71n);
  });

  it('is named where no other slot has the token', () => {
    expect(() => signIn(moduleOf([undefined, 'Another']), { ...ADDRESS, token: { token: 'Turnpike' } })).toThrow(
      'C_GetTokenInfo answers CKR_TOKEN_NOT_RECOGNIZED',
    );
  });
});
