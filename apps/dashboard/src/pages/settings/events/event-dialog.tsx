import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Actions, Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField, RadioField, TextField } from '../../../ui/field.tsx'
import { ConditionFields, conditionProblems, conditionsOf, toConditionValues } from './condition-fields.tsx'
import type { TrackedEvent } from './event-values.ts'

interface EventDialogProps {
  /** Initial values. */
  readonly event?: TrackedEvent
  readonly isNew: boolean
  /** Names of the other tracked events. */
  readonly takenNames: ReadonlySet<string>
  /** Suggested names. */
  readonly suggestions: readonly string[]
  readonly onDone: (event: TrackedEvent) => void
  readonly onClose: () => void
}

const KINDS = [
  { value: 'custom', label: 'Custom event', hint: 'Sent by your pages with this name.' },
  { value: 'pageview', label: 'Pageview', hint: 'Views of a page or of a group of pages.' },
] as const

/** Edits one tracked event. It is saved with the whole list. */
export function EventDialog({ event, isNew, takenNames, suggestions, onDone, onClose }: EventDialogProps): ReactNode {
  const names = useId()
  const [name, setName] = useState(event?.name ?? '')
  const [label, setLabel] = useState(event?.label ?? '')
  const [kind, setKind] = useState<TrackedEvent['kind']>(event?.kind ?? 'custom')
  const [pattern, setPattern] = useState(event?.path_pattern ?? '')
  const [conditions, setConditions] = useState(toConditionValues(event))
  const [goal, setGoal] = useState(event?.goal ?? true)
  const [revenue, setRevenue] = useState(event?.revenue ?? false)
  const [submitted, setSubmitted] = useState(false)
  const trimmedName = name.trim()
  const problem =
    trimmedName === ''
      ? 'Enter a name.'
      : takenNames.has(trimmedName)
        ? 'An event with this name already exists.'
        : undefined
  const problems = { name: problem, ...conditionProblems(kind, conditions) }
  const shown: Partial<typeof problems> = submitted ? problems : {}
  const done = () => {
    setSubmitted(true)
    if (Object.values(problems).some((each) => each !== undefined)) return
    onDone({
      name: trimmedName,
      ...(label.trim() !== '' && { label: label.trim() }),
      kind,
      ...(kind === 'pageview' && pattern.trim() !== '' && { path_pattern: pattern.trim() }),
      ...conditionsOf(kind, conditions),
      goal,
      revenue,
    })
  }
  return (
    <Dialog keepOpen onClose={onClose} title={isNew ? 'Add an event' : `Edit “${event?.name}”`}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(submission) => {
          // React events bubble to the form that contains the dialog.
          submission.stopPropagation()
          submission.preventDefault()
          done()
        }}
      >
        <RadioField label="Kind" onChange={setKind} options={KINDS} value={kind} />
        <TextField
          autoComplete="off"
          error={shown.name}
          hint={kind === 'custom' ? 'Exactly as your pages send it.' : 'The name in filters.'}
          label="Name"
          list={kind === 'custom' ? names : undefined}
          maxLength={120}
          onChange={setName}
          spellCheck={false}
          value={name}
        />
        <datalist id={names}>
          {suggestions.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
        {kind === 'pageview' && (
          <TextField
            autoCapitalize="none"
            autoComplete="off"
            hint="* matches any characters, such as /blog/*. Leave empty to count every pageview."
            label="Path"
            onChange={setPattern}
            spellCheck={false}
            value={pattern}
          />
        )}
        <ConditionFields kind={kind} onChange={setConditions} problems={shown} values={conditions} />
        <TextField
          autoComplete="off"
          hint="Shown in reports instead of the name."
          label="Label (optional)"
          maxLength={120}
          onChange={setLabel}
          value={label}
        />
        <CheckboxField
          checked={goal}
          hint="Counts as a conversion, including past events."
          label="Goal"
          onChange={setGoal}
        />
        <CheckboxField
          checked={revenue}
          hint="The goal report shows its revenue."
          label="Revenue"
          onChange={setRevenue}
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" submit>
            {isNew ? 'Add to list' : 'Apply'}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
