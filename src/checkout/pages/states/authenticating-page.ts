/** The page of a payment that waits for the payer's bank. */
import type { AuthenticationPage, PageView } from '../../../web/views/index.ts';
import { awaitedAuthentication } from '../../pay/authentication/advance.ts';
import { signForm } from '../../payer/payer-cookie.ts';
import { cancelAtProviderAddress, doneAddress } from '../../session/page-addresses.ts';
import { authenticationPage } from '../authentication-page.ts';
import type { Visit } from '../visit.ts';

export async function authenticatingPage({
  dependencies,
  found,
  state: { pending },
  context,
  payer,
}: Visit<'authenticating'>): Promise<PageView<AuthenticationPage>> {
  const { id } = found.session;
  const attempt = { found, pending };
  return authenticationPage(dependencies, attempt, await awaitedAuthentication(dependencies, attempt), context, {
    // The page there redirects to the shop after the payment.
    address: doneAddress(id),
    cancelAction: cancelAtProviderAddress(id),
    hidden: { csrf: signForm(payer, { sessionId: id }) },
  });
}
