/** The link's peer in tests: accepts sign-ons, and leaves every other message to the test. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { decodeMessage, encodeMessage } from '../../../../src/adapters/acquirers/iso8583/message/codec.ts';
import type { IsoFields, IsoMessage } from '../../../../src/adapters/acquirers/iso8583/message/fields.ts';
import { FrameReader, frame } from '../../../../src/adapters/acquirers/iso8583/message/frame.ts';

export interface PeerMessage {
  readonly message: IsoMessage;
  readonly socket: Socket;
  /** Answers with the fields that identify the message, and the given ones. */
  reply(fields: IsoFields): void;
}

export interface Peer {
  readonly url: string;
  readonly port: number;
  /** Every received message, sign-ons and echoes included. */
  readonly received: PeerMessage[];
  readonly sockets: Set<Socket>;
  /** Messages other than those of network management. */
  payments(): PeerMessage[];
  close(): Promise<void>;
}

const ANSWER: Record<string, string> = {
  '0100': '0110',
  '0200': '0210',
  '0220': '0230',
  '0221': '0230',
  '0420': '0430',
  '0421': '0430',
  '0600': '0610',
  '0800': '0810',
};

export interface PeerOptions {
  readonly host?: string;
  readonly port?: number;
  /** Field 39 for each network management message, or undefined to leave it unanswered. */
  readonly network?: (message: IsoMessage) => string | undefined;
  /** Further fields of its answers to network management. */
  readonly networkFields?: IsoFields;
  readonly onPayment?: (payment: PeerMessage) => void;
  /** Absent: no TLS. */
  readonly tls?: TlsOptions;
}

export async function startPeer(options: PeerOptions = {}): Promise<Peer> {
  const { host = '127.0.0.1', port = 0, network = () => '00', networkFields = {}, onPayment, tls } = options;
  const received: PeerMessage[] = [];
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket);
    const reader = new FrameReader((text) => {
      const message = decodeMessage(text);
      const arrived = { message, socket, reply: (fields: IsoFields) => send(socket, answerTo(message, fields)) };
      received.push(arrived);
      if (message.mti !== '0800') {
        onPayment?.(arrived);
        return;
      }
      const code = network(message);
      if (code !== undefined) {
        arrived.reply({ ...networkFields, 39: code });
      }
    });
    socket.on('data', (chunk) => reader.push(chunk as Buffer));
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server: Server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.listen(port, host);
  await once(server, 'listening');
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `iso8583${tls === undefined ? '' : 's'}://127.0.0.1:${taken}`,
    port: taken,
    received,
    sockets,
    payments: () => received.filter(({ message }) => message.mti !== '0800'),
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

export function send(socket: Socket, message: IsoMessage): void {
  socket.write(frame(encodeMessage(message)), 'latin1');
}

export function answerTo({ mti, fields }: IsoMessage, added: IsoFields): IsoMessage {
  const { 7: transmission, 11: stan, 41: terminal, 70: network } = fields;
  return { mti: ANSWER[mti] as string, fields: { 7: transmission, 11: stan, 41: terminal, 70: network, ...added } };
}
