/** The roles of a form's fields, for the page's script and for the frames. */

export const ROLES = [
  'card.number',
  'card.expiryMonth',
  'card.expiryYear',
  'card.securityCode',
  'card.nameOnCard',
  'giftCard.number',
  'giftCard.pin',
  'ach.accountType',
  'ach.bankAccountHolder',
  'ach.routingNumber',
  'ach.bankAccountNumber',
  'ach.bankAccountNumberConfirmation',
] as const;

export type Role = (typeof ROLES)[number];

export function isRole(name: unknown): name is Role {
  return (ROLES as readonly unknown[]).includes(name);
}
