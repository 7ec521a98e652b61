import { type FieldError, NEAREST_MAX, nearest } from '@footfall/core-domain'

const SHOWN_MAX = 10
/** Longer texts are not names. */
const TEXT_MAX = 320

/** What a caller may have meant, with all its names. */
export interface Candidate {
  readonly id: string
  readonly names: readonly string[]
}

/** Those of this name in any case, otherwise the nearest; all candidates if none is near. Empty if there is none. */
export function nearCandidates(path: string, given: unknown, candidates: readonly Candidate[]): readonly FieldError[] {
  if (typeof given !== 'string' || given === '' || given.length > TEXT_MAX || candidates.length === 0) return []
  const byName = candidates.flatMap(({ id, names }) => names.map((name) => ({ id, name })))
  const names = byName.map(({ name }) => name)
  const same = names.filter((name) => name.toLowerCase() === given.trim().toLowerCase())
  const near = same.length > 0 ? same : nearest(given, { names })
  const ids = [...new Set(near.flatMap((name) => byName.filter((one) => one.name === name).map(({ id }) => id)))]
  const shown = ids.length > 0 ? candidates.filter(({ id }) => ids.includes(id)) : candidates
  const listed = shown.slice(0, SHOWN_MAX).map(({ id, names }) => `“${names[0]}” (${id})`)
  const more = shown.length > listed.length ? ' and more' : ''
  const said = ids.length > 0 ? 'similar' : 'available'
  const ask = ids.length > 1 ? '; if the question does not say which, ask' : ''
  const message = `matches nothing that this credential may see; ${said}: ${listed.join(', ')}${more}${ask}`
  return [{ path, message, ...(ids.length > 0 && { did_you_mean: ids.slice(0, NEAREST_MAX) }) }]
}
