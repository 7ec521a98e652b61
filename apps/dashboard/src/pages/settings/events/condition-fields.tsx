import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import type { TrackedEvent } from '../../../product/tracked-events.ts'
import { TextField } from '../../../ui/field.tsx'

/** The conditions of an event beyond its name or path, as typed. */
interface ConditionValues {
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
    property: (values.property === '') === (values.value === '') ? undefined : t('settings.events.property_both'),
    scroll: ofView ? problemOfNumber(values.scroll, SCROLL_MAX) : undefined,
    seconds: ofView ? problemOfNumber(values.seconds, SECONDS_MAX) : undefined,
  }
}

/** What is wrong with an optional whole number from 1. */
function problemOfNumber(text: string, max: number): string | undefined {
  const trimmed = text.trim()
  const fits = /^\d{1,6}$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= max
  return trimmed === '' || fits ? undefined : t('settings.events.number_problem', { max })
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
          hint={t('settings.events.property_hint')}
          label={t('settings.events.property')}
          maxLength={120}
        />
        <TextField
          {...field('value')}
          hint={t('settings.events.as_sent')}
          label={t('settings.events.value')}
          maxLength={2000}
        />
      </div>
      {kind === 'pageview' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field('scroll')}
            error={problems.scroll}
            hint={t('settings.events.scroll_hint')}
            inputMode="numeric"
            label={t('settings.events.scroll')}
          />
          <TextField
            {...field('seconds')}
            error={problems.seconds}
            hint={t('settings.events.seconds_hint')}
            inputMode="numeric"
            label={t('settings.events.seconds')}
          />
        </div>
      )}
    </>
  )
}
