/** The Message-IDs of mails. */
import type { Vault } from '../adapters/vault/index.ts';

const ID_BYTES = 16;

/**
 * @param hostname the part after the `@`
 * @returns makes the id of a mail, which is the same in each attempt to send it
 */
export function messageIds(vault: Pick<Vault, 'hash'>, hostname: string): (about: string) => string {
  return (about) => {
    const digest = Buffer.from(vault.hash('receipt mail', about)).subarray(0, ID_BYTES);
    return `<${digest.toString('hex')}@${hostname}>`;
  };
}
