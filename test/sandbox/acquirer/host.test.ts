import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { decodeMessage, encodeMessage } from '../../../src/adapters/acquirers/iso8583/message/codec.ts';
import type { FieldNumber, IsoFields, IsoMessage } from '../../../src/adapters/acquirers/iso8583/message/fields.ts';
import { FrameReader, frame } from '../../../src/adapters/acquirers/iso8583/message/frame.ts';
import { adviceMessage, requestMessage, reversalMessage } from '../../../src/adapters/acquirers/iso8583/messages.ts';
import type { AcquirerHost } from '../../../src/sandbox/acquirer/host.ts';
import { adviceOn, authorization, card, refundOf, replyOf, reversalOf } from '../../adapters/acquirers/fixtures.ts';
import { hostWith, linkTo, statesOf } from './rig.ts';

const SIGN_ON: IsoMessage = { mti: '0800', fields: { 11: '000001', 41: 'RAWLINK0', 70: '001' } };

/**
 * Sends messages over a socket of its own, one after another, and returns the answers: for messages that the link never
 * sends.
 */
async function exchange(host: AcquirerHost, ...messages: IsoMessage[]): Promise<IsoMessage[]> {
  const socket = connect({ host: '127.0.0.1', port: host.port });
  const answers: IsoMessage[] = [];
  const reader = new FrameReader((text) => answers.push(decodeMessage(text)));
  socket.on('data', (chunk) => reader.push(chunk as Buffer));
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const [index, message] of messages.entries()) {
    socket.write(frame(encodeMessage(message)), 'latin1');
    await vi.waitFor(() => expect(answers).toHaveLength(index + 1));
  }
  socket.destroy();
  return answers;
}

function pick({ fields }: IsoMessage, numbers: readonly FieldNumber[]): IsoFields {
  return Object.fromEntries(numbers.map((number) => [number, fields[number]]));
}

describe('the host’s connections', () => {
  it('serves many links and many requests at once, one entry each', async () => {
    const { host } = await hostWith();
    const links = await Promise.all([linkTo(host), linkTo(host), linkTo(host)]);
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, index) => links[index % 3]?.request(authorization({ orderId: `o${index}` }))),
    );
    expect(outcomes.filter((outcome) => outcome?.status === 'ANSWERED')).toHaveLength(600);
    expect(new Set(host.ledger({}).map(({ order }) => order)).size).toBe(600);
    expect(host.ledger({})).toHaveLength(600);
  });

  it('is found again by the link after a restart', async () => {
    const first = await hostWith();
    const link = await linkTo(first.host);
    const { port } = first.host;
    await first.host.close();
    await vi.waitFor(() => expect(link.ready()).toBe(false));
    const second = await hostWith({ port });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
    expect(statesOf(second.host)).toEqual(['APPROVED']);
  });

  it('does nothing for a connection that has not signed on, or has signed off', async () => {
    const { host } = await hostWith();
    const payment = () => requestMessage(authorization());
    const signOff = { mti: '0800', fields: { ...SIGN_ON.fields, 70: '002' } };
    const answers = await exchange(host, payment(), SIGN_ON, payment(), signOff, payment());
    expect(answers.map(({ fields }) => fields[39])).toEqual(['58', '00', '00', '00', '58']);
    expect(statesOf(host)).toEqual(['APPROVED']);
  });

  it('answers an echo', async () => {
    const { host } = await hostWith();
    const echo = { mti: '0800', fields: { 11: '000002', 41: 'RAWLINK0', 70: '301' } };
    expect(await exchange(host, echo)).toEqual([{ mti: '0810', fields: { ...echo.fields, 39: '00' } }]);
  });

  it('refuses a message that lacks a field, or has an unknown currency, without an entry', async () => {
    const { host } = await hostWith();
    const whole = requestMessage(authorization());
    const without = (field: 2 | 4 | 37 | 49 | 61) => ({
      mti: whole.mti,
      fields: { ...whole.fields, [field]: undefined },
    });
    const odd = { mti: whole.mti, fields: { ...whole.fields, 49: '000' } };
    const reversal = reversalMessage(reversalOf(authorization()), false);
    const nameless = { mti: reversal.mti, fields: { ...reversal.fields, 48: undefined } };
    const messages = [SIGN_ON, without(2), without(4), without(37), without(49), without(61), odd, nameless];
    const codes = (await exchange(host, ...messages)).map(({ fields }) => fields[39]);
    expect(codes).toEqual(['00', '30', '30', '30', '30', '30', '12', '30']);
    expect(host.ledger({})).toEqual([]);
  });

  it('answers advices and voids by the types that belong to them, with the fields that name them', async () => {
    const { host } = await hostWith();
    const earlier = authorization();
    const capture = adviceOn(earlier, 'CAPTURE', { amount: 500n });
    const [, approval, ...answers] = await exchange(
      host,
      SIGN_ON,
      requestMessage(earlier),
      adviceMessage(capture, false),
      adviceMessage(capture, true),
      requestMessage(refundOf(capture, { amount: 100n })),
      adviceMessage(adviceOn(earlier, 'VOID'), false),
      adviceMessage(adviceOn(earlier, 'VOID'), true),
    );
    expect(answers.map(({ mti, fields }) => [mti, fields[3], fields[4], fields[39]])).toEqual([
      ['0230', '000000', '000000000500', '00'],
      ['0230', '000000', '000000000500', '00'],
      ['0210', '200000', '000000000100', '00'],
      ['0430', '000000', '000000001200', '21'],
      ['0430', '000000', '000000001200', '21'],
    ]);
    expect(answers[0]?.fields).toEqual({
      ...pick(adviceMessage(capture, false), [3, 4, 7, 11, 12, 13, 22, 37, 41, 42, 49]),
      38: approval?.fields[38],
      39: '00',
      48: approval?.fields[48]?.slice(0, 'TI015000000000000001VC004XXXX'.length),
    });
  });

  it('refuses an advice that names no original, or only a half of its name, without an entry', async () => {
    const { host } = await hostWith();
    const without = (message: IsoMessage, field: 48 | 90) => ({
      mti: message.mti,
      fields: { ...message.fields, [field]: undefined },
    });
    const messages = (['UPDATE', 'VOID'] as const).flatMap((kind) => {
      const message = adviceMessage(adviceOn(authorization(), kind), false);
      return [without(message, 48), without(message, 90)];
    });
    const codes = (await exchange(host, SIGN_ON, ...messages)).map(({ fields }) => fields[39]);
    expect(codes).toEqual(['00', '30', '30', '30', '30']);
    expect(host.ledger({})).toEqual([]);
    expect(host.counters().formatErrors).toBe(4);
  });

  it('does not return the card number', async () => {
    const { host } = await hostWith();
    const [, answer] = await exchange(
      host,
      SIGN_ON,
      requestMessage(authorization({ instrument: card('0139', '100') })),
    );
    expect(Object.keys(answer?.fields ?? {}).map(Number)).toEqual([
      3, 4, 7, 11, 12, 13, 22, 37, 38, 39, 41, 42, 44, 48, 49,
    ]);
  });

  it.each([
    ['no message', Buffer.from(frame('?'.repeat(40)), 'latin1')],
    ['an impossible length', Buffer.from([0, 0])],
    [
      'a message that cannot be answered',
      Buffer.from(frame(encodeMessage({ mti: '0100', fields: { 4: '000000000000' } }))),
    ],
    ['an answer', Buffer.from(frame(encodeMessage({ mti: '0110', fields: SIGN_ON.fields })))],
  ])('cuts a connection that sends %s, and serves the others', async (_, bytes) => {
    const { host, log } = await hostWith();
    const link = await linkTo(host);
    const socket = connect({ host: '127.0.0.1', port: host.port });
    socket.write(bytes);
    await once(socket, 'close');
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn' });
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('reports that it cannot listen where the port is taken', async () => {
    const { host } = await hostWith();
    await expect(hostWith({ port: host.port })).rejects.toThrow(/EADDRINUSE/);
  });
});
