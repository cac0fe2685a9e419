/** The sandbox's banks, in the form of an operator's list. */

/** @param api the URL of the banks' server, without a slash at the end */
export function sandboxBanks(api: string): readonly object[] {
  return BANKS.map((bank) => ({ ...bank, address: `${api}/${bank.id}/v1` }));
}

const INSTANT = 'instant-sepa-credit-transfers';
const ORDINARY = 'sepa-credit-transfers';

const BANKS = [
  {
    ...{ id: 'nordbank', name: 'Nordbank', bic: 'NRDBDEFFXXX', country: 'DE' },
    products: [ORDINARY],
    debtorAccount: 'AT_BANK',
  },
  {
    ...{ id: 'appbank', name: 'Appbank', bic: 'APPBNL2AXXX', country: 'NL' },
    approach: 'DECOUPLED',
    products: [INSTANT],
    debtorAccount: 'AT_BANK',
  },
  {
    ...{ id: 'sofortbank', name: 'Sofortbank', bic: 'SFRTDEFFXXX', country: 'DE' },
    products: [INSTANT],
    debtorAccount: 'ASKED',
  },
  {
    ...{ id: 'ruhebank', name: 'Ruhebank', bic: 'RUHEBEBBXXX', country: 'BE' },
    products: [ORDINARY],
    debtorAccount: 'AT_BANK',
  },
] as const;
