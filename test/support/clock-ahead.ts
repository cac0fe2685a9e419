/**
 * Preloaded into a gateway process by tests only: sets its wall clock ahead by the milliseconds in the file
 * `TURNPIKE_CLOCK_FILE`, read at the start.
 */
import { readFileSync } from 'node:fs';

const aheadMs = Number(readFileSync(process.env.TURNPIKE_CLOCK_FILE ?? '', 'utf8'));
const now = Date.now;

Date.now = () => now() + aheadMs;
