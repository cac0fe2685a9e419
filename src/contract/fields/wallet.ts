/**
 * Wallets that passed the payer's details to the shop. The interface defines their names by a pattern (a brand and the
 * kind of wallet), so any brand is accepted.
 */
import { field, freeNames, group } from '../field.ts';
import { matching, string } from '../field-types.ts';

/** This gateway's own limit, longer than the name of any brand. */
const BRAND_CHARACTERS_MAX = 40;
const PROVIDER = new RegExp(`^[A-Z][A-Z0-9_]{0,${BRAND_CHARACTERS_MAX - 1}}_(?:EXPRESS_CHECKOUT|PAY|ONLINE|CHECKOUT)$`);
const [FORM_CHARACTERS_MIN, FORM_CHARACTERS_MAX] = ['_PAY'.length, '_EXPRESS_CHECKOUT'.length];
/** This gateway's own limit; a payer uses one wallet. */
const WALLETS_MAX = 5;

export const walletProvider = field(
  matching(
    PROVIDER,
    1 + FORM_CHARACTERS_MIN,
    BRAND_CHARACTERS_MAX + FORM_CHARACTERS_MAX,
    'a brand in capitals followed by _EXPRESS_CHECKOUT, _PAY, _ONLINE or _CHECKOUT',
    'Enumeration',
  ),
  'The wallet from which the payer’s details came.',
);

export const wallet = freeNames({
  name: new RegExp(`^[A-Za-z0-9]{1,${BRAND_CHARACTERS_MAX}}$`),
  nameAllowed: `a wallet's name of 1 to ${BRAND_CHARACTERS_MAX} characters from A-Z, a-z, 0-9`,
  membersMax: WALLETS_MAX,
  member: group(
    { callId: field(string(1, 200), 'The wallet’s own id of the payer’s checkout there.', { holds: 'ID' }) },
    { doc: 'One wallet’s data, under the wallet’s name.' },
  ),
  doc: 'Wallets’ data on the payer’s checkout.',
});
