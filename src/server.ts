/**
 * The entry point: settings, log, the gateway; closed gracefully by SIGTERM and SIGINT.
 *
 * An error at the start is one line for the operator and exit code 1.
 */
import { enableCompileCache } from 'node:module';

// Half of the start is compiling; the second start uses the cache. It is enabled first, so that every later import
// benefits.
enableCompileCache(new URL('../.cache/compile', import.meta.url).pathname);

const { runGateway } = await import('./main.ts');
await runGateway(process.env);
