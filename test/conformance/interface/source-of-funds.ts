/** The source of funds: card, gift card, bank account, token. */
import { alphanumeric, base64, digits, digitsBetween, hex, oneOf, string } from './facts.ts';
import type { FieldFact, InterfaceField, Operation } from './field.ts';
import { CARD_TAKING, PAYMENT } from './operations.ts';
import { fields } from './rows.ts';

const TOKEN = ['CREATE_TOKEN'] as const satisfies readonly Operation[];
const GIFT_CARD_TAKING = [...PAYMENT, ...TOKEN] as const;
/** A void may send the card again, as the terminal read it. */
const WITH_VOID = [...CARD_TAKING, 'VOID'] as const;

const track1: FieldFact = { kind: 'Track1', min: 2, max: 79 };
const track2: FieldFact = { kind: 'Track2', min: 2, max: 40 };
const emv: FieldFact = { kind: 'Emv', min: 1, max: 250 };

const type = [
  ...fields({ side: 'request', operations: PAYMENT }, { 'sourceOfFunds.type': oneOf('CARD', 'GIFT_CARD') }),
  ...fields(
    { side: 'request', operations: TOKEN, presence: 'REQUIRED', requiredIn: TOKEN },
    { 'sourceOfFunds.type': oneOf('CARD', 'GIFT_CARD', 'ACH') },
  ),
  // A browser payment's type is the name of a registered provider.
  ...fields(
    { side: 'request', operations: ['INITIATE_BROWSER_PAYMENT'], requiredIn: ['INITIATE_BROWSER_PAYMENT'] },
    { 'sourceOfFunds.type': oneOf('DEMO_WALLET', 'DEMO_BANK', 'OPEN_BANKING', 'PAYPAL') },
  ),
];

const card = fields(
  { side: 'request', operations: CARD_TAKING },
  {
    'sourceOfFunds.token': alphanumeric(1, 40),
    'sourceOfFunds.provided.card.number': digits(9, 19),
    'sourceOfFunds.provided.card.expiry.month': [digitsBetween(1n, 12n), { presence: 'REQUIRED' }],
    'sourceOfFunds.provided.card.expiry.year': [digits(2, 2), { presence: 'REQUIRED' }],
    'sourceOfFunds.provided.card.securityCode': digits(3, 4),
    'sourceOfFunds.provided.card.nameOnCard': string(1, 256),
    'sourceOfFunds.provided.card.accountType': [oneOf('CHECKING', 'SAVINGS'), { since: 28 }],
    'sourceOfFunds.provided.card.sequenceNumber': digitsBetween(0n, 999n),
  },
);

const cardPresent = fields(
  { side: 'request', operations: WITH_VOID },
  {
    'sourceOfFunds.provided.card.track1': track1,
    'sourceOfFunds.provided.card.track2': track2,
    'sourceOfFunds.provided.card.emvRequest': emv,
    'sourceOfFunds.provided.card.p2pe.keySerialNumber': [hex(20, 20), { presence: 'REQUIRED' }],
    'sourceOfFunds.provided.card.p2pe.payload': [hex(32, 1024), { presence: 'REQUIRED' }],
    'sourceOfFunds.provided.card.p2pe.initializationVector': hex(16, 16),
    'sourceOfFunds.provided.card.p2pe.cardBin': digits(1, 6),
    'sourceOfFunds.provided.card.p2pe.encryptionState': string(5, 7, ['VALID', 'INVALID']),
  },
);

const mobileWallet = fields(
  { side: 'request', operations: CARD_TAKING, since: 28 },
  {
    'sourceOfFunds.provided.card.mobileWallet.cryptogramFormat': [oneOf('3DSECURE', 'EMV'), { presence: 'REQUIRED' }],
    'sourceOfFunds.provided.card.mobileWallet.3DSecure.onlinePaymentCryptogram': [
      base64(1, 128),
      { presence: 'REQUIRED' },
    ],
    'sourceOfFunds.provided.card.mobileWallet.3DSecure.eciIndicator': digits(1, 2),
  },
);

const giftCard = fields(
  { side: 'request', operations: GIFT_CARD_TAKING },
  {
    'sourceOfFunds.provided.giftCard.number': digits(9, 19),
    'sourceOfFunds.provided.giftCard.pin': digits(4, 8),
    'sourceOfFunds.provided.giftCard.expectedLocalBrand': string(4, 50),
  },
);

const ach = fields(
  { side: 'request', operations: TOKEN },
  {
    'sourceOfFunds.provided.ach.accountType': oneOf('CONSUMER_CHECKING', 'CONSUMER_SAVINGS', 'CORPORATE_CHECKING'),
    'sourceOfFunds.provided.ach.bankAccountHolder': string(1, 28),
    'sourceOfFunds.provided.ach.bankAccountNumber': alphanumeric(1, 17, ' -/'),
    'sourceOfFunds.provided.ach.routingNumber': digits(9, 9),
    'sourceOfFunds.provided.ach.secCode': oneOf('PPD', 'TEL', 'WEB'),
  },
);

export const SOURCE_OF_FUNDS: readonly InterfaceField[] = [
  ...type,
  ...card,
  ...cardPresent,
  ...mobileWallet,
  ...giftCard,
  ...ach,
];

/** The payer's account in the answer of a bank transfer. Source: the document's prose. */
export const BANK_TRANSFER: readonly InterfaceField[] = fields(
  { side: 'response', presence: 'ALWAYS PROVIDED' },
  { 'sourceOfFunds.provided.demoBank.bankIdentifier': digits(8, 8) },
);
