import { nearestFor, plainMessage } from '@footfall/core-domain'
import { z } from 'zod'

/** What a list of names consists of. */
export interface ListParameter {
  readonly item: z.ZodType
  readonly max: number
}

/** By the input of each list, which copies of the schema with other metadata share. */
const LISTS = new WeakMap<z.core.$ZodType, ListParameter>()

/**
 * A list of names, none of them twice: as text separated by commas, or as an array. Text that begins with `[` is an array in
 * JSON, for names with a comma in them. `name` accepts what else than text a name may be in JSON.
 */
export function listOf<Item>(
  item: z.ZodType<Item>,
  max: number,
  name: z.ZodType<string, string | number | boolean> = z.string(),
) {
  const given = z.union([name, z.array(name)])
  LISTS.set(given, { item, max })
  return given.transform((given, context): readonly Item[] => {
    const names = typeof given === 'string' ? split(given) : given
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    if (twice !== undefined) {
      context.addIssue({ code: 'custom', message: `names ${JSON.stringify(twice.slice(0, 60))} twice`, input: twice })
      return z.NEVER
    }
    if (names.length === 0) context.addIssue({ code: 'custom', message: 'must not be empty' })
    if (names.length > max) {
      context.addIssue({ code: 'custom', message: `must hold at most ${max} names` })
      return z.NEVER
    }
    return names.flatMap((name) => {
      const parsed = item.safeParse(name, { error: plainMessage })
      if (parsed.success) return [parsed.data]
      const params = { did_you_mean: nearestFor(item, name) }
      for (const { message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', message: saysWhich(message, name), input: name, params })
      }
      return []
    })
  })
}

/** The elements of a list parameter; undefined for a parameter that is not a list of names. */
export function listParameterOf(field: z.core.$ZodType): ListParameter | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return listParameterOf(field.def.innerType)
  return field instanceof z.ZodPipe ? LISTS.get(field.def.in) : undefined
}

function saysWhich(message: string, name: string): string {
  const quoted = JSON.stringify(name.slice(0, 60))
  return message.includes(quoted) ? message : `${quoted}: ${message}`
}

function split(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(',').map((name) => name.trim())
  try {
    const parsed = z.array(z.string()).safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : [text]
  } catch {
    return [text]
  }
}
