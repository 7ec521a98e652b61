import type { createDocument } from 'zod-openapi'

export type OpenApiDocument = ReturnType<typeof createDocument>

const REFERENCE = '#/components/schemas/'
/** What zod-openapi appends to the name of a schema whose output differs from its input. */
const OUTPUT = 'Output'

/** The document without the named schemas that it does not use. A schema that is only output has its plain name. */
export function withUsedSchemas(document: OpenApiDocument): OpenApiDocument {
  const used = withoutUnused(document)
  const names = new Set(Object.keys(used.components?.schemas ?? {}))
  const renamed = [...names].filter((name) => name.endsWith(OUTPUT) && !names.has(name.slice(0, -OUTPUT.length)))
  return renamed.reduce(withPlainName, used)
}

/** Schemas may refer to each other, so one that is left out may leave another without use. */
function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components?.schemas ?? {})
  const text = JSON.stringify(document)
  const used = schemas.filter(([name]) => text.includes(quoted(name)))
  if (used.length === schemas.length) return document
  return withoutUnused({ ...document, components: { ...document.components, schemas: Object.fromEntries(used) } })
}

function withPlainName(document: OpenApiDocument, name: string): OpenApiDocument {
  const plain = name.slice(0, -OUTPUT.length)
  const renamed: OpenApiDocument = JSON.parse(JSON.stringify(document).replaceAll(quoted(name), quoted(plain)))
  const schemas = Object.entries(renamed.components?.schemas ?? {}).map(([key, schema]) => [
    key === name ? plain : key,
    schema,
  ])
  return { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(schemas) } }
}

const quoted = (name: string) => JSON.stringify(`${REFERENCE}${name}`)
