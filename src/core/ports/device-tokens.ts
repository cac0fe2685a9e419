/** The port that verifies and decrypts the payment tokens of wallets on a payer's device. It does not throw. */
import type { KeyObject } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';

export type Wallet = 'APPLE_PAY' | 'GOOGLE_PAY';

/** The receiver of a wallet's tokens. A token for another is refused. */
export interface WalletRecipient {
  /** Apple's merchant identifier, or the merchant's id at Google. */
  readonly merchantId: string;
  /**
   * Private keys on P-256 for which tokens may be encrypted: several while they are rotated. None: the operator's own,
   * where the wallet has such.
   */
  readonly privateKeys: readonly KeyObject[];
}

/** The content of a verified token. */
export interface DeviceToken {
  readonly wallet: Wallet;
  /** The wallet's own id of this token. */
  readonly id: string;
  /** Milliseconds since 1970: from then on the token is refused. */
  readonly usableUntil: number;
  /** 9 to 19 digits: a number of the device's own, or for a token without a cryptogram the card's. */
  readonly number: Secret;
  /** As in the interface. */
  readonly expiry: { readonly month: string; readonly year: string };
  /** Base64. Undefined for a card that the wallet keeps on file: its device has authenticated nobody. */
  readonly cryptogram: Secret | undefined;
  /** Two digits, as the token says. Undefined if it says none. */
  readonly eci: string | undefined;
  /** The payment that the payer agreed to. Undefined for a wallet whose tokens do not name it. */
  readonly money: { readonly amount: bigint; readonly currencyNumber: string } | undefined;
}

/** `problem`: the tokens that are taken, for `error.explanation`. */
export type DeviceTokenReading = { readonly token: DeviceToken } | { readonly problem: string };

export interface TokenTime {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long the token may have waited in a session before, in milliseconds. */
  readonly heldMsMax: number;
}

/** The reader of one wallet's tokens. */
export type ReadDeviceToken = (text: string, recipient: WalletRecipient, time: TokenTime) => DeviceTokenReading;

/** Wallets without a reader are not set up by the operator. */
export type DeviceTokens = Readonly<Partial<Record<Wallet, ReadDeviceToken>>>;

/** The stored use of a token. It has nothing of the card. */
export interface DeviceTokenUse {
  /** SHA-256 of wallet and id, hex. */
  readonly id: string;
  /** Milliseconds since 1970: until then the token could be used again. */
  readonly until: number;
}
