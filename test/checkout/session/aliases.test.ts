/** Aliases of a session, by which banks and providers return a payer: the pages they open, and the ids they hide. */
import { expect, it } from 'vitest';
import { advanceAuthentication } from '../../../src/checkout/pay/authentication/advance.ts';
import { addressAfterAuthentication } from '../../../src/checkout/pay/authentication/after-authentication.ts';
import type { CheckoutSession } from '../../../src/checkout/session/session.ts';
import type { PayerDependencies } from '../../../src/checkout/status/checkout-status.ts';
import { currentStatus } from '../../../src/checkout/status/payment-link.ts';
import { resolveReturnAddress, returnAddressByKey } from '../../../src/checkout/status/return-address-by-key.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { OUTCOMES, type Rig } from '../../core/payer-authentication/rig.ts';
import { answered } from '../../core/world.ts';
import {
  bankAgrees,
  patientRig,
  payerProcess,
  sentCard,
  sentCardBehindLink,
} from '../pay/authentication/payer-processes.ts';

const idIn = (address: string | undefined) => address?.split('/').at(-1) ?? '';

async function fromBank(by: PayerDependencies, made: Rig): Promise<string> {
  return idIn(await addressAfterAuthentication(by, { authentication: await made.stored('3DS-1') }));
}

/** The payer has sent this card, with a security code, and the bank demands a challenge. */
async function withCode(made: Rig, by: PayerDependencies): Promise<CheckoutSession> {
  const sent = await sentCard(made, by, OUTCOMES.DECOUPLED);
  const { authentication } = sent.checkout;
  const { sourceOfFunds } = by.sessionService.values(sent);
  const { number, expiry } = sourceOfFunds?.provided?.card ?? {};
  const card = { ...(number && { number }), ...(expiry && { expiry }), securityCode: new Secret('100', true) };
  const collected = await by.sessionService.collect(
    sent,
    { sourceOfFunds: { type: 'CARD', provided: { card } }, ...(authentication && { authentication }) },
    sent.form,
  );
  return collected as CheckoutSession;
}

it('a bank and a provider return to an alias, though the process knows the session’s own id', async () => {
  const made = await patientRig();
  const one = payerProcess(made);
  const session = await sentCard(made, one, OUTCOMES.DECOUPLED);
  await advanceAuthentication(one, session);
  const alias = await fromBank(one, made);
  expect(alias).toMatch(/^SESSION[0-9A-Za-z]{24}$/);
  expect(alias).not.toBe(session.id);
  expect(idIn(await resolveReturnAddress(one, returnAddressByKey(session.key)))).toBe(alias);
});

it('another process pays by an alias with the security code sealed under the session’s own id', async () => {
  const made = await patientRig();
  const [one, other] = [payerProcess(made), payerProcess(made)];
  await advanceAuthentication(one, await withCode(made, one));
  const alias = await fromBank(one, made);
  await bankAgrees(made);
  const found = (await currentStatus(other, alias))!;
  expect(other.sessionService.values(found.session).sourceOfFunds?.provided?.card?.securityCode?.reveal()).toBe('100');
  await advanceAuthentication(other, found.session);
  expect((await currentStatus(other, alias))?.state.kind).toBe('paid');
  expect(made.acquirer.requests).toHaveLength(1);
});

it('an alias of a payment link leads to aliases alone, for each session of the link', async () => {
  const made = await patientRig();
  const [one, other] = [payerProcess(made), payerProcess(made)];
  made.acquirer.says = () => answered({ gatewayCode: 'DECLINED', acquirerCode: '05' });
  const session = await sentCardBehindLink(made, one, OUTCOMES.DECOUPLED);
  await advanceAuthentication(one, session);
  await bankAgrees(made);
  await advanceAuthentication(one, session);
  const alias = await fromBank(one, made);
  const next = (await currentStatus(one, alias))!;
  expect(next.state).toMatchObject({ kind: 'pay', attempt: '2' });
  expect(next.session.key).not.toBe(session.key);
  for (const by of [one, other]) {
    for (const { id, alias: known } of [next, (await currentStatus(by, next.session.id))!].flatMap((found) => [
      found.session,
      found.owner,
    ])) {
      expect(known).toBeDefined();
      expect(id).not.toBe(known?.ownId);
    }
  }
  // The link itself continues with the session that was made behind it.
  const link = await currentStatus(other, next.owner.alias?.ownId ?? '');
  expect([link?.session.key, link?.state.kind]).toEqual([next.session.key, 'pay']);
});
