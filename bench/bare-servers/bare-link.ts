/**
 * One connection to the sandbox's acquirer with ISO 8583 messages of one layout. The messages of one turn of the event
 * loop are written at once. It has no time-outs, echoes, reversals or reconnection.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  decodeMessage,
  encodeMessage,
  FrameReader,
  frame,
  type IsoFields,
  MTI,
  NETWORK_CODE,
  transmissionTimes,
} from '../../src/adapters/acquirers/iso8583/message/index.ts';

const TERMINAL = 'BARELINK';
const MERCHANT = 'TESTSHOP';
const GBP = '826';
const STAN_MAX = 999_999;

export interface BareRequest {
  readonly orderId: string;
  readonly number: string;
  /** YYMM. */
  readonly expiry: string;
  /** In minor units. */
  readonly amount: string;
}

export interface BareReply {
  /** Field 39. */
  readonly responseCode: string | undefined;
  /** Field 38. */
  readonly authorizationCode: string | undefined;
}

export class BareLink {
  readonly #socket: Socket;
  readonly #waiting = new Map<string, (fields: IsoFields) => void>();
  #stan = 0;
  #unsent = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    const reader = new FrameReader((message) => this.#receive(decodeMessage(message).fields));
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
  }

  /** Connects to the acquirer on this machine, and signs on. */
  static async open(port: number): Promise<BareLink> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    const link = new BareLink(socket);
    const { transmission } = transmissionTimes(Date.now());
    const fields = { 7: transmission, 41: TERMINAL, 70: NETWORK_CODE.signOn };
    await link.#exchange(MTI.networkManagement, fields);
    return link;
  }

  async authorize({ orderId, number, expiry, amount }: BareRequest): Promise<BareReply> {
    const { transmission, time, date } = transmissionTimes(Date.now());
    const answer = await this.#exchange(MTI.authorization, {
      2: number,
      3: '000000',
      4: amount.padStart(12, '0'),
      7: transmission,
      12: time,
      13: date,
      14: expiry,
      22: '012',
      41: TERMINAL,
      42: MERCHANT.padEnd(15),
      49: GBP,
      61: orderId,
      62: '1',
      63: MERCHANT,
    });
    return { responseCode: answer[39], authorizationCode: answer[38] };
  }

  #exchange(mti: string, fields: IsoFields): Promise<IsoFields> {
    this.#stan = (this.#stan % STAN_MAX) + 1;
    const stan = String(this.#stan).padStart(6, '0');
    const bytes = frame(encodeMessage({ mti, fields: { ...fields, 11: stan, 37: stan.padStart(12, '0') } }));
    if (this.#unsent === '') {
      setImmediate(() => this.#flush());
    }
    this.#unsent += bytes;
    return new Promise((settle) => this.#waiting.set(stan, settle));
  }

  #flush(): void {
    const bytes = this.#unsent;
    this.#unsent = '';
    this.#socket.write(bytes, 'latin1');
  }

  #receive(fields: IsoFields): void {
    const stan = fields[11] ?? '';
    this.#waiting.get(stan)?.(fields);
    this.#waiting.delete(stan);
  }
}
