/** Readers of values that came from outside: each returns what it names, or nothing. */
export type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = {}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : NONE)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const recordsOf = (value: unknown): readonly Fields[] => listOf(value).filter(isFields)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((entry): entry is string => typeof entry === 'string')
