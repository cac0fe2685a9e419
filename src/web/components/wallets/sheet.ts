/** The parts of a wallet's button that the two wallets have in common. Only types: each wallet implements them. */

/** The data of a button, from its form. */
export interface WalletForm {
  /** Parsed from `data-request`. */
  readonly request: unknown;
  /** Asks the server to identify the merchant. */
  readonly identify: (validationURL: string) => Promise<unknown>;
}

export interface Sheet {
  /** The token's JSON text; undefined if the payer closed the sheet. Rejects if the wallet fails. */
  readonly token: Promise<string | undefined>;
  /** Closes a sheet that is still open. @param isPaid shows the payer that the payment went through */
  readonly end: (isPaid: boolean) => void;
}

/** Opens the sheet. Wallets require that a press of the payer's calls it directly. */
export type OpenSheet = () => Sheet;

/** @returns undefined where this browser, or its user, has no such wallet */
export type PrepareWallet = (form: WalletForm) => Promise<OpenSheet | undefined>;
