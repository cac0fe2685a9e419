/**
 * A process that delivers to each given address, prints the results, and then has no work left. It does not close its
 * courier.
 */
import { HttpSender } from '../../../src/adapters/notifications/http-sender.ts';

const courier = new HttpSender({ loopbackPorts: { has: () => true } });
const urls = process.argv.slice(2);
const receipts = await Promise.all(urls.map((url) => courier.deliver({ url, headers: {}, body: '{}' })));
console.log(JSON.stringify(receipts.map(({ status }) => status)));
