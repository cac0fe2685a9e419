/**
 * Finds the page that shows a payment's outcome, to which the error page of a failed request leads, and the payment's
 * support code, which that page has too.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import {
  codeOfSession,
  embeddedAddress,
  linkAddress,
  type PayerDependencies,
  payAddress,
} from '../../checkout/index.ts';
import {
  addressAfterReturn,
  choiceAddress,
  codeOfAuthentication,
  codeOfHandle,
  codeOfState,
  type StatusPageDependencies,
  statusAddress,
} from '../../checkout/return/index.ts';
import { AUTHENTICATION_RETURNS, BROWSER_PAYMENT_PAGES, EMBEDDED_PAGES, LINK_PAGES, PAYER_PAGES } from './routes.ts';

interface Dependencies extends StatusPageDependencies {
  readonly payer: PayerDependencies;
}

interface PaymentRoute {
  /** Returns the path of the outcome page. */
  readonly address: (id: string, dependencies: Dependencies) => Promise<string> | string;
  /** Returns the support code of the payment. */
  readonly code: (id: string, dependencies: Dependencies) => Promise<string | undefined>;
}

const codeAtSession: PaymentRoute['code'] = (session, { payer }) => codeOfSession(payer, session);
const codeAtHandle: PaymentRoute['code'] = (handle, dependencies) => codeOfHandle(dependencies, handle);
const codeAtState: PaymentRoute['code'] = (state, dependencies) => codeOfState(dependencies, state);

/** The page of the session also shows the outcome of its checkout. */
const SESSION: PaymentRoute = { address: payAddress, code: codeAtSession };
const EMBEDDED: PaymentRoute = { address: (session) => embeddedAddress(payAddress(session)), code: codeAtSession };
/** A link may be paid by many orders. */
const LINK: PaymentRoute = { address: linkAddress, code: async () => undefined };
const HANDLE: PaymentRoute = { address: statusAddress, code: codeAtHandle };
const RETURN: PaymentRoute = { address: (state, of) => addressAfterReturn(of, state), code: codeAtState };
const CHOICE: PaymentRoute = { address: choiceAddress, code: codeAtState };
/**
 * Returns the path of a return route. The error page leads there with GET, while the failed request of the ACS used
 * POST.
 */
const withState = (pattern: string): PaymentRoute => ({
  address: (state) => pattern.replace(':state', encodeURIComponent(state)),
  code: (state, dependencies) => codeOfAuthentication(dependencies, state),
});

/** The payments' routes, by their pattern. */
const PAYMENT_ROUTES = new Map<string, PaymentRoute>([
  ...[...PAYER_PAGES.pay, PAYER_PAGES.done, PAYER_PAGES.device, PAYER_PAGES.cancel, PAYER_PAGES.withdraw].map(
    (url) => [url, SESSION] as const,
  ),
  [LINK_PAGES.link, LINK],
  ...Object.values(EMBEDDED_PAGES).map((url) => [url, EMBEDDED] as const),
  ...[
    BROWSER_PAYMENT_PAGES.redirect,
    BROWSER_PAYMENT_PAGES.status,
    BROWSER_PAYMENT_PAGES.statusDevice,
    BROWSER_PAYMENT_PAGES.statusChallenge,
    BROWSER_PAYMENT_PAGES.cancel,
  ].map((url) => [url, HANDLE] as const),
  [BROWSER_PAYMENT_PAGES.handleReturn, RETURN],
  [BROWSER_PAYMENT_PAGES.hold, RETURN],
  [BROWSER_PAYMENT_PAGES.choice, CHOICE],
  [AUTHENTICATION_RETURNS.challenge, withState(AUTHENTICATION_RETURNS.challenge)],
  [AUTHENTICATION_RETURNS.bank, withState(AUTHENTICATION_RETURNS.bank)],
  [AUTHENTICATION_RETURNS.cancel, withState(AUTHENTICATION_RETURNS.bank)],
]);

/** @returns a path of the gateway; undefined if the request is not about a payment */
export async function paymentAddress(request: FastifyRequest, dependencies: Dependencies): Promise<string | undefined> {
  return routeOf(request)?.address(idOf(request), dependencies);
}

/** An error page does not wait for a slow store. */
const CODE_MS_MAX = 500;

/** @returns undefined if the request is about no payment, before the first attempt, and while the store fails */
export async function paymentCode(request: FastifyRequest, dependencies: Dependencies): Promise<string | undefined> {
  const code = routeOf(request)?.code(idOf(request), dependencies);
  const late = pause(CODE_MS_MAX, undefined, { ref: false });
  return Promise.race([code, late]).catch(() => undefined);
}

function routeOf({ routeOptions: { url = '' } }: FastifyRequest): PaymentRoute | undefined {
  return PAYMENT_ROUTES.get(url);
}

function idOf({ params }: FastifyRequest): string {
  const [id = ''] = Object.values((params ?? {}) as Readonly<Record<string, string>>);
  return id;
}
