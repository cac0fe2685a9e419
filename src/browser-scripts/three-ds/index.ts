/**
 * `three-ds.min.js`: payer authentication on a merchant's page, authorised by just the session's id. It defines one
 * global, `ThreeDS`. Requests and responses are those of the operations INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER.
 */
import { publish } from '../own-tag.ts';
import { authenticatePayer, initiateAuthentication } from './authentication.ts';
import { configureThreeDs, isConfigured, THREE_DS_SCRIPT } from './configuration.ts';
import { onEvent } from './events.ts';
import { getLastCorrelationId } from './rest.ts';

publish('ThreeDS', THREE_DS_SCRIPT, {
  authenticatePayer,
  configure: configureThreeDs,
  getLastCorrelationId,
  initiateAuthentication,
  isConfigured,
  onEvent,
});
