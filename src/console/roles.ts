/** The roles of people in the console, and what each may do. */

/**
 * SEE_ORDERS: find and read orders, and read links, notifications, payouts and disputes. SEE_PEOPLE: read who has a
 * role at the merchant. MAKE_LINKS: make links that take payments, and end them. RESEND: send notifications again.
 * APPROVE: decide on refunds that wait for approval, and on payments that risk rules hold. CHANGE_API_PASSWORDS: make
 * and end passwords of the merchant's servers. CHANGE_BRANDING: change the look of the payment pages. SEE_SETTINGS:
 * read the merchant's profile. CHANGE_TECHNICAL_SETTINGS: change how the merchant's servers and pages are connected.
 * SHARE_VIEWS: share saved views of the list of orders with the merchant's people, and rename and delete shared ones.
 * The others are acts on an order.
 */
export type Permission =
  | 'APPROVE'
  | 'CAPTURE'
  | 'CHANGE_API_PASSWORDS'
  | 'CHANGE_BRANDING'
  | 'CHANGE_TECHNICAL_SETTINGS'
  /** Send receipts again, end payers' checkouts, and delete their saved cards. */
  | 'HELP_PAYERS'
  | 'MAKE_LINKS'
  | 'REFUND'
  | 'RESEND'
  | 'SEE_ORDERS'
  | 'SEE_PEOPLE'
  | 'SEE_SETTINGS'
  | 'SHARE_VIEWS'
  | 'VOID';

export type Role = 'administrator' | 'developer' | 'operator' | 'refunder' | 'support' | 'viewer';

interface RoleFacts {
  /** For the person who has it. */
  readonly says: string;
  readonly may: readonly Permission[];
}

const EVERY_PERMISSION: readonly Permission[] = [
  'SHARE_VIEWS',
  'SEE_ORDERS',
  'MAKE_LINKS',
  'RESEND',
  'HELP_PAYERS',
  'CAPTURE',
  'VOID',
  'REFUND',
  'APPROVE',
  'SEE_PEOPLE',
  'CHANGE_API_PASSWORDS',
  'SEE_SETTINGS',
  'CHANGE_TECHNICAL_SETTINGS',
  'CHANGE_BRANDING',
];

export const ROLES: Readonly<Record<Role, RoleFacts>> = {
  viewer: { says: 'sees orders, links, notifications, payouts and disputes', may: ['SEE_ORDERS'] },
  support: {
    says: 'sees orders, makes and ends links, sends notifications and receipts again, helps payers, captures and voids',
    may: ['SEE_ORDERS', 'MAKE_LINKS', 'RESEND', 'HELP_PAYERS', 'CAPTURE', 'VOID'],
  },
  refunder: {
    says: 'sees orders, makes and ends links, sends notifications and receipts again, helps payers, and moves money',
    may: ['SEE_ORDERS', 'MAKE_LINKS', 'RESEND', 'HELP_PAYERS', 'CAPTURE', 'VOID', 'REFUND'],
  },
  developer: {
    says: 'sees orders, links and people, sends notifications again, and changes API passwords and technical settings',
    may: ['SEE_ORDERS', 'RESEND', 'SEE_PEOPLE', 'CHANGE_API_PASSWORDS', 'SEE_SETTINGS', 'CHANGE_TECHNICAL_SETTINGS'],
  },
  administrator: { says: 'may do everything at this merchant', may: EVERY_PERMISSION },
  operator: { says: 'may do everything at every merchant', may: EVERY_PERMISSION },
};

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

export function isRole(text: string): text is Role {
  return Object.hasOwn(ROLES, text);
}

/** The role that is for all merchants, and only for all. */
export const ROLE_FOR_ALL: Role = 'operator';
