/**
 * Loaded into a gateway process before its own first line, by tests alone: the machine's wall clock is ahead by as many
 * milliseconds as the file `TURNPIKE_CLOCK_FILE` says when the process starts.
 */
import { readFileSync } from 'node:fs';

const aheadMs = Number(readFileSync(process.env.TURNPIKE_CLOCK_FILE ?? '', 'utf8'));
const now = Date.now;

Date.now = () => now() + aheadMs;
