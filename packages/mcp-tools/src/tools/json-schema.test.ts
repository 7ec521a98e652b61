import { isRecord } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TOOLS } from '../footfall/tools.ts'

/** Where a schema allows null, by the names of the fields around it. */
function nullsIn(schema: unknown, root = schema, path = ''): string[] {
  if (!isRecord(schema)) return []
  if (typeof schema.$ref === 'string') return nullsIn(definition(root, schema.$ref), root, path)
  const types = [schema.type].flat()
  const alternatives = Array.isArray(schema.anyOf) ? schema.anyOf : []
  const fields = isRecord(schema.properties) ? Object.entries(schema.properties) : []
  return [
    ...(types.includes('null') ? [path] : []),
    ...alternatives.flatMap((alternative) => nullsIn(alternative, root, path)),
    ...fields.flatMap(([name, field]) => nullsIn(field, root, `${path}.${name}`)),
    ...nullsIn(schema.items, root, `${path}[]`),
  ]
}

function definition(root: unknown, ref: string): unknown {
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return isRecord(root) && isRecord(root.$defs) ? root.$defs[name] : undefined
}

describe('the output schema of a tool', () => {
  it.each(TOOLS.map(({ operation, listed }) => [operation.name, operation, listed] as const))(
    'the output schema of %s allows null wherever its results may have it',
    (_, operation, { outputSchema }) => {
      const result = z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' })
      const place = operation.kind === 'read' ? '.data' : '.data.result'
      const allowed = nullsIn(outputSchema)
      expect(nullsIn(result, result, place).filter((path) => !allowed.includes(path))).toEqual([])
    },
  )
})
