import type { createDocument } from 'zod-openapi'

export type OpenApiDocument = ReturnType<typeof createDocument>

/** What zod-openapi appends to the name of a schema whose output differs from its input. */
const OUTPUT = 'Output'

/** The document without the named schemas that it does not use. A schema that is only output has its plain name. */
export function withUsedSchemas(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {}
  const used = usedSchemas(document)
  const nameOf = (name: string) => {
    const plain = name.endsWith(OUTPUT) ? name.slice(0, -OUTPUT.length) : name
    return used.has(plain) ? name : plain
  }
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return JSON.parse(
    JSON.stringify({
      ...document,
      components: {
        ...document.components,
        schemas: Object.fromEntries(kept.map(([name, schema]) => [nameOf(name), schema])),
      },
    }).replace(REFERENCES, (_, name: string) => reference(nameOf(name))),
  )
}

/** The names that paths refer to, directly or through other schemas. */
function usedSchemas({
  components: { schemas = {}, ...components } = {},
  ...document
}: OpenApiDocument): ReadonlySet<string> {
  const used = new Set<string>()
  const add = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(REFERENCES)) {
      if (used.has(name)) continue
      used.add(name)
      add(schemas[name])
    }
  }
  add([document, components])
  return used
}

const reference = (name: string) => `"#/components/schemas/${name}"`
const REFERENCES = new RegExp(reference('([^"]+)'), 'g')
