/**
 * The form field of the 3DS Method: the payer's browser carries the 3DS Server's transaction id to the ACS and back.
 */
import { isJsonObject, JsonError, readJson } from '../../../contract/json.ts';
import { decodeBase64Url, encodeBase64Url } from './encoding.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function methodData(threeDSServerTransID: string, threeDSMethodNotificationURL: string): string {
  return encodeBase64Url(JSON.stringify({ threeDSServerTransID, threeDSMethodNotificationURL }));
}

/** @returns the id, or undefined if the field contains no id */
export function readMethodData(field: string): string | undefined {
  const bytes = decodeBase64Url(field);
  const id = bytes && idIn(bytes);
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined;
}

function idIn(bytes: Uint8Array): unknown {
  try {
    const value = readJson(bytes);
    return isJsonObject(value) ? value.threeDSServerTransID : undefined;
  } catch (error) {
    if (error instanceof JsonError) {
      return undefined;
    }
    throw error;
  }
}
