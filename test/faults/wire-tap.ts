/**
 * A proxy between the gateway and its acquirer: it records the gateway's messages and forwards them, except those that
 * a test wants lost.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { decodeMessage } from '../../src/adapters/acquirers/iso8583/message/codec.ts';
import { FrameReader, frame } from '../../src/adapters/acquirers/iso8583/message/frame.ts';

export interface SentMessage {
  readonly mti: string;
  /** Terminal and STAN, by which the acquirer identifies a message. */
  readonly trace: string;
}

export interface WireTap {
  readonly port: number;
  readonly sent: readonly SentMessage[];
  /** Sets the acquirer to forward to; its port may be known only later. */
  leadTo(port: number): void;
  /** From now on messages that match are dropped. */
  lose(isLost: (message: SentMessage) => boolean): void;
  close(): Promise<void>;
}

export async function startWireTap(): Promise<WireTap> {
  const sent: SentMessage[] = [];
  const sockets = new Set<Socket>();
  let target = 0;
  let isLost: (message: SentMessage) => boolean = () => false;
  const server = createServer((gateway) => {
    const acquirer = connect({ port: target, host: '127.0.0.1' });
    const reader = new FrameReader((text) => {
      const { mti, fields } = decodeMessage(text);
      const message = { mti, trace: `${fields[41]}${fields[11]}` };
      sent.push(message);
      if (!isLost(message)) {
        acquirer.write(frame(text), 'latin1');
      }
    });
    for (const [one, other] of [
      [gateway, acquirer],
      [acquirer, gateway],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        // Forwards all received bytes before closing.
        other.end();
      });
    }
    gateway.on('data', (chunk) => reader.push(chunk as Buffer));
    acquirer.on('data', (chunk) => gateway.write(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    leadTo(port) {
      target = port;
    },
    lose(lost) {
      isLost = lost;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
}
