/** The challenge's form fields: a CReq to the ACS, and a CRes back. */
import { readMessage } from '../messages/read-message.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import { writeMessage } from '../messages/write-message.ts';
import type { AuthenticationSubject, Identity } from '../transaction/state.ts';
import { decoded, encoded } from './encoding.ts';

export function creqField(
  { threeDSServerTransID, version }: AuthenticationSubject,
  { acsTransID }: Identity,
  challengeWindowSize: MessageOf<'CReq'>['challengeWindowSize'],
): string {
  return encoded(
    writeMessage<'CReq'>({
      messageType: 'CReq',
      messageVersion: version,
      threeDSServerTransID,
      acsTransID,
      challengeWindowSize,
    }),
  );
}

/** @returns what the CRes says, or undefined where it is none of this challenge. Without a status it hints at N. */
export function readCres(
  field: string,
  { threeDSServerTransID, messageCategory }: AuthenticationSubject,
  { acsTransID }: Identity,
): 'Y' | 'N' | undefined {
  const bytes = decoded(field);
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
