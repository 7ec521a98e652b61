import {
  byName,
  CollectedEvent,
  CountryCode,
  DIMENSION_TABLE,
  FIELD_DIMENSIONS,
  ScriptError,
  TrafficClass,
  VisitorName,
} from '@footfall/core-domain'
import { EVIDENCE_WORDS } from '@footfall/warehouse'
import { z } from 'zod'
import { isEvidence } from './evidence-field.ts'

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

/** Parquet files represent an absent struct as a struct of nulls, and an absent part of one as null. */
function presentFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const present = Object.entries(value).filter(([, part]) => part !== null)
  return present.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(present)
}
/** An export has the message as it was cleaned, which may leave nothing. */
const StoredError = ScriptError.extend({ message: z.string().max(4096).default('') })

/** Fields of an import in addition to those of the collector; `docs/import.md` explains each. */
const historical = {
  revenue: z.preprocess(presentFields, CollectedEvent.shape.revenue).optional(),
  vitals: z.preprocess(presentFields, CollectedEvent.shape.vitals).optional(),
  error: z.preprocess(presentFields, StoredError.optional()).optional(),
  timestamp: z.iso.datetime({ offset: true, error: 'must be an RFC 3339 date-time such as 2026-03-01T12:00:00Z' }),
  visitor: VisitorName.optional(),
  ip: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  user_agent: z.string().max(1024).optional(),
  ...dimensions,
  title: CollectedEvent.shape.title,
  country: CountryCode.optional(),
  visit: z.string().max(RECOMPUTED_LENGTH_MAX).optional(),
  traffic: TrafficClass.optional(),
  evidence: z
    .string()
    .max(RECOMPUTED_LENGTH_MAX)
    .refine(isEvidence, `must be of the words ${EVIDENCE_WORDS.join(', ')}, separated by spaces`)
    .optional(),
}

/** One event of an import: the fields of the collector, its time and its visitor. */
export const ImportedEvent = CollectedEvent.omit({ product: true, privacy_signal: true, hints: true, automated: true })
  .extend(historical)
  .refine((event) => event.visitor !== undefined || event.ip !== undefined, {
    path: ['visitor'],
    message: 'is required where there is no ip',
  })
  .refine((event) => event.evidence === undefined || event.traffic !== undefined, {
    path: ['traffic'],
    message: 'is required where there is evidence',
  })
export type ImportedEvent = z.output<typeof ImportedEvent>
