/** The signatures of ECv2: of a root key over an intermediate key, and of that over the message. */
import { type KeyObject, verify } from 'node:crypto';

const SENDER = 'Google';
export const PROTOCOL = 'ECv2';

/** @param signed the JSON text of the intermediate key, as sent */
export function isIntermediateSigned(key: KeyObject, signed: string, signature: Buffer): boolean {
  return verify('sha256', lengthPrefixed(SENDER, PROTOCOL, signed), key, signature);
}

/** @param recipientId `gateway:` or `merchant:` and an id @param signed the JSON text of the message, as sent */
export function isMessageSigned(key: KeyObject, recipientId: string, signed: string, signature: Buffer): boolean {
  return verify('sha256', lengthPrefixed(SENDER, recipientId, PROTOCOL, signed), key, signature);
}

/** Each text after its length in bytes, four bytes with the lowest first. */
function lengthPrefixed(...texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}
