/** A P2PE terminal's side of DUKPT: encrypts under the key that its serial number and counter give. */
import { createCipheriv } from 'node:crypto';
import { type DukptMessage, dataRequestKey } from '../../../src/adapters/vault/dukpt.ts';

/** The base derivation key of X9.24-1's own examples. */
export const BDK = '0123456789ABCDEFFEDCBA9876543210';

/** @param plain whole blocks of 8 bytes */
export function encrypted(plain: Buffer, keySerialNumber: string, initializationVector?: string): DukptMessage {
  const vector = Buffer.from(initializationVector ?? '00'.repeat(8), 'hex');
  const cipher = createCipheriv('des-ede-cbc', dataRequestKey(BDK, keySerialNumber), vector);
  cipher.setAutoPadding(false);
  const payload = Buffer.concat([cipher.update(plain), cipher.final()])
    .toString('hex')
    .toUpperCase();
  return {
    bdk: BDK,
    keySerialNumber,
    payload,
    ...(initializationVector !== undefined && { initializationVector }),
  };
}
