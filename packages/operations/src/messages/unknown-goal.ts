import { type FieldError, type Goal, nearest, otherNamesOf } from '@footfall/core-domain'

const LISTED_MAX = 10

/** The error for a text that is the name of no goal of the product, with the nearest goals, by their labels as well, else all. */
export function unknownGoal(path: string, given: string, goals: readonly Goal[]): FieldError {
  const names = goals.map(({ name }) => name)
  const labels = new Map(goals.map(({ name, label }) => [name, label === undefined ? [] : [label]]))
  const near = nearest(given, { names, otherNames: otherNamesOf(Object.fromEntries(labels)) })
  const shown = (near.length > 0 ? near : names).slice(0, LISTED_MAX).map((name) => `“${name}”`)
  const more = near.length === 0 && names.length > LISTED_MAX ? ' and more' : ''
  const available = shown.length === 0 ? 'it has none' : `available: ${shown.join(', ')}${more}`
  const message = `is not the name of a goal of this product; ${available}`
  return { path, message, ...(near.length > 0 && { did_you_mean: near }) }
}
