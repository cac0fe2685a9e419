/** A program that prints its arguments and ends with an unusual exit code. */
console.log(JSON.stringify(process.argv.slice(2)));
process.exitCode = 7;
