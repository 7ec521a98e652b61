import { z } from 'zod'
import { cleanText, visibleText } from '../clean-text.ts'
import { isoCountryCode } from '../countries.ts'
import { Timestamp } from '../time/instant.ts'

/** Increases by one with every change of the resource; a stale one is rejected as `revision_conflict`. */
export const Revision = z.int().min(1)

/** The fields of every mutable resource. */
export const mutable = { revision: Revision, updated_at: Timestamp }
export type Mutable = { revision: number; updated_at: Timestamp }

/**
 * Text that a person typed: trimmed, and without invisible characters, with which two names would look alike and a name hold
 * what only a model reads. Control characters are rejected.
 */
export const personText = (max: number) => typedText(z.string().trim(), hasControlCharacter, max)

/** The same for fields of several lines: line breaks and tabs stay. */
export const personLines = (max: number) =>
  typedText(
    z.string().overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
    (text) => hasControlCharacter(text.replace(/[\n\t]/g, ' ')),
    max,
  )

function typedText(typed: z.ZodString, isRejected: (text: string) => boolean, max: number) {
  return typed
    .refine((text) => !isRejected(text), { error: 'must not hold control characters', abort: true })
    .overwrite((text) => visibleText(text).trim())
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
}

/** Text that is compared with what visitors wrote, and so cleaned as theirs is. Longer text is rejected, not cut. */
export const collectedText = (max: number) =>
  z
    .string()
    .overwrite((text) => cleanText(text, text.length))
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === 0x7f) return true
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const low = text.charCodeAt(i + 1)
      if (unit > 0xdbff || !(low >= 0xdc00 && low <= 0xdfff)) return true
      i++
    }
  }
  return false
}

export const Role = z.enum(['owner', 'admin', 'editor', 'viewer'])
export type Role = z.infer<typeof Role>

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code such as EUR', abort: true })
  .refine((code) => CURRENCIES.has(code), 'is not a known ISO 4217 currency')
export type CurrencyCode = z.infer<typeof CurrencyCode>

/** A code as it is stored. One that is not of ISO 3166-1 and stands for a country, such as `UK`, is read as that country. */
export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code such as DE', abort: true })
  .overwrite(isoCountryCode)

export const Email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('must be an email address'))
  .transform((email) => email.toLowerCase())
