/**
 * Marks the calls in which Medusa's subscriber, and the package's own, ask the provider. Medusa gives a provider no way
 * to report a refund: the subscriber runs Medusa's own refund instead, in which the provider must not refund again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** @type {AsyncLocalStorage<'notification' | 'recording'>} */
const calls = new AsyncLocalStorage();
let hasSubscriber = false;

/** The package's subscriber is loaded: notifications are its work, and not that of Medusa's own subscriber. */
export function registerSubscriber() {
  hasSubscriber = true;
}

/** Medusa's own subscriber asks about a notification that the package's subscriber applies. */
export const isLeftToSubscriber = () => hasSubscriber && calls.getStore() !== 'notification';

export const isFromSubscriber = () => calls.getStore() === 'notification';

/** The money has moved at the gateway, and Medusa only stores the movement. */
export const isRecording = () => calls.getStore() === 'recording';

/**
 * @template T
 * @param {() => T} work
 */
export const readNotification = (work) => calls.run('notification', work);

/**
 * @template T
 * @param {() => T} work
 */
export const record = (work) => calls.run('recording', work);
