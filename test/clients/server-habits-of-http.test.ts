/** Clients' HTTP habits: bodies on GET, a host with its port, JSON behind a byte order mark. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, newOrderId, PASSWORD, paying, type Rig, startRig, withCard } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ PUBLIC_ORIGIN: 'http://localhost' });
});
afterAll(() => rig.close());

const AS_SHOP = `Authorization: ${basic('TESTSHOP', PASSWORD)}`;
const INQUIRY = '/api/rest/version/100/merchant/TESTSHOP/paymentOptionsInquiry';

/** The whole response to one request, after which the gateway closes the connection. */
async function answerTo(lines: readonly string[]): Promise<string> {
  const socket = connect(rig.app.port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const parts: Buffer[] = [];
  for await (const part of socket) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

describe('the header Host', () => {
  it.each(['localhost', 'localhost:80', 'LOCALHOST'])('may be %s', async (host) => {
    const answer = await answerTo([`GET ${INQUIRY} HTTP/1.1`, `Host: ${host}`, AS_SHOP, 'Connection: close']);
    expect(answer).toContain('HTTP/1.1 200');
  });

  it.each(['localhost:443', 'elsewhere.example'])('is refused as %s, and the right one named', async (host) => {
    const answer = await answerTo([`GET ${INQUIRY} HTTP/1.1`, `Host: ${host}`, AS_SHOP, 'Connection: close']);
    expect(answer).toContain('HTTP/1.1 421');
    expect(answer).toContain('This server answers for localhost alone.');
  });
});

it('a client of HTTP/1.0 gets its answer, and the connection ends', async () => {
  expect(await answerTo([`GET ${INQUIRY} HTTP/1.0`, 'Host: localhost', AS_SHOP])).toContain('200 OK');
});

describe('a body', () => {
  it('is accepted behind a byte order mark, also an empty one', async () => {
    const paid = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, `\uFEFF${JSON.stringify(paying('PAY'))}`);
    expect([paid.status, paid.json.result]).toEqual([201, 'SUCCESS']);
    expect((await rig.api('POST', '/session', '\uFEFF')).status).toBe(201);
  });

  it('of UTF-16 is refused by that name', async () => {
    const reply = await rig.api('POST', '/session', Buffer.from('\uFEFF{}', 'utf16le'));
    expect([reply.status, reply.json.error.explanation]).toEqual([400, 'The body is not valid UTF-8: it is UTF-16.']);
  });

  it('of a GET or DELETE is ignored', async () => {
    const order = newOrderId();
    await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
    expect((await rig.api('GET', `/order/${order}`, '{"half":')).json.id).toBe(order);
    const { token } = (await rig.api('POST', '/token', withCard({ securityCode: null }))).json;
    expect((await rig.api('DELETE', `/token/${token}`, {})).status).toBe(200);
  });
});
