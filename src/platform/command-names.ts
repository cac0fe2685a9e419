/** The commands by which an operator calls this program: those of an installed release, or those of a checkout. */
import { readBuild } from './build.ts';

const { isRelease } = readBuild();

export const OPERATOR_COMMAND = isRelease ? 'turnpike' : 'npm run turnpike --';
export const START_COMMAND = isRelease ? 'turnpike start' : 'npm start';
