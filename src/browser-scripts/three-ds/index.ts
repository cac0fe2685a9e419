/**
 * `three-ds.min.js`: payer authentication on a merchant's page, authorised by just the session's id. It defines one
 * global, `ThreeDS`. Requests and responses are those of the operations INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER.
 */
import { publish } from '../own-tag.ts';
import { authenticatePayer, initiateAuthentication } from './authentication.ts';
import { configure, isConfigured, SCRIPT } from './configuration.ts';
import { onEvent } from './events.ts';
import { getLastCorrelationId } from './rest.ts';

publish('ThreeDS', SCRIPT, {
  authenticatePayer,
  configure,
  getLastCorrelationId,
  initiateAuthentication,
  isConfigured,
  onEvent,
});
