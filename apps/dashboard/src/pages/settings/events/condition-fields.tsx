import type { ReactNode } from 'react'
import { TextField } from '../../../ui/field.tsx'
import type { TrackedEvent } from './event-values.ts'

/** What an event has to be besides its name or path, as typed. */
export interface ConditionValues {
  readonly property: string
  readonly value: string
  readonly scroll: string
  readonly seconds: string
}

const SCROLL_MAX = 100
const SECONDS_MAX = 86_400

export function toConditionValues(event: TrackedEvent | undefined): ConditionValues {
  return {
    property: event?.property?.name ?? '',
    value: event?.property?.value ?? '',
    scroll: String(event?.scroll_min ?? ''),
    seconds: String(event?.engaged_seconds_min ?? ''),
  }
}

/** The fields of a tracked event. Only pageviews are scrolled and read. */
export function conditionsOf(kind: TrackedEvent['kind'], { property, value, scroll, seconds }: ConditionValues) {
  const ofView = kind === 'pageview'
  return {
    ...(property !== '' && { property: { name: property, value } }),
    ...(ofView && scroll.trim() !== '' && { scroll_min: Number(scroll) }),
    ...(ofView && seconds.trim() !== '' && { engaged_seconds_min: Number(seconds) }),
  }
}

type Problems = Partial<Record<'property' | 'scroll' | 'seconds', string | undefined>>

export function conditionProblems(kind: TrackedEvent['kind'], values: ConditionValues): Problems {
  const ofView = kind === 'pageview'
  return {
    property: (values.property === '') === (values.value === '') ? undefined : 'Enter both or neither.',
    scroll: ofView ? problemOfNumber(values.scroll, SCROLL_MAX) : undefined,
    seconds: ofView ? problemOfNumber(values.seconds, SECONDS_MAX) : undefined,
  }
}

/** What is wrong with an optional whole number from 1. */
function problemOfNumber(text: string, max: number): string | undefined {
  const trimmed = text.trim()
  const fits = /^\d{1,6}$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= max
  return trimmed === '' || fits ? undefined : `Enter a whole number from 1 to ${max}, or nothing.`
}

interface ConditionFieldsProps {
  readonly kind: TrackedEvent['kind']
  readonly values: ConditionValues
  readonly onChange: (values: ConditionValues) => void
  readonly problems: Problems
}

export function ConditionFields({ kind, values, onChange, problems }: ConditionFieldsProps): ReactNode {
  const field = (name: keyof ConditionValues) => ({
    value: values[name],
    onChange: (text: string) => onChange({ ...values, [name]: text }),
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('property')}
          error={problems.property}
          hint="Counts only events that have it."
          label="Property (optional)"
          maxLength={120}
        />
        <TextField
          {...field('value')}
          hint="Exactly as your pages send it."
          label="Value of the property"
          maxLength={2000}
        />
      </div>
      {kind === 'pageview' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field('scroll')}
            error={problems.scroll}
            hint="Percent of the page, 1 to 100."
            inputMode="numeric"
            label="Scrolled at least (optional)"
          />
          <TextField
            {...field('seconds')}
            error={problems.seconds}
            hint="Seconds on the page, in one visit."
            inputMode="numeric"
            label="Read at least (optional)"
          />
        </div>
      )}
    </>
  )
}
