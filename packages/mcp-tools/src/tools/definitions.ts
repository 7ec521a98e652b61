import { isRecord } from '@footfall/core-domain'

type Node = Readonly<Record<string, unknown>>

/** A reference costs about this many characters. */
const WORTH_CHARACTERS = 60

/** The same schema, in which every larger part that occurs several times is written once, in `$defs`. */
export function withDefinitions<Schema extends Node>(schema: Schema): Schema {
  const counts = new Map<string, number>()
  count(schema, counts)
  const repeated = [...counts].filter(([text, times]) => times > 1 && text.length >= WORTH_CHARACTERS)
  const names = new Map(repeated.map(([text], i) => [text, `d${i + 1}`] as const))
  if (names.size === 0) return schema
  const used = new Set<string>()
  const whole = replaced(schema, names, used, true)
  const $defs: Record<string, unknown> = {}
  // A definition may use others, which are then used as well; the set grows while it is walked.
  for (const text of used) $defs[names.get(text) ?? text] = replaced(JSON.parse(text), names, used, true)
  return { ...schema, ...(isRecord(whole) ? whole : {}), $defs }
}

/** Counts the schemas below one by their text. Those inside of a repeated one are counted each time, too. */
function count(node: unknown, counts: Map<string, number>): void {
  if (Array.isArray(node)) for (const entry of node) count(entry, counts)
  if (!isRecord(node)) return
  if (isSchema(node)) {
    const text = JSON.stringify(node)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  for (const inner of Object.values(node)) count(inner, counts)
}

function replaced(node: unknown, names: ReadonlyMap<string, string>, used: Set<string>, isWhole = false): unknown {
  if (Array.isArray(node)) return node.map((entry) => replaced(entry, names, used))
  if (!isRecord(node)) return node
  const text = isSchema(node) && !isWhole ? JSON.stringify(node) : undefined
  const name = text === undefined ? undefined : names.get(text)
  if (name !== undefined && text !== undefined) {
    used.add(text)
    return { $ref: `#/$defs/${name}` }
  }
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, replaced(inner, names, used)]))
}

/** A map of properties is not a schema, although a property may be called `type`. */
const isSchema = ({ type, anyOf }: Node) => typeof type === 'string' || Array.isArray(type) || Array.isArray(anyOf)
