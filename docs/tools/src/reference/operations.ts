import { COMMON_ERRORS, WRITE_ERRORS } from '@footfall/kernel'
import { MCP_OPERATIONS, OPERATIONS, type Operation } from '@footfall/operations'
import { OAUTH_SCOPES } from '@footfall/scopes-policy'
import { kindOf, type Schema, shapeText } from '../../../../apps/admin-cli/src/remote/schema-text.ts'
import { code, fenced, table } from '../markdown.ts'
import { addedRoutes, bodySchema, errorCodesOf, type Route, routeOf } from './api.ts'

const GROUPS: Readonly<Record<string, string>> = {
  products: 'Products',
  analytics: 'Analytics',
  diagnostics: 'Diagnostics',
  domains: 'Domains',
  apps: 'Apps',
  events: 'Tracked events',
  preferences: 'Preferences',
  shields: 'Shields',
  crawlers: 'Crawler settings',
  funnels: 'Funnels',
  team: 'Team',
  keys: 'Website API keys',
  account: 'Account',
  tokens: 'Account tokens',
}

/** Every operation, once for both of its doors. */
export function operationsPage(): string {
  const groups = Map.groupBy(OPERATIONS, (operation) => operation.name.split('_')[1] ?? '')
  return `# Operations

${OPERATIONS.length} operations, each a REST route under \`/api/v1\` and an MCP tool of the same rules. As a tool, an operation takes the path,
query and body of its route as one flat object. A running service has the same as OpenAPI at \`/docs/api\`.

Reads answer \`{ data, meta, page }\`. Writes answer a preview until they are confirmed, and then
\`{ data: { state: "executed", operation, result, secret?, secret_returned_once? }, meta: { idempotency } }\`; shown below is \`result\`.
[Writes](../writes.md) explains how to confirm. In addition to the errors named, every operation may answer
${COMMON_ERRORS.map((name) => code(name)).join(', ')}; a write also ${WRITE_ERRORS.map((name) => code(name)).join(', ')}. [Errors](../errors.md) says what each means.

${table(
  ['tool', 'route', 'scope', 'lowest role'],
  OPERATIONS.map((operation) => [
    `[${operation.name}](#${operation.name})`,
    code(`${operation.method} ${operation.path}`),
    code(operation.scope),
    operation.role ?? '–',
  ]),
)}

${[...groups].map(([group, operations]) => `## ${GROUPS[group] ?? group}\n\n${operations.map(section).join('\n\n')}`).join('\n\n')}

## Content tools

Tools of MCP only, without a route of their own: operations of the dashboard as agents call them. An address has them where it
[names the toolset](../connect-an-mcp-client.md#content) \`content\`. Those that write have a preview and are confirmed like every write.

${table(
  ['tool', 'scope', 'lowest role', 'arguments', ''],
  MCP_OPERATIONS.slice(OPERATIONS.length).map((operation) => [
    code(operation.name),
    code(operation.scope),
    operation.role ?? '–',
    argumentsOf(operation).map(code).join(', '),
    operation.description,
  ]),
)}

## Intake

What pages and servers send. These are no operations: they take a public event, or a key made for nothing else.

${addedRoutes('intake')
  .map(({ path, route }) => added(path, route))
  .join('\n\n')}

## Leaks

Open to anyone, without a credential.

${addedRoutes('leaks')
  .map(({ path, route }) => added(path, route))
  .join('\n\n')}
`
}

/** The fields of a tool other than its product and those that confirm a change. */
function argumentsOf({ params, query, body }: Operation): string[] {
  const inBody: object = body !== undefined && 'shape' in body ? Object(body.shape) : {}
  return [params.shape, query.shape, inBody].flatMap((shape) => Object.keys(shape))
}

function section(operation: Operation): string {
  const route = routeOf(operation.method, operation.path)
  const said = new Set<string>([...COMMON_ERRORS, ...WRITE_ERRORS])
  const codes = errorCodesOf(route).filter((name) => !said.has(name))
  return [
    `### ${operation.name}`,
    `${code(`${operation.method} ${operation.path}`)} · ${operation.title}`,
    operation.description,
    needs(operation),
    input(route),
    output(operation, route),
    codes.length === 0 ? '' : `Errors: ${codes.map(code).join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function needs({ scope, role: least, allowedPrincipals, kind }: Operation): string {
  const doors = ['account token']
  if (allowedPrincipals.has('oauth_connection') && OAUTH_SCOPES.includes(scope)) doors.push('OAuth connection (MCP)')
  if (allowedPrincipals.has('website_key')) doors.push('Website API key (REST)')
  const role = least === null ? '' : `, role \`${least}\` or above`
  return `Scope \`${scope}\`${role}. Open to: ${doors.join(', ')}.${kind === 'write' ? ' Changes something: previewed, then confirmed.' : ''}`
}

function input(route: Route): string {
  const body = route.requestBody === undefined ? undefined : bodySchema(route.requestBody)
  const rows = [
    ...(route.parameters ?? [])
      .filter((parameter) => parameter.in !== 'header')
      .map(({ name, in: place, required, schema, description }) =>
        field(name, place, required === true, schema, description),
      ),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      field(name, 'body', body?.required?.includes(name) === true, schema, schema.description),
    ),
  ]
  if (rows.length === 0) return 'Takes nothing.'
  const fields = table(['field', 'in', 'is', ''], rows)
  const nested = Object.values(body?.properties ?? {}).some((schema) => shapeText(schema).includes('{'))
  return body !== undefined && nested
    ? `${fields}\n\nThe body:\n\n${fenced('ts', shapeText(body))}\n\nThe answer:`
    : fields
}

function field(name: string, place: string, required: boolean, schema: Schema, description = ''): string[] {
  const fallback = schema.default === undefined ? '' : ` Default ${code(JSON.stringify(schema.default))}.`
  return [code(name), place, `${kindOf(schema)}${required ? '' : ', optional'}`, `${description}${fallback}`.trim()]
}

function output(operation: Operation, route: Route): string {
  const success = bodySchema(route.responses[operation.kind === 'write' && operation.creates ? '201' : '200'] ?? {})
  const answer = operation.kind === 'read' ? success : resultOf(success)
  if (answer === undefined) throw new Error(`${operation.name} answers nothing.`)
  return fenced('ts', shapeText(answer))
}

/** What an executed write made of the thing; a decision by an operator has no result, and so it may be null. */
function resultOf(success: Schema | undefined): Schema | undefined {
  const executed = success?.anyOf?.at(-1) ?? success
  const result = executed?.properties?.data?.properties?.result
  const [first] = (result?.anyOf ?? []).filter(({ type }) => type !== 'null')
  return first ?? result
}

function added(path: string, route: Route): string {
  return [
    `### POST ${path}`,
    route.summary,
    route.description,
    input(route),
    `Errors: ${errorCodesOf(route).map(code).join(', ')}.`,
  ].join('\n\n')
}
