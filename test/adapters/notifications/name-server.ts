/** A name server for tests (RFC 1035), with given answers or none. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { onTestFinished } from 'vitest';

export type Kind = 'A' | 'AAAA';
const KINDS: Readonly<Record<number, Kind>> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;

export interface NameServer {
  /** In the format of c-ares. */
  readonly address: string;
  /** Every received query. */
  readonly asked: readonly string[];
}

type CleanUp = (close: () => void) => void;

/**
 * @param answer addresses; 'NONE': there is no such name; undefined: silence
 * @param context of the test that uses it, where others run at the same time
 */
export async function nameServer(
  answer: (name: string, kind: Kind) => readonly string[] | 'NONE' | undefined,
  context: { readonly onTestFinished: CleanUp } = { onTestFinished },
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query);
    const kind = KINDS[query.readUInt16BE(end)]!;
    asked.push(`${name} ${kind}`);
    const found = answer(name, kind);
    if (found === undefined) {
      return;
    }
    const records = found === 'NONE' ? [] : found.map((address) => record(query.readUInt16BE(end), address));
    const head = Buffer.alloc(HEADER_BYTES);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(found === 'NONE' ? NO_SUCH_NAME : ANSWERED, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(HEADER_BYTES, end + 4), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  context.onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** For the queried name, with a TTL of zero. */
function record(kind: number, address: string): Buffer {
  const data = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(address.replaceAll(':', ''), 'hex');
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, kind, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}
