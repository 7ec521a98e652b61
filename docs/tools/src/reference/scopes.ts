import { MCP_OPERATIONS, OPERATIONS } from '@footfall/operations'
import { DEFAULT_READ_SCOPES, OAUTH_SCOPES, SCOPES, scopeDescription } from '@footfall/scopes-policy'
import { code, table } from '../markdown.ts'

/** What every scope allows, and who can be given it. */
export function scopesPage(): string {
  const defaults: ReadonlySet<string> = new Set(DEFAULT_READ_SCOPES)
  return `# Scopes

${SCOPES.length} scopes. None implies another, and there is no wildcard: a credential has exactly what it was given. A scope says what may be
asked for; [which products and which role](../concepts.md#who-is-calling) decide for each product.

“OAuth” marks what a person can grant to an application: never the creation of products, nor anything about keys, tokens or
the account. “Asked by default” marks what an application asks for if it names no scopes.

${table(
  ['scope', 'allows to', 'OAuth', 'asked by default'],
  SCOPES.map((scope) => [
    code(scope),
    sentence(scopeDescription(scope)),
    OAUTH_SCOPES.includes(scope) ? 'yes' : '–',
    defaults.has(scope) ? 'yes' : '–',
  ]),
)}

## Which operations a scope opens

${table(
  ['scope', 'operation', 'lowest role on the product'],
  SCOPES.flatMap((scope) =>
    MCP_OPERATIONS.filter((operation) => operation.scope === scope).map((operation, index) => [
      index === 0 ? code(scope) : '',
      `[${operation.name}](operations.md#${OPERATIONS.includes(operation) ? operation.name : 'content-tools'})`,
      operation.role ?? '–',
    ]),
  ),
)}

Granting, changing or removing an \`admin\` or \`owner\` takes an \`owner\`, whatever the table says; the last owner stays, and nobody
changes their own role.
`
}

function sentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
