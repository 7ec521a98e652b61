import type { ReactNode } from 'react'
import type { Funnel } from '../../api/types.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

type Step = Funnel['steps'][number]

/** A step in the form. The key identifies it while steps are moved. */
export interface DraftStep extends Step {
  readonly key: string
}

/** A stored or an empty step at an index. */
export function draftStep(at: number, { kind, match }: Step = { kind: 'page', match: '' }): DraftStep {
  return { kind, match, key: `stored-${at}` }
}

let added = 0

function newStep(): DraftStep {
  added += 1
  return { kind: 'page', match: '', key: `added-${added}` }
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
  const put = (at: number, change: Partial<Step>) =>
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
              ]}
              value={step.kind}
            />
            <TextField
              className="min-w-40 flex-1"
              error={error(`steps.${at}.match`)}
              label={step.kind === 'page' ? `Path of step ${at + 1}` : `Event of step ${at + 1}`}
              labelHidden
              onChange={(match) => put(at, { match })}
              placeholder={step.kind === 'page' ? '/pricing or /blog/*' : 'Signup'}
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
