/** The part of a logger that the sandbox uses. */
export interface SandboxLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}
