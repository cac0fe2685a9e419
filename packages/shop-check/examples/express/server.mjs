/**
 * Serves the shop: `npm install`, `CHECK_TOKEN=… npm start`, and then
 * `npx @turnpike/shop-check http://localhost:3000/check --token …`.
 */
import { shop } from './app.mjs';

const { GATEWAY = 'http://localhost:8070', MERCHANT = 'TESTSHOP', PORT = '3000' } = process.env;
const { SHOP = `http://localhost:${PORT}`, PASSWORD = '', NOTIFICATION_KEY = '', CHECK_TOKEN } = process.env;

const keys = { merchant: MERCHANT, password: PASSWORD, notificationKey: NOTIFICATION_KEY };
shop({ origin: SHOP, gateway: GATEWAY, ...keys, checkToken: CHECK_TOKEN }).listen(Number(PORT), 'localhost');
