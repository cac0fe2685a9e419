/** The way to the OpenID provider and back. */
import { openIdChecks, pageOfState, signInByOpenId } from '../openid.ts';
import type { ConsoleAnswer, ConsoleRequest } from './answer.ts';
import { signInPage, TO, toOf } from './sign-in-pages.ts';

/** A link leads here, and no form: a browser that checks where forms go would refuse the provider's address. */
export async function toOpenIdProvider(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { dependencies, visitor, query } = request;
  const { openId, sealer } = dependencies;
  if (openId === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const address = await openId.signInAddress(openIdChecks(sealer, visitor, toOf(query)));
  return address === undefined ? signInPage(request, 'OPENID_FAILED') : { redirect: address };
}

export async function openIdReturn(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { dependencies, visitor, query, caller } = request;
  const { openId, sealer } = dependencies;
  if (openId === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const to = toOf(new URLSearchParams({ [TO]: pageOfState(query.get('state') ?? '') }));
  const checks = openIdChecks(sealer, visitor, to);
  const answer = await signInByOpenId({ ...dependencies, openId }, { visitor, checks, query }, caller);
  switch (answer.kind) {
    case 'NEXT':
      return { redirect: to, next: answer.next };
    case 'UNINVITED':
      return signInPage(request, 'UNINVITED', { to, email: answer.email });
    case 'REFUSED':
      return signInPage(request, 'REFUSED', { to });
    case 'FAILED':
      return signInPage(request, 'OPENID_FAILED', { to });
  }
}
