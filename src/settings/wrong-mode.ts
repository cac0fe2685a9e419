/**
 * @param recorded the mode in which the database was first used
 * @returns one line for the operator of a gateway in another mode
 */
export function wrongMode(recorded: string, mode: string): string {
  return (
    `DATABASE_URL cannot be used in ${mode} mode: the database was first used in ${recorded} mode. Use another ` +
    `database, or set TURNPIKE_MODE=${recorded}.`
  );
}
