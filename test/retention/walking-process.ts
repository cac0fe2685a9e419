/** A process that walks over the store of DATABASE_URL as a gateway does, until it is ended. */
import { RetentionWorker } from '../../src/retention/index.ts';
import { openStore } from '../../src/store/index.ts';

const store = await openStore(process.env.DATABASE_URL ?? '');
const print = (about: object, text?: string) => console.log(JSON.stringify(about), text);
const log = { error: print, warn: print, info: print, debug: print };
new RetentionWorker({ store: store.retention, merchants: store.merchants, clock: { now: Date.now }, log }).start();
