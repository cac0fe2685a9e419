/** A payment's status page, on any device, without a cookie, for a week; and the addresses below it. */
import type { AuthenticationPage, DevicePage, PageAnswer, StatusPage } from '../../web/views/index.ts';
import { type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { pageBaseOf } from './page-parts.ts';
import { statusAddress } from './redirect-addresses.ts';
import { statusPaymentOf, viewOf } from './status-payment.ts';
import type { StatusViewDependencies } from './status-view.ts';

export interface StatusPageDependencies extends StatusViewDependencies {
  readonly publicOrigin: string;
  /** Set by the hosted page: resolves a payment's stored return address. */
  readonly homeOf?: (stored: string) => Promise<string>;
}

/** `/checkout/status/{handle}` */
export async function statusPage(
  dependencies: StatusPageDependencies,
  handle: string,
  languages: PayerLanguages,
): Promise<PageAnswer<StatusPage>> {
  const found = await statusPaymentOf(dependencies, handle);
  if (found === undefined) {
    return { problem: { kind: 'notFound', locale: payerLocale(dependencies, languages) } };
  }
  return { page: await viewOf(found).page(dependencies, found.payment, handle, languages) };
}

/** `/checkout/status/{handle}/challenge`: the bank's challenge, for a payer who comes back to it. */
export async function statusChallengePage(
  dependencies: StatusPageDependencies,
  handle: string,
  languages: PayerLanguages,
): Promise<PageAnswer<AuthenticationPage>> {
  const found = await statusPaymentOf(dependencies, handle);
  const asked = found?.kind === 'acs' ? found.payment : undefined;
  return (asked && dependencies.acsStatus?.challenge(asked, handle, languages)) ?? { redirect: statusAddress(handle) };
}

/** `/checkout/status/{handle}/device`: the status page's address as a QR code. */
export async function statusDevicePage(
  dependencies: StatusPageDependencies,
  handle: string,
  languages: PayerLanguages,
): Promise<PageAnswer<DevicePage>> {
  const href = statusAddress(handle);
  const found = await statusPaymentOf(dependencies, handle);
  if (found === undefined) {
    return { redirect: href };
  }
  const source = viewOf(found).sourceOf(found.payment);
  const { amount: _amount, ...base } = await pageBaseOf(dependencies, source, languages);
  return {
    page: { ...base, kind: 'device', address: dependencies.publicOrigin + href, backHref: href, target: 'status' },
  };
}

/** `POST /checkout/status/{handle}/cancel`. @param from the network address @returns the address to redirect to */
export async function cancelFromStatus(
  dependencies: StatusPageDependencies,
  handle: string,
  from: string,
): Promise<string> {
  const found = await statusPaymentOf(dependencies, handle);
  if (found !== undefined) {
    await viewOf(found).cancel(dependencies, found.payment, from);
  }
  return statusAddress(handle);
}

/** Identifies the state that the page shows now. Undefined when there is no page. */
export async function statusMark(dependencies: StatusPageDependencies, handle: string): Promise<string | undefined> {
  const found = await statusPaymentOf(dependencies, handle);
  return found && viewOf(found).markOf(found.payment);
}
