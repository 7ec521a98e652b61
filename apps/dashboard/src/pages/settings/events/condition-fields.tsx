import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { propertiesOf, type TrackedEvent } from '../../../product/tracked-events.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'

/** The conditions of an event beyond its name or path, as typed. */
interface ConditionValues {
  readonly properties: readonly { readonly name: string; readonly value: string }[]
  readonly scroll: string
  readonly seconds: string
}

const PROPERTIES_MAX = 5
const NO_PROPERTY = { name: '', value: '' }
const SCROLL_MAX = 100
const SECONDS_MAX = 86_400

export function toConditionValues(event: TrackedEvent | undefined): ConditionValues {
  const properties = event === undefined ? [] : propertiesOf(event)
  return {
    properties: properties.length === 0 ? [NO_PROPERTY] : properties,
    scroll: String(event?.scroll_min ?? ''),
    seconds: String(event?.engaged_seconds_min ?? ''),
  }
}

/** The fields of a tracked event. Only pageviews are scrolled and read. */
type Conditions = Pick<TrackedEvent, 'property' | 'properties' | 'scroll_min' | 'engaged_seconds_min'>

export function conditionsOf(kind: TrackedEvent['kind'], { properties, scroll, seconds }: ConditionValues): Conditions {
  const ofView = kind === 'pageview'
  const named = properties.filter(({ name }) => name !== '')
  const [first] = named
  return {
    ...(first && (named.length === 1 ? { property: first } : { properties: named })),
    ...(ofView && scroll.trim() !== '' && { scroll_min: Number(scroll) }),
    ...(ofView && seconds.trim() !== '' && { engaged_seconds_min: Number(seconds) }),
  }
}

type Problems = Partial<Record<'properties' | 'scroll' | 'seconds', string | undefined>>

export function conditionProblems(kind: TrackedEvent['kind'], values: ConditionValues): Problems {
  const ofView = kind === 'pageview'
  return {
    properties: values.properties.every(isWhole) ? undefined : t('settings.events.property_both'),
    scroll: ofView ? problemOfNumber(values.scroll, SCROLL_MAX) : undefined,
    seconds: ofView ? problemOfNumber(values.seconds, SECONDS_MAX) : undefined,
  }
}

function isWhole({ name, value }: ConditionValues['properties'][number]): boolean {
  return (name === '') === (value === '')
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
  const field = (name: 'scroll' | 'seconds') => ({
    value: values[name],
    onChange: (text: string) => onChange({ ...values, [name]: text }),
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <>
      {values.properties.map((property, at) => (
        <PropertyFields
          error={isWhole(property) ? undefined : problems.properties}
          // biome-ignore lint/suspicious/noArrayIndexKey: properties are known by their places
          key={at}
          number={at + 1}
          onChange={(changed) => onChange({ ...values, properties: values.properties.with(at, changed) })}
          property={property}
        />
      ))}
      {values.properties.length < PROPERTIES_MAX && values.properties.at(-1)?.name !== '' && (
        <div>
          <Button
            icon="plus"
            onClick={() => onChange({ ...values, properties: [...values.properties, NO_PROPERTY] })}
            size="small"
          >
            {t('settings.events.property_add')}
          </Button>
        </div>
      )}
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

interface PropertyFieldsProps {
  /** From 1. */
  readonly number: number
  readonly property: ConditionValues['properties'][number]
  readonly onChange: (property: ConditionValues['properties'][number]) => void
  readonly error: string | undefined
}

function PropertyFields({ number, property, onChange, error }: PropertyFieldsProps): ReactNode {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        autoComplete="off"
        error={error}
        hint={number === 1 ? t('settings.events.property_hint') : undefined}
        label={t('settings.events.property', { number })}
        maxLength={120}
        onChange={(name) => onChange({ ...property, name })}
        spellCheck={false}
        value={property.name}
      />
      <TextField
        autoComplete="off"
        hint={number === 1 ? t('settings.events.as_sent') : undefined}
        label={t('settings.events.value', { number })}
        maxLength={2000}
        onChange={(value) => onChange({ ...property, value })}
        spellCheck={false}
        value={property.value}
      />
    </div>
  )
}
