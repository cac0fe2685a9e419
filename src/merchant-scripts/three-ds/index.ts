/**
 * `three-ds.min.js`: payer authentication on a merchant's page, by the session's id alone. It leaves one global behind,
 * `ThreeDS`. What was sent and answered is that of the operations INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER.
 */
import { authenticatePayer, initiateAuthentication } from './authentication.ts';
import { configure, isConfigured } from './configuration.ts';
import { onEvent } from './events.ts';
import { getLastCorrelationId } from './rest.ts';

Object.assign(window, {
  ThreeDS: {
    authenticatePayer,
    configure,
    getLastCorrelationId,
    initiateAuthentication,
    isConfigured,
    onEvent,
  },
});
