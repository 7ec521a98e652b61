import { type ReactNode, useId, useState } from 'react'
import { t } from '../../../messages/messages.ts'
import { propertiesOf, type TrackedEvent } from '../../../product/tracked-events.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx'
import { Actions, Dialog } from '../../../ui/dialog.tsx'
import { TextField, VERBATIM } from '../../../ui/field.tsx'
import { ConditionFields, conditionProblems, conditionsOf, toConditionValues } from './condition-fields.tsx'

interface EventDialogProps {
  /** Initial values. */
  readonly event?: TrackedEvent
  readonly isNew: boolean
  readonly others: readonly TrackedEvent[]
  /** Suggested names. */
  readonly suggestions: readonly string[]
  readonly onDone: (event: TrackedEvent) => void
  readonly onClose: () => void
}

const KINDS = [
  { value: 'custom', label: t('settings.events.custom'), hint: t('settings.events.custom_hint') },
  { value: 'pageview', label: t('settings.events.pageview'), hint: t('settings.events.pageview_hint') },
] as const

/** Edits one tracked event. It is saved with the whole list. */
export function EventDialog({ event, isNew, others, suggestions, onDone, onClose }: EventDialogProps): ReactNode {
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
  const fields = conditionsOf(kind, conditions)
  const hasProperties = propertiesOf(fields).length > 0
  const same = others.filter((other) => other.name === trimmedName)
  // One event can be several goals that differ in their properties.
  const isTaken = same.some(
    (other) => kind === 'pageview' || other.kind === 'pageview' || (!hasProperties && propertiesOf(other).length === 0),
  )
  const problem = trimmedName === '' ? t('common.name_missing') : isTaken ? t('settings.events.name_taken') : undefined
  const labelProblem =
    problem === undefined && same.length > 0 && hasProperties && label.trim() === ''
      ? t('settings.events.label_needed')
      : undefined
  const problems = { name: problem, label: labelProblem, ...conditionProblems(kind, conditions) }
  const shown: Partial<typeof problems> = submitted ? problems : {}
  const done = () => {
    setSubmitted(true)
    if (Object.values(problems).some((each) => each !== undefined)) return
    onDone({
      name: trimmedName,
      ...(label.trim() !== '' && { label: label.trim() }),
      kind,
      ...(kind === 'pageview' && pattern.trim() !== '' && { path_pattern: pattern.trim() }),
      ...fields,
      goal,
      revenue,
    })
  }
  return (
    <Dialog
      keepOpen
      onClose={onClose}
      title={isNew ? t('settings.events.add') : t('settings.events.edit_title', { name: event?.name ?? '' })}
    >
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
        <RadioField label={t('common.kind')} onChange={setKind} options={KINDS} value={kind} />
        <TextField
          autoComplete="off"
          error={shown.name}
          hint={kind === 'custom' ? t('settings.events.as_sent') : t('settings.events.name_hint')}
          label={t('common.name')}
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
            {...VERBATIM}
            hint={t('settings.events.path_hint')}
            label={t('settings.events.path')}
            onChange={setPattern}
            value={pattern}
          />
        )}
        <ConditionFields kind={kind} onChange={setConditions} problems={shown} values={conditions} />
        <TextField
          autoComplete="off"
          error={shown.label}
          hint={t('settings.events.label_hint')}
          label={t('settings.events.label')}
          maxLength={120}
          onChange={setLabel}
          value={label}
        />
        <CheckboxField
          checked={goal}
          hint={t('settings.events.goal_hint')}
          label={t('settings.events.goal')}
          onChange={setGoal}
        />
        <CheckboxField
          checked={revenue}
          hint={t('settings.events.revenue_hint')}
          label={t('settings.events.revenue')}
          onChange={setRevenue}
        />
        <Actions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" submit>
            {isNew ? t('settings.events.add_submit') : t('common.apply')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
