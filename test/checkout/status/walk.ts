/**
 * One checkout in a running gateway, which a test brings from state to state: the real store, forms, pages, 3DS Server
 * and the sandbox's ACS, with an acquirer and a provider that the test controls.
 */
import { randomInt } from 'node:crypto';
import { ChallengeQueue } from '../../../src/checkout/index.ts';
import { payPageView } from '../../../src/checkout/pages/checkout-page-views.ts';
import { advanceAuthentication } from '../../../src/checkout/pay/authentication/advance.ts';
import { cancelAndReturn, submitCancelAtProvider } from '../../../src/checkout/pay/cancel.ts';
import { submit } from '../../../src/checkout/pay/submit.ts';
import type { PayerSecret } from '../../../src/checkout/payer/payer-cookie.ts';
import { handleReturn, redirect } from '../../../src/checkout/return/redirect-steps.ts';
import type { Checkout } from '../../../src/checkout/session/session.ts';
import { SessionService } from '../../../src/checkout/session/session-service.ts';
import type { PayerDependencies } from '../../../src/checkout/status/checkout-status.ts';
import { currentStatus } from '../../../src/checkout/status/payment-link.ts';
import type { CheckoutEvent, StateKind } from '../../../src/checkout/status/states.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import type { Merchant } from '../../../src/core/merchant/merchant.ts';
import { endSession } from '../../../src/core/operations/end-session.ts';
import type { AcquirerOutcome, FoundPayment } from '../../../src/core/ports/index.ts';
import { KeyedMutex } from '../../../src/platform/keyed-mutex.ts';
import { matchLocale } from '../../../src/web/text/index.ts';
import type { CheckoutPage } from '../../../src/web/views/index.ts';
import type { SimulatedProvider } from '../../browser-payments/simulated-provider.ts';
import { FROM, newOrderId } from '../../browser-payments/world.ts';
import { card, type Rig, read } from '../../core/payer-authentication/rig.ts';
import { answered } from '../../core/world.ts';
import { NO_LINKS } from '../../support/no-links.ts';
import { SUCCESS } from '../sessions.ts';

export const PAYER: PayerSecret = { csrfSecret: 'one', until: Number.MAX_SAFE_INTEGER };
/** A payer in another browser. */
export const OTHER: PayerSecret = { csrfSecret: 'other', until: Number.MAX_SAFE_INTEGER };

export const MONEY = { amount: '12.00', currency: 'EUR' };
export const OTHER_MONEY = { amount: '5.00', currency: 'EUR' };
export const PROVIDER = 'demoWallet';
const LANGUAGES = { accepted: ['en'] };
const ATTEMPTS = 3;
/** The transaction of a renewal with a stored card, and the card's token. */
const [RENEWAL, TOKEN] = ['renewal', '9123456789'];

type Fields = Readonly<Record<string, string>>;

export class Walk {
  readonly made: Rig;
  readonly dependencies: PayerDependencies;
  readonly provider: SimulatedProvider;
  readonly orderId = newOrderId();
  id = '';
  isDisabled = false;
  isSuspected = false;
  isTokenStored = true;
  /** The answer for which the acquirer keeps the gateway waiting. */
  answer: ((outcome: AcquirerOutcome) => void) | undefined;
  /** The reference of the payment that the payer cancelled at the provider. */
  cancelledReference = '';
  readonly #events: ReadonlySet<CheckoutEvent>;
  readonly #profile: Merchant['profile'];
  #sent: Promise<unknown> = Promise.resolve();

  /** @param events that the checkout will go through, for which it is made */
  constructor(made: Rig, provider: SimulatedProvider, events: readonly CheckoutEvent[]) {
    this.made = made;
    this.provider = provider;
    this.#events = new Set(events);
    provider.fault = () => undefined;
    made.acquirer.says = () => answered();
    const { profile } = made.merchant;
    const { payerAuthentication, permissions } = profile;
    this.#profile = {
      ...profile,
      browserPayments: [PROVIDER],
      lateBrowserPayments: 'REFUND',
      payerAuthentication: this.isAuthenticated ? payerAuthentication : null,
      permissions: { ...permissions, partPayment: true },
    };
    this.dependencies = this.#process();
  }

  /** The merchant's cards are authenticated. */
  get isAuthenticated(): boolean {
    return this.#events.has('AUTHENTICATE');
  }

  get merchant(): Merchant {
    return { ...this.made.merchant, isDisabled: this.isDisabled, profile: this.#profile };
  }

  #process(): PayerDependencies {
    const { made, provider } = this;
    const { sessions, browserPayments } = made.store;
    const { clock, sealer, browser } = made.gateway;
    const sessionService = new SessionService({ sessions, sealer, clock });
    const gateway = made.beside({
      browser: {
        ...browser,
        payments: browserPayments,
        providers: new Map([[PROVIDER, provider]]),
        random: (below) => randomInt(below),
      },
      sources: {
        session: (key, id, version) => sessionService.forPayment(key, id, version),
        token: async () => {
          if (!this.isTokenStored) {
            throw new InterfaceError('INVALID_REQUEST', 'The token was deleted.');
          }
          return read(card()).sourceOfFunds!;
        },
      },
    }).gateway;
    // The rules themselves are tested elsewhere.
    Object.assign(gateway.payerLimits, {
      suspicion: () => (this.isSuspected ? { level: 1, rule: 'DEVICE' } : undefined),
    });
    return {
      ...{ sessionService, sessions, matchLocale },
      gateway,
      merchantByKey: async () => this.merchant,
      inFlightQueries: new Map(),
      wake: () => undefined,
      mutex: new KeyedMutex(),
      publicOrigin: 'https://pay.example',
      links: NO_LINKS,
      sandbox: true,
      asksTooOften: () => false,
      asksCardsTooOften: () => false,
      challengeQueue: new ChallengeQueue(),
    };
  }

  /** A checkout of EUR 12.00 in this state, made for the events. */
  async open(state: StateKind): Promise<void> {
    const { sessionService, sessions } = this.dependencies;
    const { amount, currency } = MONEY;
    if (this.#events.has('CARD_REMOVED')) {
      await this.#declineRenewal();
    }
    const checkout: Checkout = {
      operation: this.#events.has('STORED') ? 'NONE' : 'PURCHASE',
      mode: 'WEBSITE',
      successIndicator: SUCCESS,
      version: 100,
      attemptsMax: this.#events.has('LAST_DECLINED') ? 1 : ATTEMPTS,
    };
    const create = (more: Partial<Checkout>, hasAmount: boolean) =>
      sessionService.create(this.merchant.key, {
        checkout: { ...checkout, ...more },
        values: { order: { id: this.orderId, currency, ...(hasAmount && { amount }) } },
      });
    if (this.#events.has('LATE_CAPTURE')) {
      this.id = (await create({}, true)).id;
      await this.#cancelAtProvider();
    }
    const confirms = this.#events.has('CARD_REMOVED') ? { transactionId: RENEWAL } : undefined;
    const { id, key } = await create({ ...(confirms && { confirms }) }, state !== 'incomplete');
    this.id = id;
    if (state === 'cancelled') {
      await sessions.setCheckout(key, { ...checkout, cancelledAt: 1 });
    }
  }

  /** A renewal by a stored card is declined, so that its payer gets a confirmation link. */
  async #declineRenewal(): Promise<void> {
    this.made.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    const { gateway } = this.dependencies;
    const body = { order: MONEY, sourceOfFunds: { type: 'CARD', token: TOKEN } };
    await this.made.beside(gateway, this.merchant, this.orderId).pay(RENEWAL, body);
  }

  /** In another checkout of the order, a payment is started at the provider and cancelled there. */
  async #cancelAtProvider(): Promise<void> {
    await this.post({ method: PROVIDER });
    this.cancelledReference = (await this.atProvider()).payment.reference;
    await this.cancel();
  }

  /** The shop updates the session. */
  async setAmount(amount: string): Promise<void> {
    const { sessionService } = this.dependencies;
    const session = await sessionService.find(this.merchant.key, this.id);
    await sessionService.update(session, read({ order: { amount } }));
  }

  /** The result of the bank is read, and the payment sent. */
  async advance(): Promise<void> {
    const found = await currentStatus(this.dependencies, this.id, PAYER);
    if (found !== undefined) {
      await advanceAuthentication(this.dependencies, found.session);
    }
  }

  /** Ends what still waits. */
  async close(): Promise<void> {
    this.dependencies.challengeQueue.close();
    this.answer?.(answered({ gatewayCode: 'DECLINED' }));
    await this.#sent.catch(() => undefined);
  }

  /** As the payer sees it. */
  async state(): Promise<StateKind | undefined> {
    return (await currentStatus(this.dependencies, this.id, PAYER))?.state.kind;
  }

  /** The page at the checkout's own address. */
  async page(payer = PAYER): Promise<CheckoutPage> {
    const answer = await payPageView(this.dependencies, { sessionId: this.id, languages: LANGUAGES }, payer);
    if (!('page' in answer)) {
      throw new Error(`No page: ${JSON.stringify(answer)}`);
    }
    return answer.page;
  }

  /** Posts the form of the page that the payer sees. */
  async post(fields: Fields, payer = PAYER): Promise<string> {
    const page = await this.page(payer);
    const hidden = page.kind === 'pay' || page.kind === 'confirm' ? page.hidden : {};
    const csrf = page.kind === 'held' ? page.release?.csrf : undefined;
    return submit(
      this.dependencies,
      this.#posted({ ...hidden, ...(csrf !== undefined && { csrf }), ...fields }, payer),
    );
  }

  #posted(fields: Fields, payer: PayerSecret) {
    return {
      ...{ sessionId: this.id, fields: new URLSearchParams(fields), payer },
      ...{ sameOrigin: true, from: FROM, languages: LANGUAGES },
    };
  }

  /** Starts the work, which sends a payment, and waits until the acquirer has it. */
  async untilSent(work: () => Promise<unknown>): Promise<void> {
    const { acquirer } = this.made;
    await new Promise<void>((resolve, reject) => {
      acquirer.says = () => {
        const { promise, resolve: answer } = Promise.withResolvers<AcquirerOutcome>();
        this.answer = answer;
        resolve();
        return promise;
      };
      this.#sent = work();
      this.#sent.catch(reject);
    });
  }

  /** The acquirer answers, and the payment ends. */
  async answerWith(gatewayCode: GatewayCode): Promise<void> {
    this.answer?.(answered({ gatewayCode }));
    await this.#sent;
    const { orders } = this.dependencies.gateway;
    while ((await orders.find(this.merchant.key, this.orderId))?.lockedBy != null) {
      await this.dependencies.gateway.pause(5);
    }
  }

  leave(): Promise<string> {
    return cancelAndReturn(this.dependencies, this.#posted({}, PAYER));
  }

  cancel(): Promise<string> {
    return submitCancelAtProvider(this.dependencies, this.#posted({}, PAYER));
  }

  /** The order's payment at the provider that was started last. */
  async atProvider(): Promise<FoundPayment> {
    const reference = [...this.provider.payments.keys()].at(-1) ?? '';
    const found = await this.made.store.browserPayments.findBy('reference', reference);
    if (found === undefined) {
      throw new Error('The provider has no payment.');
    }
    return found;
  }

  /** The payer goes to the provider, and comes back once it has this result. */
  async goThereAndBack(result: Parameters<SimulatedProvider['stand']>[1]): Promise<void> {
    const { payment } = await this.atProvider();
    const visit = { from: FROM, isPrefetch: false };
    await redirect(this.dependencies, payment.handle, visit);
    this.provider.stand(payment.reference, result);
    const { returnUrl } = this.provider.payment(payment.reference).asked;
    await handleReturn(this.dependencies, returnUrl.slice(returnUrl.lastIndexOf('/') + 1), visit);
  }

  /** The shop's staff end the checkout, whose order exists once a payment was tried. */
  async endByStaff(): Promise<void> {
    const { gateway } = this.dependencies;
    if ((await gateway.orders.find(this.merchant.key, this.orderId)) === undefined) {
      await this.payByServer('declined', { order: MONEY }, 'DECLINED');
    }
    const { key } = (await this.dependencies.sessionService.findById(this.id)) as { key: number };
    await endSession(gateway, { merchantKey: this.merchant.key, orderId: this.orderId }, key);
  }

  /** A payment of the order by the merchant's own server. */
  async payByServer(transactionId: string, body: object, gatewayCode: GatewayCode = 'APPROVED'): Promise<void> {
    this.made.acquirer.says = () => answered({ gatewayCode });
    const { gateway } = this.dependencies;
    await this.made.beside(gateway, this.merchant, this.orderId).pay(transactionId, { ...card(), ...body });
  }
}
