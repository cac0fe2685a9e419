// Receives one request by the README's route, as the runtime's own server would.
import { POST } from './route.mjs';

const { url, headers, body } = JSON.parse(process.env.RECEIVED);
const { status } = await POST(new Request(url, { method: 'POST', headers, body }));
console.log(status);
const forged = await POST(new Request(url, { method: 'POST', headers, body: `${body} ` }));
console.log(forged.status);
