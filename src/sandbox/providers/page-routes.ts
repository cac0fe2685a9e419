/** A provider's pages: payers answer there and return to the shop. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { closingSignal } from '../kit/http/exchange.ts';
import { decidedPage, unknownPage } from './pages/decided-page.ts';
import { providerIcon } from './pages/icon.ts';
import { providerPayPage } from './pages/pay-page.ts';
import { addressChoices } from './pages/postal-addresses.ts';
import { providerReturnPage, RETURN_SCRIPT } from './pages/provider-return-page.ts';
import { type Choice, requestOf } from './payments.ts';
import type { SandboxProvider } from './provider.ts';
import type { ProviderPaymentRow } from './provider-ledger-rows.ts';
import { scriptOf } from './scripts.ts';

/**
 * The longest wait for a callback before the payer returns: longer than a gateway takes, shorter than a browser waits.
 */
const HELD_MS_MAX = 15_000;

/**
 * The policy has no `form-action`: Chromium also applies it to redirects after a form, which lead to any gateway. The
 * referrer policy is not `no-referrer`, which would make the origin of a form's cross-site POST `null`.
 */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Adds the file that all providers' pages share. */
export function addProviderPageFiles(app: FastifyInstance): void {
  app.get('/providers/return.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(RETURN_SCRIPT),
  );
}

export function addPages(app: FastifyInstance, provider: SandboxProvider): void {
  const { kind } = provider;
  const url = `/providers/${kind.id}/pay/:handle`;
  const send = (reply: FastifyReply, status: number, page: string) => reply.code(status).headers(HEADERS).send(page);

  const closing = closingSignal(app);

  const sendHome = async (reply: FastifyReply, payment: ProviderPaymentRow) => {
    if (provider.faults.callbacks.inForce.mode === 'BEFORE_RETURN') {
      await provider.callbacksOf(payment, AbortSignal.any([closing, AbortSignal.timeout(HELD_MS_MAX)]));
    }
    reply.raw.once('finish', () => provider.noteReturn(payment));
    if (provider.returnMethod === 'POST') {
      return send(reply, 200, providerReturnPage(kind, payment));
    }
    return reply.headers(HEADERS).redirect(requestOf(payment).returnUrl, 303);
  };

  app.get(`/providers/${kind.id}/icon.svg`, (_request, reply) => reply.type('image/svg+xml').send(providerIcon(kind)));

  app.get<{ Params: { handle: string } }>(url, async (request, reply) => {
    const found = provider.find('handle', request.params.handle);
    if (found === undefined) {
      return send(reply, 404, unknownPage(kind));
    }
    const payment = provider.arrive(found);
    if (scriptOf(requestOf(payment).order.reference) !== undefined) {
      return sendHome(reply, payment);
    }
    return send(reply, 200, pageOf(provider, payment));
  });

  app.post<{ Params: { handle: string } }>(url, async (request, reply) => {
    const payment = provider.find('handle', request.params.handle);
    if (payment === undefined) {
      return send(reply, 404, unknownPage(kind));
    }
    if (payment.state !== 'OPEN') {
      return sendHome(reply, payment);
    }
    const answer = answerIn(
      new URLSearchParams(typeof request.body === 'string' ? request.body : ''),
      provider,
      payment,
    );
    if (typeof answer === 'string') {
      return send(reply, 422, providerPayPage(kind, payment, answer));
    }
    return sendHome(reply, provider.choose(payment, answer));
  });
}

function pageOf({ kind }: SandboxProvider, payment: ProviderPaymentRow): string {
  const { state } = payment;
  return state === 'OPEN' ? providerPayPage(kind, payment) : decidedPage(kind, { ...payment, state });
}

/** @returns the payer's choice, or a sentence that names the missing part */
function answerIn(form: URLSearchParams, { kind }: SandboxProvider, payment: ProviderPaymentRow): Choice | string {
  const choice = form.get('choice');
  if (choice === 'DECLINE' || choice === 'CANCEL') {
    return { choice };
  }
  if (choice !== 'APPROVE') {
    return 'Choose one of the buttons below.';
  }
  const bank = kind.banks.find(({ identifier }) => identifier === form.get('bank'))?.identifier;
  if (bank === undefined && kind.banks.length > 0) {
    return 'Choose your bank.';
  }
  const { shipping } = requestOf(payment);
  const isChosen = kind.showsAddress && shipping.displayed && shipping.changeable;
  const address = isChosen ? addressChoices(shipping.address)[Number(form.get('address') ?? 0)] : undefined;
  return { choice, bank, address };
}
