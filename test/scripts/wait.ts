/** A program that reports that it runs, and runs until it is stopped. */
setInterval(() => undefined, 60_000);
console.log('up');
