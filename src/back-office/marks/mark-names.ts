/** The files that `turnpike marks install` reads, and the brand, wallet or provider that each one shows. */
export const MARK_FILES: Readonly<Record<string, string>> = {
  'visa.svg': 'VISA',
  'mastercard.svg': 'MASTERCARD',
  'amex.svg': 'AMEX',
  'diners-club.svg': 'DINERS_CLUB',
  'discover.svg': 'DISCOVER',
  'jcb.svg': 'JCB',
  'china-unionpay.svg': 'CHINA_UNIONPAY',
  'maestro.svg': 'MAESTRO',
  'uatp.svg': 'UATP',
  'apple-pay.svg': 'applePay',
  'google-pay.svg': 'googlePay',
  'paypal.svg': 'paypal',
};
