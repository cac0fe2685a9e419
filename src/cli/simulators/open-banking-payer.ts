/** A payer at the sandbox's banks: on their pages, or in a bank's app. */
import type { ControlCall } from './control.ts';

const LOGIN = { choice: 'LOGIN', user: 'anna', password: 'any' };

/** @returns the address to which the payer is redirected; undefined if the page needs no more answers */
export async function answerOnPage(pageUrl: string, isAgreed: boolean): Promise<string | undefined> {
  if (!isAgreed) {
    return (await step(pageUrl, { choice: 'CANCEL' })).to;
  }
  const login = await step(pageUrl, LOGIN);
  if (login.to !== undefined) {
    return login.to;
  }
  const [, account = ''] = /name="account" value="([A-Z0-9]+)"/.exec(login.page) ?? [];
  const asked = await step(pageUrl, { choice: 'ACCOUNT', account });
  const [, code = ''] = /<strong>(\d{6})<\/strong>/.exec(asked.page) ?? [];
  return asked.to ?? (await step(pageUrl, { choice: 'CODE', code })).to;
}

interface Step {
  readonly to?: string;
  readonly page: string;
}

async function step(pageUrl: string, form: Readonly<Record<string, string>>): Promise<Step> {
  const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const to = response.headers.get('location');
  return { to: to ?? undefined, page: await response.text() };
}

interface Rows {
  readonly authorisations: readonly { readonly id: string; readonly payment_id: string; readonly kind: string }[];
}

/** Answers in the bank's app, where the payer stays. */
export async function answerInApp(
  app: string,
  ask: ControlCall,
  paymentId: string,
  isAgreed: boolean,
): Promise<undefined> {
  const { authorisations } = (await ask('GET', '/ledger/rows')) as Rows;
  const asked = authorisations.find((one) => one.payment_id === paymentId && one.kind === 'INITIATION');
  const choice = isAgreed ? 'AGREE' : 'REFUSE';
  await step(app, { choice, authorisation: asked?.id ?? '' });
  return undefined;
}
