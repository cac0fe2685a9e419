/** The payer's browser returns to one process while another one receives the bank's answer. */
import { expect, it } from 'vitest';
import { abandon } from '../../../../src/checkout/pay/authentication/abandon.ts';
import { advanceAuthentication } from '../../../../src/checkout/pay/authentication/advance.ts';
import { checkoutStatus } from '../../../../src/checkout/status/checkout-status.ts';
import { storedSession } from '../../../../src/checkout/status/payment-link.ts';
import { OUTCOMES } from '../../../core/payer-authentication/rig.ts';
import { answered } from '../../../core/world.ts';
import { bankAgrees, collected, patientRig, payerProcess, sentCard, sentCardBehindLink } from './payer-processes.ts';

/** The same object, except that each call of this method waits. */
function heldAt<Part extends object>(part: Part, method: keyof Part) {
  const [reached, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = new Proxy(part, {
    get(target, name) {
      const member = target[name as keyof Part];
      if (typeof member !== 'function') {
        return member;
      }
      const call = member.bind(target);
      return name !== method
        ? call
        : async (...given: unknown[]) => {
            reached.resolve();
            await mayGoOn.promise;
            return call(...given);
          };
    },
  });
  return { held, reached: reached.promise, goOn: mayGoOn.resolve };
}

it('a soft decline leads to the second authentication, also where another process reads the session in between', async () => {
  const made = await patientRig();
  made.acquirer.says = () => answered({ gatewayCode: 'DECLINED', acquirerCode: '1A', needsAuthentication: true });
  const [one, other] = [payerProcess(made), payerProcess(made)];
  const session = await sentCard(made, one, OUTCOMES.DECOUPLED);
  await advanceAuthentication(one, session);
  await bankAgrees(made);

  const beforePayment = heldAt(other.sessions, 'touch');
  const beforeAgain = heldAt(one.sessionService, 'collectAgain');
  const second = advanceAuthentication({ ...other, sessions: beforePayment.held }, session);
  await beforePayment.reached;
  const first = advanceAuthentication({ ...one, sessionService: beforeAgain.held }, session);
  await beforeAgain.reached;
  beforePayment.goOn();
  await second;
  beforeAgain.goOn();
  await first;

  expect(made.acquirer.requests).toHaveLength(1);
  const stored = await one.sessionService.findById(session.id);
  expect(stored?.checkout?.authentication).toMatchObject({ attempt: '2', transactionId: '3DS-2', isMandated: true });
  expect(stored?.sealedCard).not.toBeNull();
  expect((await made.stored('3DS-2')).requested).not.toBeNull();
});

it.each([
  ['a checkout', sentCard],
  ['a payment link', sentCardBehindLink],
])('another process does not cancel a payment under way: %s', async (_which, sent) => {
  const made = await patientRig();
  const reply = Promise.withResolvers<ReturnType<typeof answered>>();
  made.acquirer.says = () => reply.promise;
  const [one, other] = [payerProcess(made), payerProcess(made)];
  const session = await sent(made, one, OUTCOMES.DECOUPLED);
  await advanceAuthentication(one, session);
  await bankAgrees(made);

  const beforePlan = heldAt(other.gateway.sources, 'session');
  const second = advanceAuthentication({ ...other, gateway: { ...other.gateway, sources: beforePlan.held } }, session);
  await beforePlan.reached;
  const first = advanceAuthentication(one, session);
  await expect.poll(() => made.acquirer.requests.length).toBe(1);
  beforePlan.goOn();
  expect(await second).toBe(false);
  reply.resolve(answered({ gatewayCode: 'DECLINED', acquirerCode: '1A', needsAuthentication: true }));
  await first;

  const stored = await one.sessionService.findById(session.id);
  expect(stored?.checkout?.authentication).toMatchObject({ transactionId: '3DS-2', isMandated: true });
  expect(stored?.sealedCard).not.toBeNull();
});

it('a late cancel does not remove the card that the payer has sent since', async () => {
  const made = await patientRig();
  const [one, other] = [payerProcess(made), payerProcess(made)];
  const { id } = await sentCardBehindLink(made, one, OUTCOMES.DECOUPLED);
  const seen = (await checkoutStatus(other, id))!;
  expect(await abandon(one, seen, 'cancelled')).toBe(true);
  const stored = await storedSession(one, (await checkoutStatus(one, id))!.session);
  const again = await collected(one.sessionService, stored, OUTCOMES.CHALLENGED);
  expect(await abandon(other, seen, 'changed')).toBe(false);
  expect((await one.sessionService.findById(id))?.version).toBe(again.version);
});
