/** How the demo shop's payers pay: on the gateway's page, which is the first choice, or on a page of the shop's own. */

/** A page of the shop's own with one of the gateway's scripts. */
export interface Way {
  readonly id: 'embedded' | 'lightbox' | 'fields';
  readonly name: string;
  readonly note: string;
}

export const WAYS: readonly Way[] = [
  { id: 'embedded', name: 'Embedded page', note: 'checkout.js: the hosted page in a frame of the shop’s page' },
  { id: 'lightbox', name: 'Lightbox', note: 'checkout.js: the hosted page in a dialog over it' },
  { id: 'fields', name: 'Hosted fields', note: 'session.js: the shop’s own form, its fields the gateway’s' },
];

/** @returns undefined: by redirect, as everybody pays who chose nothing else */
export function wayOf(name: unknown): Way | undefined {
  return WAYS.find(({ id }) => id === name);
}
