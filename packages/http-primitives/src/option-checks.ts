type Kind = 'function' | 'object' | 'string' | 'boolean'

/** What a member of options must be; with a question mark, it may be absent. */
export type MemberKind = Kind | `${Kind}?`

const IN_WORDS: Readonly<Record<Kind, string>> = {
  function: 'a function',
  object: 'an object',
  string: 'a string',
  boolean: 'true or false',
}

/**
 * Throws a `TypeError` in one line that begins with the name of the option that is wrong. Callers in JavaScript have no types, and
 * those in TypeScript may pass what they read from a file.
 *
 * @param where The name of the option that holds the members; empty for the options themselves.
 */
export function assertMembers(where: string, value: unknown, members: Readonly<Record<string, MemberKind>>): void {
  if (!isObject(value)) throw new TypeError(`${where === '' ? 'options' : where} must be an object.`)
  for (const [name, kind] of Object.entries(members)) {
    const given = value[name]
    const needed = kind.replace('?', '') as Kind
    if (given === undefined && needed !== kind) continue
    const isRight = needed === 'object' ? isObject(given) : typeof given === needed
    if (!isRight) throw new TypeError(`${where === '' ? '' : `${where}.`}${name} must be ${IN_WORDS[needed]}.`)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Throws a `TypeError` for anything but a list of texts. */
export function assertTexts(name: string, value: unknown): asserts value is readonly string[] {
  if (!Array.isArray(value) || value.some((text) => typeof text !== 'string' || text === ''))
    throw new TypeError(`${name} must be an array of non-empty strings.`)
}
