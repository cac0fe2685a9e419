/**
 * The host in a process of its own, for tests that kill it. Prints its port; the only argument is the ledger's file.
 */
import { startAcquirerHost } from '../../../src/sandbox/acquirer/host.ts';

const log = { info() {}, warn() {}, error() {} };
const host = await startAcquirerHost({
  host: '127.0.0.1',
  port: 0,
  speed: 1,
  log,
  ledgerFile: process.argv[2] as string,
});
process.stdout.write(`${host.port}\n`);
