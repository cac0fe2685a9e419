/** Ends with 0 if the gateway of this container answers `/healthz`. */
import { request as http } from 'node:http';
import { request as https } from 'node:https';

const { ADMIN_HOST, ADMIN_PORT, HOST, PORT, TLS_CERT } = process.env;
const isTls = Boolean(TLS_CERT) && !ADMIN_PORT;
const host = ((ADMIN_PORT && ADMIN_HOST) || HOST || '127.0.0.1').replace(/^(?:0\.0\.0\.0|::)$/, '127.0.0.1');
const options = { host, port: ADMIN_PORT || PORT || 8080, path: '/healthz', rejectUnauthorized: false, agent: false };

(isTls ? https : http)(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
  .end();
