/** The accounts that may call the simulator, and their access tokens. */
import { type ClientAccount, ClientAccounts } from '../kit/client-accounts.ts';

const TOKEN = { seconds: 3_600, bytes: 32 } as const;

export interface PspClientAccount extends ClientAccount {
  /** The account's Pix key. */
  readonly key: string;
  /** The name in codes: capitals, at most 25. */
  readonly name: string;
}

export class PspAccounts extends ClientAccounts<PspClientAccount> {
  constructor(accounts: readonly PspClientAccount[]) {
    super(accounts, TOKEN);
  }
}
