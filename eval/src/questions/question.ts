import type { Place } from '../place/place.ts'
import type { Reading } from '../reader/reading.ts'

export const KINDS = [
  'metric',
  'cause',
  'funnel',
  'comparison',
  'all sites',
  'typo',
  'label',
  'cannot be known',
  'injection',
  'write',
  'reading',
  'relation',
  'docs',
] as const
export type Kind = (typeof KINDS)[number]

export type Fact = string | number | boolean | null
/** What a person wants to know, field by field. */
export type Answer = Readonly<Record<string, Fact>>

/** What the person who asks and the service do for the one who answers. */
export interface Conversation {
  /** What a call answers, as its text says it. */
  call(tool: string, given: Readonly<Record<string, unknown>>): Promise<Reading>
  /** Shows the person what would change and hears what they say next. */
  next(): void
}

export interface Question {
  readonly name: string
  readonly kind: Kind
  /** What the person says; each further text after an answer to the one before. */
  readonly says: readonly [string, ...string[]]
  /** The fields of the answer, each with what it holds. */
  readonly fields: Readonly<Record<string, string>>
  /** `tokens` counts arguments and texts of all calls. */
  readonly budget: { readonly calls: number; readonly tokens: number }
  /** Answers with the fewest calls. */
  reference(conversation: Conversation): Promise<Answer>
  /** The right answer, from elsewhere than the calls of the reference. Asked after it. */
  expected(place: Place): Promise<Answer>
  /** The tools that change something, once each. Without it nothing may change. */
  readonly changes?: readonly string[]
  /** After which of the texts of the person the change may come; the second by default. */
  readonly agreedAfter?: number
}

/** A total, or a few rows. */
export const USUAL = { calls: 1, tokens: 300 } as const
/** A list, or a series of a month. */
export const LIST = { calls: 1, tokens: 700 } as const
/** A question that is asked again after a hint, or that needs a list first. */
export const TWO_CALLS = { calls: 2, tokens: 500 } as const
/** A preview and its confirmation. */
export const ONE_CHANGE = { calls: 2, tokens: 600 } as const

export const QUERY = 'service_analytics_query'
export const STATE = 'one of available, empty, withheld, unavailable'
