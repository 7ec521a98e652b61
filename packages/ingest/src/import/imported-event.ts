import {
  byName,
  CollectedEvent,
  CountryCode,
  DIMENSION_TABLE,
  FIELD_DIMENSIONS,
  VisitorName,
} from '@footfall/core-domain'
import { z } from 'zod'

/** Of fields of an export that an import computes again; accepted, so that an export can be imported unchanged. */
const RECOMPUTED_LENGTH_MAX = 255

/** Fields by which a file says what would otherwise be computed, or which an import accepts and computes again. */
const dimensions = byName(FIELD_DIMENSIONS, (name) => {
  const { field, column } = DIMENSION_TABLE[name]
  const lengthMax = field?.taken ? column?.lengthMax : undefined
  return z
    .string()
    .trim()
    .max(lengthMax ?? RECOMPUTED_LENGTH_MAX)
    .optional()
})

const NO_MONEY = z.strictObject({ amount: z.null(), currency: z.null() })
/** Parquet files represent an absent struct as a struct of nulls. */
const revenue = z.preprocess(
  (value) => (NO_MONEY.safeParse(value).success ? undefined : value),
  CollectedEvent.shape.revenue,
)

/** Fields of an import in addition to those of the collector; `docs/import.md` explains each. */
const historical = {
  revenue: revenue.optional(),
  timestamp: z.iso.datetime({ offset: true, error: 'must be an RFC 3339 date-time such as 2026-03-01T12:00:00Z' }),
  visitor: VisitorName.optional(),
  ip: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  user_agent: z.string().max(1024).optional(),
  ...dimensions,
  title: CollectedEvent.shape.title,
  country: CountryCode.optional(),
  visit: z.string().max(RECOMPUTED_LENGTH_MAX).optional(),
}

/** One event of an import: the fields of the collector, its time and its visitor. */
export const ImportedEvent = CollectedEvent.omit({
  product: true,
  interactive: true,
  privacy_signal: true,
  watches_errors: true,
  vitals: true,
  error: true,
})
  .extend(historical)
  .refine((event) => event.visitor !== undefined || event.ip !== undefined, {
    path: ['visitor'],
    message: 'is required where there is no ip',
  })
export type ImportedEvent = z.output<typeof ImportedEvent>
