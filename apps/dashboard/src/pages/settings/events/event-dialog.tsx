import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Actions, Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField, RadioField, TextField } from '../../../ui/field.tsx'
import type { TrackedEvent } from './event-values.ts'

interface EventDialogProps {
  /** What to begin with. */
  readonly event?: TrackedEvent
  readonly isNew: boolean
  /** Names that are tracked already, its own left out. */
  readonly taken: ReadonlySet<string>
  /** Names to offer. */
  readonly seen: readonly string[]
  readonly onDone: (event: TrackedEvent) => void
  readonly onClose: () => void
}

const KINDS = [
  { value: 'custom', label: 'An event', hint: 'Your pages send it by this name.' },
  { value: 'pageview', label: 'A page', hint: 'Every view of a page, or of a group of them.' },
] as const

/** One tracked event. It is saved with the whole list. */
export function EventDialog({ event, isNew, taken, seen, onDone, onClose }: EventDialogProps): ReactNode {
  const names = useId()
  const [name, setName] = useState(event?.name ?? '')
  const [label, setLabel] = useState(event?.label ?? '')
  const [kind, setKind] = useState<TrackedEvent['kind']>(event?.kind ?? 'custom')
  const [pattern, setPattern] = useState(event?.path_pattern ?? '')
  const [goal, setGoal] = useState(event?.goal ?? true)
  const [revenue, setRevenue] = useState(event?.revenue ?? false)
  const [asked, setAsked] = useState(false)
  const given = name.trim()
  const problem =
    given === '' ? 'Give it a name.' : taken.has(given) ? 'There is an event of this name already.' : undefined
  const done = () => {
    setAsked(true)
    if (problem !== undefined) return
    onDone({
      name: given,
      ...(label.trim() !== '' && { label: label.trim() }),
      kind,
      ...(kind === 'pageview' && pattern.trim() !== '' && { path_pattern: pattern.trim() }),
      goal,
      revenue,
    })
  }
  return (
    <Dialog keepOpen onClose={onClose} title={isNew ? 'Add an event' : `Change “${event?.name}”`}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(submission) => {
          // React passes it on to the form that the dialog stands in.
          submission.stopPropagation()
          submission.preventDefault()
          done()
        }}
      >
        <RadioField label="What is counted" onChange={setKind} options={KINDS} value={kind} />
        <TextField
          autoComplete="off"
          error={asked ? problem : undefined}
          hint={kind === 'custom' ? 'Letter by letter as your pages send it.' : 'What it is called in filters.'}
          label="Name"
          list={kind === 'custom' ? names : undefined}
          maxLength={120}
          onChange={setName}
          spellCheck={false}
          value={name}
        />
        <datalist id={names}>
          {seen.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
        {kind === 'pageview' && (
          <TextField
            autoCapitalize="none"
            autoComplete="off"
            hint="* stands for any run of characters, such as /blog/*. Left empty, every page view counts."
            label="Path"
            onChange={setPattern}
            spellCheck={false}
            value={pattern}
          />
        )}
        <TextField
          autoComplete="off"
          hint="What reports call it, if that should differ."
          label="Label (optional)"
          maxLength={120}
          onChange={setLabel}
          value={label}
        />
        <CheckboxField
          checked={goal}
          hint="Each time counts as a conversion, those of the past included."
          label="It is a goal"
          onChange={setGoal}
        />
        <CheckboxField
          checked={revenue}
          hint="The goal report shows what was earned by it."
          label="It carries revenue"
          onChange={setRevenue}
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" submit>
            {isNew ? 'Add to the list' : 'Change'}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
