/** Village Bank as a process in place of the sandbox: its card host, and the sandbox's control API. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addAcquirerControl } from '../../../../src/sandbox/acquirer/acquirer-control.ts';
import { createSandboxApp } from '../../../../src/sandbox/kit/http/http-app.ts';
import { startVillageBank } from './simulator.ts';

const { ACQUIRER_URL = '', ACQUIRER_TOKEN: token = '', DATA_DIR = '', SANDBOX_PORT, SANDBOX_SPEED } = process.env;
const folder = join(DATA_DIR, 'sandbox');
mkdirSync(folder, { recursive: true });
const bank = await startVillageBank({
  port: Number(new URL(ACQUIRER_URL).port),
  token,
  speed: Number(SANDBOX_SPEED),
  ledgerFile: join(folder, 'acquirer.db'),
});
const app = createSandboxApp();
addAcquirerControl(app, bank);
// Tests poll this path to see that the process is ready.
app.get('/shop/icon.svg', () => '');
await app.listen({ host: '127.0.0.1', port: Number(SANDBOX_PORT) });
const close = async () => {
  await app.close();
  await bank.close();
  process.exit(0);
};
process.on('SIGTERM', close);
process.on('disconnect', close);
process.channel?.unref();
