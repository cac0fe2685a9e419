/** Who may call the stand-in, and the access tokens that it gave them. */
import { type ClientAccount, ClientAccounts } from '../client-accounts.ts';

const TOKEN = { seconds: 3_600, bytes: 32 } as const;

export interface PspClientAccount extends ClientAccount {
  /** Its Pix key. */
  readonly key: string;
  /** As codes name it: capitals, at most 25. */
  readonly name: string;
}

export class Accounts extends ClientAccounts<PspClientAccount> {
  constructor(accounts: readonly PspClientAccount[]) {
    super(accounts, TOKEN);
  }
}
