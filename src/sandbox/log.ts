/** What the sandbox needs of a logger: less than any logger has. */
export interface SandboxLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}
