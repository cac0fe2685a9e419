/** A process that runs the retention walks over the store of DATABASE_URL as a gateway does, until it is killed. */

import { openStore } from '../../../src/adapters/store/index.ts';
import { RetentionWorker } from '../../../src/back-office/retention/index.ts';

const store = await openStore(process.env.DATABASE_URL ?? '');
const print = (about: object, text?: string) => console.log(JSON.stringify(about), text);
const log = { error: print, warn: print, info: print, debug: print };
new RetentionWorker({ store: store.retention, merchants: store.merchants, clock: { now: Date.now }, log }).start();
