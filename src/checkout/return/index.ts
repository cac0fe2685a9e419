export { cardHandle } from './card-status.ts';
export {
  CALLBACK,
  CANCEL_STATUS,
  EVENTS,
  REDIRECT,
  RETURN,
  redirectAddress,
  STATUS,
  statusAddress,
  WAIT,
} from './redirect-addresses.ts';
export { handleReturn, type RedirectRequest, type RedirectStep, redirect } from './redirect-steps.ts';
export { cardMark, markOf, watchAddress } from './status-mark.ts';
export {
  cancelFromStatus,
  providerStatusPage,
  type StatusPageDependencies,
  statusMark,
  statusPage,
  waitPage,
} from './status-pages.ts';
