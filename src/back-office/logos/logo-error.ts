/** The reason why a file cannot be a logo: one sentence for the operator. */
export class LogoError extends Error {}
