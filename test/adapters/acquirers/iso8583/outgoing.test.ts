import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OutgoingQueue, outgoing } from '../../../../src/adapters/acquirers/iso8583/outgoing.ts';

const numbered = Array.from({ length: 40 }, (_, at) => outgoing(`${at} `));
const frames = (from: number, to: number) => numbered.slice(from, to).map((_, at) => `${from + at} `);

/** A socket that keeps what is written to it. */
function recordingSocket({ isFull = false } = {}) {
  const written: string[] = [];
  const drained: (() => void)[] = [];
  const socket = {
    destroyed: false,
    writable: true,
    on: (_: string, heard: () => void) => drained.push(heard),
    write: (text: string) => {
      written.push(text);
      return !isFull;
    },
  };
  return { socket: socket as unknown as Socket, written, drain: () => drained.forEach((heard) => void heard()) };
}

it('writes the messages of one turn in order, sixteen together before its end', async () => {
  const { socket, written } = recordingSocket();
  const queue = new OutgoingQueue(socket);
  for (const { frame } of numbered) {
    queue.push(outgoing(frame));
  }
  expect(written).toEqual([frames(0, 16).join(''), frames(16, 32).join('')]);
  await turn();
  expect(written.slice(2)).toEqual([frames(32, 40).join('')]);
});

it('writes nothing while the buffer is full, and neither what was withdrawn', async () => {
  const { socket, written, drain } = recordingSocket({ isFull: true });
  const queue = new OutgoingQueue(socket);
  const messages = numbered.map(({ frame }) => outgoing(frame));
  for (const message of messages) {
    queue.push(message);
  }
  await turn();
  expect(written).toEqual([frames(0, 16).join('')]);
  const last = messages.at(-1);
  if (last !== undefined) {
    last.state = 'WITHDRAWN';
  }
  drain();
  await turn();
  expect(written.slice(1)).toEqual([frames(16, 39).join('')]);
});
