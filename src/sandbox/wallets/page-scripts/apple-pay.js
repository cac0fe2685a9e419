// @ts-nocheck: plain JavaScript of a page, as a wallet's script is.
/** A simulated `ApplePaySession`, as Apple's browsers have it. */
const own = document.currentScript.src;

class ApplePaySession {
  static STATUS_SUCCESS = 0;
  static STATUS_FAILURE = 1;

  static canMakePayments() {
    return true;
  }

  static supportsVersion() {
    return true;
  }

  #request;
  #sheet;
  /** The sheet and Apple become ready in any order. */
  #isReady = false;
  #isValidated = false;

  constructor(_version, request) {
    this.#request = request;
  }

  begin() {
    const { total, currencyCode } = this.#request;
    const facts = { amount: total.amount, currency: currencyCode, label: total.label };
    this.#sheet = openSandboxSheet(own, 'APPLE_PAY', facts, ({ kind, token }) => {
      if (kind === 'ready') {
        this.#isReady = true;
        this.#start();
      } else if (kind === 'token') {
        this.onpaymentauthorized({ payment: { token: { paymentData: JSON.parse(token) } } });
      } else {
        this.abort();
        this.oncancel({});
      }
    });
    const validationURL = new URL(own).searchParams.get('validation');
    setTimeout(() => this.onvalidatemerchant({ validationURL }));
  }

  completeMerchantValidation({ merchantSessionIdentifier }) {
    this.#isValidated = merchantSessionIdentifier !== undefined;
    this.#start();
  }

  completePayment() {
    this.abort();
  }

  abort() {
    this.#sheet?.close();
    this.#sheet = undefined;
  }

  #start() {
    if (this.#isReady && this.#isValidated) {
      this.#sheet?.say({ kind: 'start' });
    }
  }
}

window.ApplePaySession = ApplePaySession;
