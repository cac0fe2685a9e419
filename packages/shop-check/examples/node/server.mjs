/**
 * Serves the shop: `CHECK_TOKEN=… node server.mjs`, and then `npx @turnpike/shop-check http://localhost:3000/check`.
 */
import { listen } from './listen.mjs';
import { Shop } from './shop.mjs';

const { GATEWAY = 'http://localhost:8070', MERCHANT = 'TESTSHOP', PORT = '3000' } = process.env;
const { PASSWORD = '', NOTIFICATION_KEY = '', CHECK_TOKEN } = process.env;

const settings = { gateway: GATEWAY, merchant: MERCHANT, password: PASSWORD, notificationKey: NOTIFICATION_KEY };
listen(new Shop({ ...settings, checkToken: CHECK_TOKEN }), Number(PORT));
