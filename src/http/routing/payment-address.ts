/** Finds the page that shows a payment's outcome, to which the error page of a failed request leads. */
import type { FastifyRequest } from 'fastify';
import { embeddedAddress, linkAddress, payAddress } from '../../checkout/index.ts';
import {
  addressAfterReturn,
  choiceAddress,
  type StatusPageDependencies,
  statusAddress,
} from '../../checkout/return/index.ts';
import { AUTHENTICATION_RETURNS, BROWSER_PAYMENT_PAGES, EMBEDDED_PAGES, LINK_PAGES, PAYER_PAGES } from './routes.ts';

type AddressOf = (id: string, dependencies: StatusPageDependencies) => Promise<string> | string;

/** The page of the session also shows the outcome of its checkout. */
const ofSession: AddressOf = (session) => payAddress(session);
const ofEmbedded: AddressOf = (session) => embeddedAddress(payAddress(session));
const ofLink: AddressOf = (link) => linkAddress(link);
const ofHandle: AddressOf = (handle) => statusAddress(handle);
const ofReturn: AddressOf = (state, dependencies) => addressAfterReturn(dependencies, state);
const ofChoice: AddressOf = (state) => choiceAddress(state);
/**
 * Returns the path of a return route. The error page leads there with GET, while the failed request of the ACS used
 * POST.
 */
const withState =
  (pattern: string): AddressOf =>
  (state) =>
    pattern.replace(':state', encodeURIComponent(state));

/** The functions that return the path of the outcome page, by the route's pattern. */
const ADDRESSES = new Map<string, AddressOf>([
  ...[...PAYER_PAGES.pay, PAYER_PAGES.done, PAYER_PAGES.device, PAYER_PAGES.cancel, PAYER_PAGES.withdraw].map(
    (url) => [url, ofSession] as const,
  ),
  [LINK_PAGES.link, ofLink],
  ...Object.values(EMBEDDED_PAGES).map((url) => [url, ofEmbedded] as const),
  ...[
    BROWSER_PAYMENT_PAGES.redirect,
    BROWSER_PAYMENT_PAGES.status,
    BROWSER_PAYMENT_PAGES.statusDevice,
    BROWSER_PAYMENT_PAGES.statusChallenge,
    BROWSER_PAYMENT_PAGES.cancel,
  ].map((url) => [url, ofHandle] as const),
  [BROWSER_PAYMENT_PAGES.handleReturn, ofReturn],
  [BROWSER_PAYMENT_PAGES.hold, ofReturn],
  [BROWSER_PAYMENT_PAGES.choice, ofChoice],
  [AUTHENTICATION_RETURNS.challenge, withState(AUTHENTICATION_RETURNS.challenge)],
  [AUTHENTICATION_RETURNS.bank, withState(AUTHENTICATION_RETURNS.bank)],
  [AUTHENTICATION_RETURNS.cancel, withState(AUTHENTICATION_RETURNS.bank)],
]);

/** @returns a path of the gateway; undefined if the request is not about a payment */
export async function paymentAddress(
  { routeOptions: { url = '' }, params }: FastifyRequest,
  dependencies: StatusPageDependencies,
): Promise<string | undefined> {
  const [id = ''] = Object.values((params ?? {}) as Readonly<Record<string, string>>);
  return ADDRESSES.get(url)?.(id, dependencies);
}
