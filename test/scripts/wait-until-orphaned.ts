/** A program that reports that it runs, and runs until the process that started it has ended. */
import { onOrphaned } from '../../src/platform/orphaned.ts';

setInterval(() => undefined, 60_000);
onOrphaned(() => process.exit());
console.log('up');
