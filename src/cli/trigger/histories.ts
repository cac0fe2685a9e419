/** The histories that `trigger` makes happen in the sandbox, by name. */
import { randomInt } from 'node:crypto';
import { TAKE_GIFT_CARD_OFF } from '../../world/payer.ts';
import { GIFT_SERIALS, giftCardWith } from './gift-card.ts';
import type { SandboxShop } from './sandbox-shop.ts';

export interface History {
  readonly about: string;
  readonly play: (shop: SandboxShop) => Promise<unknown>;
}

const FRICTIONLESS = '5123456789012346';
const CHALLENGED = '5123450000000008';
const SECURITY_CODE = '100';
const APPROVED = { number: FRICTIONLESS, expiry: '01/39', securityCode: SECURITY_CODE };
const DECLINED = { number: FRICTIONLESS, expiry: '05/39', securityCode: SECURITY_CODE };
const WITH_CHALLENGE = { number: CHALLENGED, expiry: '01/39', securityCode: SECURITY_CODE };
const GIFT_CARD = { number: '6006000000000993', pin: '1234' };

/** The card of a payment by the merchant's server. @param year the last two digits, which select the outcome */
const source = (month: string, year: string) => ({
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: FRICTIONLESS, expiry: { month, year }, securityCode: SECURITY_CODE } },
  },
});
const money = (amount: string) => ({ transaction: { amount, currency: 'EUR' } });

export const HISTORIES: Readonly<Record<string, History>> = {
  payment: {
    about: 'a card is approved on the payment page',
    play: async (shop) => shop.pay(await shop.checkout(), APPROVED),
  },
  declined: {
    about: 'a card is declined, and the payer does not try another',
    play: async (shop) => shop.pay(await shop.checkout(), DECLINED),
  },
  'declined-then-paid': {
    about: 'a card is declined, and another one is approved',
    async play(shop) {
      const page = await shop.checkout();
      await shop.pay(page, DECLINED);
      await shop.pay(page, APPROVED);
    },
  },
  '3ds-challenge': {
    about: "the payer passes the bank's challenge",
    play: async (shop) => shop.pay(await shop.checkout(), WITH_CHALLENGE),
  },
  '3ds-cancelled': {
    about: "the payer cancels at the bank's challenge",
    play: async (shop) => shop.pay(await shop.checkout(), WITH_CHALLENGE, { challenge: 'CANCEL' }),
  },
  'closed-tab': {
    about: 'the payer pays and closes the page: only the notification comes',
    play: async (shop) => shop.pay(await shop.checkout(), APPROVED, { returns: false }),
  },
  wallet: {
    about: 'a payment at a provider',
    play: async (shop) => shop.pay(await shop.checkout(), 'demoWallet'),
  },
  'wallet-cancelled': {
    about: 'the payer cancels at the provider',
    play: async (shop) => shop.pay(await shop.checkout(), 'demoWallet', { atProvider: 'CANCEL' }),
  },
  'late-money': {
    about: 'a transfer is declined after 30 s, and its money comes 60 s later',
    play: async (shop) => shop.pay(await shop.checkout({ reference: 'TEST-FAIL-THEN-SUCCESS' }), 'demoBank'),
  },
  'gift-card': {
    about: 'a gift card pays the order',
    play: async (shop) => shop.pay(await shop.checkout(), GIFT_CARD),
  },
  'gift-card-returned': {
    about: 'a gift card is held for a part of the order, and the payer takes it off',
    async play(shop) {
      const page = await shop.checkout({ amount: '60.00' });
      await shop.pay(page, giftCardWith(50, randomInt(GIFT_SERIALS)).card);
      await shop.pay(page, TAKE_GIFT_CARD_OFF);
    },
  },
  'notification-doubled': {
    about: 'a card is approved, and its notification arrives twice more',
    async play(shop) {
      await shop.pay(await shop.checkout({ notificationUrl: shop.receiver }), APPROVED);
      await shop.sendNotification(2);
    },
  },
  'pending-a-day': {
    about: 'a payment at a provider stays open, for a day and longer',
    play: async (shop) => shop.pay(await shop.checkout({ reference: 'TEST-PENDING' }), 'demoWallet'),
  },
  pending: {
    about: 'a payment is open for 30 s, and approved then',
    play: (shop) => shop.operate('PAY', source('11', '39')),
  },
  'lost-answer': {
    about: "the acquirer's answer is lost: the payment is reversed",
    async play(shop) {
      await shop.failAcquirer('DROP_REPLY');
      shop.say('the gateway waits for the answer for 20 s');
      await shop.operate('PAY', source('1', '39'));
    },
  },
  refund: {
    about: 'a payment is refunded',
    async play(shop) {
      await shop.operate('PAY', source('1', '39'));
      await shop.operate('REFUND', money('12.50'));
    },
  },
  'part-refund': {
    about: 'a part of a payment is refunded',
    async play(shop) {
      await shop.operate('PAY', source('1', '39'));
      await shop.operate('REFUND', money('4.00'));
    },
  },
  'part-capture': {
    about: 'a part of an authorization is captured',
    async play(shop) {
      await shop.operate('AUTHORIZE', source('1', '39'));
      await shop.operate('CAPTURE', money('4.00'));
    },
  },
  void: {
    about: 'an authorization is voided',
    async play(shop) {
      await shop.operate('AUTHORIZE', source('1', '39'));
      await shop.operate('VOID', { transaction: { targetTransactionId: '1' } });
    },
  },
};
