/** The ways to pay in the demo shop: on the gateway's page, which is the default, or on a page of the shop. */

/** A page of the shop with one of the gateway's scripts. */
export interface ScriptPage {
  readonly id: 'embedded' | 'lightbox' | 'fields';
  readonly name: string;
  readonly note: string;
}

export const WAYS: readonly ScriptPage[] = [
  { id: 'embedded', name: 'Embedded page', note: 'checkout.js: the hosted page in a frame of the shop’s page' },
  { id: 'lightbox', name: 'Lightbox', note: 'checkout.js: the hosted page in a dialog over it' },
  { id: 'fields', name: 'Hosted fields', note: 'session.js: the shop’s own form, its fields the gateway’s' },
];

/** @returns undefined for the redirect, which is the default */
export function wayOf(name: unknown): ScriptPage | undefined {
  return WAYS.find(({ id }) => id === name);
}
