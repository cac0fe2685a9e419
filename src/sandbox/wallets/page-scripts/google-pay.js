// @ts-nocheck: plain JavaScript of a page, as a wallet's script is.
/** A simulated `PaymentsClient`, as Google's script has it. */
const own = document.currentScript.src;

class PaymentsClient {
  isReadyToPay() {
    return Promise.resolve({ result: true });
  }

  loadPaymentData({ transactionInfo, merchantInfo, allowedPaymentMethods }) {
    const { gatewayMerchantId = '' } = allowedPaymentMethods[0].tokenizationSpecification.parameters;
    const facts = {
      amount: transactionInfo.totalPrice,
      currency: transactionInfo.currencyCode,
      label: merchantInfo.merchantName,
      merchant: gatewayMerchantId,
    };
    return new Promise((resolve, reject) => {
      const sheet = openSandboxSheet(own, 'GOOGLE_PAY', facts, ({ kind, token }) => {
        if (kind === 'ready') {
          sheet.say({ kind: 'start' });
          return;
        }
        sheet.close();
        if (kind === 'token') {
          resolve({ paymentMethodData: { type: 'CARD', tokenizationData: { type: 'PAYMENT_GATEWAY', token } } });
        } else {
          reject({ statusCode: 'CANCELED' });
        }
      });
    });
  }
}

window.google = { payments: { api: { PaymentsClient } } };
