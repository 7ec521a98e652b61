import { openApiDocument } from '@footfall/rest-adapter/footfall'
import type { Schema } from '../../../../apps/admin-cli/src/remote/schema-text.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}
export interface Route extends Readonly<Record<'summary' | 'description' | 'operationId', string>> {
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Route>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The document that the service itself serves; the reference says nothing that is not in it. */
const document = openApiDocument('https://stats.example.com') as unknown as Document

export function routeOf(method: string, path: string): Route {
  const route = document.paths[path]?.[method.toLowerCase()]
  if (route === undefined) throw new Error(`There is no ${method} ${path} in the interface.`)
  return resolved(route)
}

/** The routes of a tag that are no operations, such as those to which pages and servers send events. */
export function addedRoutes(tag: 'intake' | 'leaks'): readonly { readonly path: string; readonly route: Route }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods)
      .filter(({ tags }) => tags.includes(tag))
      .map((route) => ({ path, route: resolved(route) })),
  )
}

/** The codes of the errors that a route may answer, in the order of their status. */
export function errorCodesOf({ responses }: Route): readonly string[] {
  return Object.entries(responses).flatMap(([status, { description }]) =>
    Number(status) >= 400 ? [...description.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []) : [],
  )
}

export function bodySchema({ content }: Content): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema
}

/** Puts what is referred to in its place; nothing here refers to itself. */
function resolved<T>(part: T): T {
  if (Array.isArray(part)) return part.map(resolved) as T
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part && typeof part.$ref === 'string') {
    const { $ref, ...rest } = part
    const [, , kind = '', name = ''] = $ref.split('/')
    // What is next to a reference, such as a description, goes before what the component says.
    return { ...resolved(document.components[kind]?.[name] as T), ...resolved(rest) }
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)])) as T
}
