/** The payer's identity and return addresses in a caller's headers. */
import { holderOf, payersOf } from '../banks.ts';
import type { BankOperationContext } from '../operation.ts';
import type { Returns } from '../payments.ts';
import { BankRefusal } from '../refusal.ts';

/** @returns the payer's id, by header or by the debtor account. Undefined: not yet known. @throws BankRefusal */
export function psuOf({ bank, headers }: BankOperationContext, iban: string | undefined | null): string | undefined {
  const id = headers['psu-id'];
  if (typeof id === 'string' && id !== '') {
    if (!payersOf(bank).some((payer) => payer.id === id)) {
      throw new BankRefusal('PSU_CREDENTIALS_INVALID', 'PSU-ID');
    }
    return id;
  }
  const holder = holderOf(bank, iban ?? null);
  return holder.accounts.some((one) => one.iban === iban) ? holder.id : undefined;
}

/** @throws BankRefusal without a return address that the bank's approach requires */
export function returnsOf({ bank, headers }: BankOperationContext): Returns {
  const redirect = uriIn(headers['tpp-redirect-uri'], 'TPP-Redirect-URI');
  if (redirect === null && bank.approach === 'REDIRECT') {
    throw new BankRefusal('FORMAT_ERROR', 'TPP-Redirect-URI');
  }
  return {
    redirect_uri: redirect,
    nok_redirect_uri: uriIn(headers['tpp-nok-redirect-uri'], 'TPP-Nok-Redirect-URI'),
  };
}

function uriIn(header: string | readonly string[] | undefined, name: string): string | null {
  if (header === undefined) {
    return null;
  }
  if (typeof header !== 'string' || !/^https?:$/.test(URL.parse(header)?.protocol ?? '')) {
    throw new BankRefusal('FORMAT_ERROR', name);
  }
  return header;
}
