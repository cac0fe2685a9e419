/** The PSP's effects and answers for each request, including the description's errors. */
import { expect, it } from 'vitest';
import { crcOf } from '../../../src/adapters/providers/pix/br-code.ts';
import { chargeOf, OTHER, openPsp, problemOf, SHOP, TXID } from './rig.ts';

it('the PSP gives tokens to its clients alone, for client credentials alone', async () => {
  const { api, token } = await openPsp();
  expect(await token()).toMatch(/^[\w-]{43}$/);
  const ask = (authorization: string, body: string) =>
    fetch(`${api}/oauth/token`, { method: 'POST', headers: { authorization }, body });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const right = basic(`${SHOP.clientId}:${SHOP.clientSecret}`);
  expect((await ask(basic('the-shop:guessed'), 'grant_type=client_credentials')).status).toBe(401);
  expect((await ask(right, 'grant_type=password')).status).toBe(400);
  expect((await ask(right, 'grant_type=client_credentials')).status).toBe(200);
});

it('the PSP makes a charge, returns its code, and shows its state', async () => {
  const { call, charged, psp } = await openPsp();
  const made = await charged({ solicitacaoPagador: 'Two books', infoAdicionais: [{ nome: 'Pedido', valor: 'O-1' }] });
  expect(made.status).toBe(201);
  const { location, pixCopiaECola: code } = made.body;
  expect(code).toContain(location);
  expect(crcOf(code.slice(0, -4))).toBe(code.slice(-4));
  expect(made.body).toMatchObject({ txid: TXID, status: 'ATIVA', revisao: 0, valor: { original: '37.00' } });
  expect((await call('GET', `/cob/${TXID}`)).body).toEqual(made.body);
  expect(psp.ledger.charges.all()).toHaveLength(1);
});

it('the PSP changes nothing by the same request again, and counts each change', async () => {
  const { charged, call } = await openPsp();
  const first = await charged();
  expect((await charged()).body).toEqual(first.body);
  const changed = await charged({ valor: { original: '40.00' } });
  expect(changed.body).toMatchObject({ revisao: 1, valor: { original: '40.00' } });
  const patched = await call('PATCH', `/cob/${TXID}`, { valor: { original: '41.00' } });
  expect([patched.status, patched.body.revisao, patched.body.valor.original]).toEqual([200, 2, '41.00']);
});

it('the PSP removes a charge once, and does not change it any more', async () => {
  const { charged, call } = await openPsp();
  await charged();
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  expect(problemOf(await call('PATCH', `/cob/${TXID}`, { ...removal, solicitacaoPagador: 'x' }))).toBe(
    '400 CobOperacaoInvalida',
  );
  expect((await call('PATCH', `/cob/${TXID}`, removal)).body.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  expect(problemOf(await call('PATCH', `/cob/${TXID}`, removal))).toBe('400 CobOperacaoInvalida');
  expect(problemOf(await charged())).toBe('400 CobOperacaoInvalida');
});

it.each([
  ['no amount', { valor: {} }],
  ['an amount of nothing', { valor: { original: '0.00' } }],
  ['an amount in one place', { valor: { original: '1.0' } }],
  ['a number as its amount', { valor: { original: 37 } }],
  ['no time at all', { calendario: { expiracao: 0 } }],
  ['a time in text', { calendario: { expiracao: '3600' } }],
  ['no key', { chave: undefined }],
  ['a key of somebody else', { chave: OTHER.key }],
  ['a text that is too long', { solicitacaoPagador: 'x'.repeat(141) }],
  ['information without a name', { infoAdicionais: [{ valor: 'x' }] }],
])('the PSP refuses a charge with %s', async (_, changes) => {
  const { charged, psp } = await openPsp();
  const refused = await charged(changes);
  expect(problemOf(refused)).toBe('400 CobOperacaoInvalida');
  expect(refused.type).toContain('application/problem+json');
  expect(psp.ledger.charges.all()).toEqual([]);
});

it.each(['short', 'x'.repeat(36), `${TXID.slice(0, -1)}-`])('the PSP refuses the id %s', async (txid) => {
  const { charged } = await openPsp();
  expect(problemOf(await charged({}, txid))).toBe('400 CobOperacaoInvalida');
});

it('the PSP hides a client’s records from others', async () => {
  const { call, charged, control } = await openPsp();
  await charged();
  await control('PUT', `/charges/${TXID}`, { act: 'PAY' });
  const [pix] = (await call('GET', `/cob/${TXID}`)).body.pix;
  expect(problemOf(await call('GET', `/cob/${TXID}`, undefined, OTHER))).toBe('404 CobNaoEncontrado');
  expect(problemOf(await call('PUT', `/cob/${TXID}`, chargeOf({ chave: OTHER.key }), OTHER))).toBe(
    '400 CobOperacaoInvalida',
  );
  expect(problemOf(await call('GET', `/pix/${pix.endToEndId}`, undefined, OTHER))).toBe('404 PixNaoEncontrado');
  const refund = `/pix/${pix.endToEndId}/devolucao/R1`;
  expect(problemOf(await call('PUT', refund, { valor: '1.00' }, OTHER))).toBe('404 PixNaoEncontrado');
  expect(problemOf(await call('GET', '/cob/7978c0c97ea847e78e8849634473c1f2'))).toBe('404 CobNaoEncontrado');
});

it('the PSP refunds no more than was paid, each id once, and nothing after 90 days', async () => {
  const { call, charged, control, psp } = await openPsp();
  psp.accounts.tokenSeconds = 100 * 86_400;
  await charged();
  await control('PUT', `/charges/${TXID}`, { act: 'PAY' });
  const [{ endToEndId }] = (await call('GET', `/cob/${TXID}`)).body.pix;
  const refund = (id: string, valor: string) => call('PUT', `/pix/${endToEndId}/devolucao/${id}`, { valor });
  expect((await refund('R1', '30.00')).body).toMatchObject({ id: 'R1', valor: '30.00', status: 'EM_PROCESSAMENTO' });
  expect((await refund('R1', '30.00')).status).toBe(201);
  expect(problemOf(await refund('R1', '5.00'))).toBe('400 PixDevolucaoInvalida');
  expect(problemOf(await refund('R2', '7.01'))).toBe('400 PixDevolucaoInvalida');
  expect(problemOf(await refund('R2', '0.00'))).toBe('400 PixDevolucaoInvalida');
  psp.setAhead(1_000);
  expect((await call('GET', `/pix/${endToEndId}/devolucao/R1`)).body).toMatchObject({
    status: 'DEVOLVIDO',
    horario: { liquidacao: expect.any(String) },
  });
  expect(problemOf(await call('GET', `/pix/${endToEndId}/devolucao/R9`))).toBe('404 NaoEncontrado');
  expect((await call('GET', `/pix/${endToEndId}`)).body.devolucoes).toHaveLength(1);
  psp.setAhead(90 * 86_400_000 + 1);
  expect(problemOf(await refund('R3', '7.00'))).toBe('400 PixDevolucaoInvalida');
});

it('the PSP keeps one address for each key, which its owner alone may change', async () => {
  const { call } = await openPsp();
  const path = `/webhook/${SHOP.key}`;
  expect(problemOf(await call('GET', path))).toBe('404 WebhookNaoEncontrado');
  expect(problemOf(await call('DELETE', path))).toBe('404 WebhookNaoEncontrado');
  expect(problemOf(await call('PUT', path, { webhookUrl: 'no address' }))).toBe('400 WebhookOperacaoInvalida');
  expect(problemOf(await call('PUT', path, { webhookUrl: 'https://a.example' }, OTHER))).toBe(
    '400 WebhookOperacaoInvalida',
  );
  expect((await call('PUT', path, { webhookUrl: 'https://shop.example/pix' })).status).toBe(200);
  expect((await call('GET', path)).body.webhookUrl).toBe('https://shop.example/pix');
  expect((await call('DELETE', path)).status).toBe(204);
});

it('the PSP requires valid JSON, and a valid token', async () => {
  const { api, token } = await openPsp();
  const put = (headers: Record<string, string>, body: string) =>
    fetch(`${api}/api/v2/cob/${TXID}`, { method: 'PUT', headers, body });
  const authorization = `Bearer ${await token()}`;
  const body = JSON.stringify(chargeOf());
  expect((await put({ authorization, 'content-type': 'text/plain' }, body)).status).toBe(400);
  expect((await put({ authorization, 'content-type': 'application/json' }, '{"valor":')).status).toBe(400);
  expect((await put({ authorization: 'Bearer guessed', 'content-type': 'application/json' }, body)).status).toBe(401);
  expect((await put({ 'content-type': 'application/json' }, body)).status).toBe(401);
});
