/** Parsing of the HTML and of the returned form, as a shop does it. */
import { createDecipheriv } from 'node:crypto';

/** Names and values of hidden inputs, as a browser would post them. */
export function fieldsIn(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [unescaped(name), unescaped(value)]));
}

const ENTITIES: Readonly<Record<string, string>> = { '#39': "'", amp: '&', gt: '>', lt: '<', quot: '"' };

function unescaped(text: string): string {
  return text.replace(/&(#39|amp|gt|lt|quot);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** @throws Error where it was not encrypted under this key */
export function decrypted(fields: Readonly<Record<string, string>>, aes256Key: string): string {
  const bytes = (name: string) => Buffer.from(fields[`encryptedData.${name}`] ?? '', 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(aes256Key, 'base64'), bytes('nonce'));
  decipher.setAuthTag(bytes('tag'));
  return Buffer.concat([decipher.update(bytes('ciphertext')), decipher.final()]).toString('utf8');
}
