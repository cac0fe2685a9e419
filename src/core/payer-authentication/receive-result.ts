/** Processes a message of a directory server: the authoritative result of a challenge. */ import type { Gateway } from '../gateway.ts';
import type { ReceivedResult } from '../ports/index.ts';
import { changeState } from './stored-authentication.ts';

/**
 * @param gateway that of the store which answers for ids of no other
 * @param scheme the card scheme of the directory server's certificate
 * @param gatewayOf finds the gateway of the store that has the authentication now, if it is another one
 * @returns the response; the change is durable by then
 * @throws Error if the change cannot be stored: the directory server then sends the message again
 */
export async function receiveResult(
  gateway: Gateway,
  body: Uint8Array,
  scheme: string,
  gatewayOf: (transactionId: string) => Promise<Gateway | undefined> = async () => undefined,
): Promise<string> {
  const received = gateway.payerAuthentication.authenticator.resultReceived(body, scheme);
  if (received.status === 'ANSWERED') {
    gateway.log.warn({ scheme, code: received.code }, 'a directory server posted what is no result');
    return received.answer;
  }
  return applyResult((await gatewayOf(received.threeDSServerTransID)) ?? gateway, received, scheme);
}

async function applyResult(
  gateway: Gateway,
  { threeDSServerTransID, apply }: Extract<ReceivedResult, { readonly status: 'RESULT' }>,
  scheme: string,
): Promise<string> {
  const found = await gateway.payerAuthentication.authentications.findByServerId(threeDSServerTransID);
  const { answer, changed } = found === undefined ? apply(undefined) : (await changeState(gateway, found, apply)).made;
  if (changed === undefined) {
    gateway.log.info({ scheme, threeDSServerTransID }, 'a result of a challenge changed nothing');
  } else {
    const result = changed.view.result?.status;
    gateway.log.info({ scheme, threeDSServerTransID, result }, 'a challenge has its result');
  }
  return answer;
}
