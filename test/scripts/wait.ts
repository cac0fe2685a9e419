/** A program that says that it runs, and then does so until it is told otherwise. */
setInterval(() => undefined, 60_000);
console.log('up');
