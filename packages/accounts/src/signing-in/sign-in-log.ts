/** The part of a logger that sign-in needs. */
export interface SignInLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
