import type { ReactNode } from 'react'
import { type MessageKey, t } from '../../messages/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { type DraftStep, newStep, type Step } from './draft-steps.ts'

interface KindTexts {
  readonly kind: MessageKey
  readonly match: MessageKey
  readonly example: MessageKey
}

const KINDS: Readonly<Record<Step['kind'], KindTexts>> = {
  page: { kind: 'funnels.page', match: 'funnels.path_of', example: 'funnels.path_example' },
  event: { kind: 'funnels.event', match: 'funnels.event_of', example: 'funnels.event_example' },
  goal: { kind: 'funnels.goal', match: 'funnels.goal_of', example: 'funnels.event_example' },
}

export function kindLabel(kind: Step['kind']): string {
  return t(KINDS[kind].kind)
}

const STEPS_MIN = 2
const STEPS_MAX = 10

interface StepsFieldProps {
  readonly steps: readonly DraftStep[]
  readonly onChange: (steps: readonly DraftStep[]) => void
  readonly error: (path: string) => string | undefined
}

/** The ordered steps of a funnel. */
export function StepsField({ steps, onChange, error }: StepsFieldProps): ReactNode {
  const put = (at: number, change: Partial<DraftStep>) =>
    onChange(steps.map((step, other) => (other === at ? { ...step, ...change } : step)))
  const swap = (at: number, to: number) => {
    const next = [...steps]
    const [moved] = next.splice(at, 1)
    if (moved !== undefined) next.splice(to, 0, moved)
    onChange(next)
  }
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-semibold text-sm">{t('funnels.steps')}</legend>
      <ol className="grid gap-3">
        {steps.map((step, at) => (
          <li className="flex flex-wrap items-start gap-2" key={step.key}>
            <span aria-hidden="true" className="w-5 pt-2 text-muted tabular-nums">
              {at + 1}
            </span>
            <SelectField
              className="w-28"
              label={t('funnels.kind_of', { step: at + 1 })}
              labelHidden
              onChange={(kind) => put(at, { kind })}
              options={(['page', 'event', 'goal'] as const).map((value) => ({ value, label: kindLabel(value) }))}
              value={step.kind}
            />
            <TextField
              className="min-w-40 flex-1"
              error={error(`steps.${at}.match`)}
              label={t(KINDS[step.kind].match, { step: at + 1 })}
              labelHidden
              onChange={(match) => put(at, { match })}
              placeholder={t(KINDS[step.kind].example)}
              value={step.match}
            />
            <span className="flex pt-1 max-sm:basis-full max-sm:pl-5">
              <IconButton
                disabled={at === 0}
                icon="up"
                label={t('funnels.move_up', { step: at + 1 })}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                disabled={at === steps.length - 1}
                icon="down"
                label={t('funnels.move_down', { step: at + 1 })}
                onClick={() => swap(at, at + 1)}
              />
              <IconButton
                aligned
                disabled={steps.length <= STEPS_MIN}
                icon="trash"
                label={t('funnels.remove_step', { step: at + 1 })}
                onClick={() => onChange(steps.filter((_, other) => other !== at))}
              />
            </span>
            <PropertyField at={at} onChange={(property) => put(at, { property })} property={step.property} />
          </li>
        ))}
      </ol>
      {steps.length < STEPS_MAX && (
        <div>
          <Button icon="plus" onClick={() => onChange([...steps, newStep()])} size="small">
            {t('funnels.add_step')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface PropertyFieldProps {
  readonly at: number
  readonly property: Step['property']
  readonly onChange: (property: Step['property']) => void
}

/** The property that the event of a step must have. */
function PropertyField({ at, property, onChange }: PropertyFieldProps): ReactNode {
  if (property === undefined) {
    return (
      <span className="basis-full pl-7">
        <Button aligned="left" kind="quiet" onClick={() => onChange({ name: '', value: '' })} size="small">
          {t('funnels.with_property')}
          <span className="sr-only"> {t('funnels.in_step', { step: at + 1 })}</span>
        </Button>
      </span>
    )
  }
  return (
    <span className="flex basis-full flex-wrap items-end gap-2 pl-7">
      <TextField
        className="min-w-32 flex-1"
        label={t('funnels.property_of', { step: at + 1 })}
        onChange={(name) => onChange({ ...property, name })}
        value={property.name}
      />
      <TextField
        className="min-w-32 flex-1"
        label={t('funnels.value_of', { step: at + 1 })}
        onChange={(value) => onChange({ ...property, value })}
        value={property.value}
      />
      <IconButton
        icon="close"
        label={t('funnels.remove_property', { step: at + 1 })}
        onClick={() => onChange(undefined)}
      />
    </span>
  )
}
