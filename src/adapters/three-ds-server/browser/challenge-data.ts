/** The form fields of a challenge: the CReq to the ACS, and the CRes from the ACS. */
import { readMessage } from '../messages/read-message.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import { writeMessage } from '../messages/write-message.ts';
import type { AuthenticationSubject, Identity } from '../transaction/state.ts';
import { decodeBase64Url, encodeBase64Url } from './encoding.ts';

export function creqField(
  { threeDSServerTransID, version }: AuthenticationSubject,
  { acsTransID }: Identity,
  challengeWindowSize: MessageOf<'CReq'>['challengeWindowSize'],
): string {
  return encodeBase64Url(
    writeMessage<'CReq'>({
      messageType: 'CReq',
      messageVersion: version,
      threeDSServerTransID,
      acsTransID,
      challengeWindowSize,
    }),
  );
}

/** @returns the status in the CRes, N if it has none; undefined if the CRes does not belong to this challenge */
export function readCres(
  field: string,
  { threeDSServerTransID, messageCategory }: AuthenticationSubject,
  { acsTransID }: Identity,
): 'Y' | 'N' | undefined {
  const bytes = decodeBase64Url(field);
  const read = bytes && readMessage(bytes, { types: ['CRes'], context: { messageCategory } });
  if (read === undefined || !read.ok) {
    return undefined;
  }
  const { message } = read;
  const isOurs =
    message.threeDSServerTransID.toLowerCase() === threeDSServerTransID.toLowerCase() &&
    message.acsTransID.toLowerCase() === acsTransID.toLowerCase();
  return isOurs ? (message.transStatus ?? 'N') : undefined;
}
