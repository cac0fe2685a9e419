/** A program that says what it was given and ends as no other does. */
console.log(JSON.stringify(process.argv.slice(2)));
process.exitCode = 7;
