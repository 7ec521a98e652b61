import { readYaml } from './files.ts'

export interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly networks: readonly string[] | Readonly<Record<string, unknown>>
  readonly hostname?: string
  readonly [key: string]: unknown
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: Readonly<Record<string, unknown>>
}

const VARIABLE = /\$\{(\w+)(?::(?<kind>[?-])(?<rest>[^}]*))?\}/g

/** The file as Compose reads it with these variables. Throws, as Compose does, when one that must be set is not. */
export function composeFile(variables: Readonly<Record<string, string>>): ComposeFile {
  return interpolated(readYaml('compose.yaml'), variables) as ComposeFile
}

/** Every variable that the file asks for, and whether it must be set. */
export function composeVariables(text: string): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>()
  for (const match of text.matchAll(VARIABLE)) {
    const name = match[1] ?? ''
    found.set(name, found.get(name) === true || match.groups?.kind === '?')
  }
  return found
}

function interpolated(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replaceAll(VARIABLE, (...match) => resolved(match, variables))
  if (Array.isArray(value)) return value.map((each) => interpolated(each, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, interpolated(each, variables)]))
}

function resolved([, name = '', kind, rest = '']: string[], variables: Readonly<Record<string, string>>): string {
  const value = variables[name]
  if (value !== undefined && value !== '') return value
  if (kind === '?') throw new Error(`${name} is required: ${rest}`)
  return rest
}
