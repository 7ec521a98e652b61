/** Pages of the documentation that errors and help texts name. Each is shipped with the command. */
export const NAMED_PAGES = [
  'backup',
  'how-to/recover-an-account',
  'how-to/rotate-the-session-secret',
  'reference/scopes',
] as const
export type NamedPage = (typeof NAMED_PAGES)[number]

/** Where a person reads on, in one sentence. */
export function seeDocs(page: NamedPage): string {
  return `\`footfall docs ${page}\` explains it.`
}
