import type { ReactNode } from 'react'
import type { Funnel } from '../../api/types.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

type Step = Funnel['steps'][number]

/** A step in the form. The key identifies it while steps are moved. */
export interface DraftStep extends Pick<Step, 'kind' | 'match'> {
  readonly key: string
  readonly property?: Step['property'] | undefined
}

/** A stored or an empty step at an index. */
export function draftStep(at: number, step: Step = { kind: 'page', match: '' }): DraftStep {
  return { ...step, key: `stored-${at}` }
}

/** What an event must have to be a step. */
export function describeMatch({ match, property }: Pick<DraftStep, 'match' | 'property'>): string {
  return property === undefined ? match : `${match} with ${property.name} = ${property.value}`
}

/** The step that is saved. */
export function stepOf({ kind, match, property }: DraftStep): Step {
  return { kind, match, ...(property === undefined ? {} : { property }) }
}

let added = 0

function newStep(): DraftStep {
  added += 1
  return { kind: 'page', match: '', key: `added-${added}` }
}

const MATCHES = {
  page: { label: 'Path', example: '/pricing or /blog/*' },
  event: { label: 'Event', example: 'Signup' },
  goal: { label: 'Goal', example: 'Signup' },
} as const

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
      <legend className="mb-1 font-semibold text-sm">Steps, in order</legend>
      <ol className="grid gap-3">
        {steps.map((step, at) => (
          <li className="flex flex-wrap items-start gap-2" key={step.key}>
            <span aria-hidden="true" className="w-5 pt-2 text-muted tabular-nums">
              {at + 1}
            </span>
            <SelectField
              className="w-28"
              label={`Kind of step ${at + 1}`}
              labelHidden
              onChange={(kind) => put(at, { kind })}
              options={[
                { value: 'page', label: 'Page' },
                { value: 'event', label: 'Event' },
                { value: 'goal', label: 'Goal' },
              ]}
              value={step.kind}
            />
            <TextField
              className="min-w-40 flex-1"
              error={error(`steps.${at}.match`)}
              label={`${MATCHES[step.kind].label} of step ${at + 1}`}
              labelHidden
              onChange={(match) => put(at, { match })}
              placeholder={MATCHES[step.kind].example}
              value={step.match}
            />
            <span className="flex pt-1">
              <IconButton
                disabled={at === 0}
                icon="up"
                label={`Move step ${at + 1} up`}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                disabled={at === steps.length - 1}
                icon="down"
                label={`Move step ${at + 1} down`}
                onClick={() => swap(at, at + 1)}
              />
              <IconButton
                disabled={steps.length <= STEPS_MIN}
                icon="trash"
                label={`Remove step ${at + 1}`}
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
            Add a step
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
        <Button kind="quiet" onClick={() => onChange({ name: '', value: '' })} size="small">
          Only with a property<span className="sr-only"> in step {at + 1}</span>
        </Button>
      </span>
    )
  }
  return (
    <span className="flex basis-full flex-wrap items-end gap-2 pl-7">
      <TextField
        className="min-w-32 flex-1"
        label={`Property of step ${at + 1}`}
        onChange={(name) => onChange({ ...property, name })}
        value={property.name}
      />
      <TextField
        className="min-w-32 flex-1"
        label={`Value of step ${at + 1}`}
        onChange={(value) => onChange({ ...property, value })}
        value={property.value}
      />
      <IconButton icon="close" label={`Remove the property of step ${at + 1}`} onClick={() => onChange(undefined)} />
    </span>
  )
}
