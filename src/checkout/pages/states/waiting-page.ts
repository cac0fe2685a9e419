/** The page of a form that waits in the challenge queue. */
import type { PageView, UnpayablePage } from '../../../web/views/index.ts';
import { challengeFor } from '../../pay/challenge-queue/proof.ts';
import { doneAddress, payAddress } from '../../session/page-addresses.ts';
import type { Wait } from '../../session/wait.ts';
import { shopUrlOf } from '../../status/checkout-status.ts';
import { unpayablePage } from '../unpayable-page.ts';
import type { Visit } from '../visit.ts';

const POLL_SECONDS = 2;

export async function waitingPage(visit: Visit<'waiting'>): Promise<PageView<UnpayablePage>> {
  const { dependencies, found, state, context } = visit;
  const page = unpayablePage(context, 'waiting', shopUrlOf(dependencies, found), {
    proof: await proofOf(visit),
    poll: {
      address: doneAddress(found.session.id),
      seconds: POLL_SECONDS,
      reloadSeconds: reloadIn(state.wait, dependencies.gateway.clock.now()),
    },
  });
  return { page };
}

/** Without script the page reloads once, at the end of its wait, so that it does not interrupt a screen reader. */
function reloadIn({ opensAt }: Wait, now: number): number {
  return Math.max(POLL_SECONDS, Math.ceil((opensAt - now) / 1_000) + 1);
}

/** The challenge for the page's script; undefined if the browser has solved it. */
async function proofOf({
  dependencies: { gateway },
  found: { session },
  state: { wait },
}: Visit<'waiting'>): Promise<UnpayablePage['proof']> {
  return wait.isProven
    ? undefined
    : { action: payAddress(session.id), challenge: await challengeFor(gateway.sealer, session.key, wait) };
}
