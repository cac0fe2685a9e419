/**
 * The front door: settings, log, the gateway; closed gracefully by SIGTERM and SIGINT.
 *
 * What goes wrong at the start is one line for the operator and exit code 1.
 */
import { enableCompileCache } from 'node:module';

// Half of the start is compiling; the second start finds it done. First of all, so that every later import profits.
enableCompileCache(new URL('../.cache/compile', import.meta.url).pathname);

const { runGateway } = await import('./gateway-process.ts');
await runGateway(process.env);
