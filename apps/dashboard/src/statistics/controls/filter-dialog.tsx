import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { DIMENSION_WORDS, type Dimension, dimensionWord, isDimension, type NamedDimension } from '../dimensions.ts'
import { type Filter, OPERATOR_WORDS, OPERATORS, type Operator } from '../filters.ts'

interface FilterDialogProps {
  readonly initial: Filter | undefined
  readonly onDone: (filter: Filter) => void
  readonly onClose: () => void
}

const PROPERTY = 'property'
/** Pageviews are no events by name, so that a filter by event would leave one of the figures without an answer. */
const CHOICES = (Object.keys(DIMENSION_WORDS) as NamedDimension[]).filter((dimension) => dimension !== 'event')

export function FilterDialog({ initial, onDone, onClose }: FilterDialogProps): ReactNode {
  const byProperty = initial?.dimension.startsWith('property:') ?? false
  const [kind, setKind] = useState<string>(byProperty ? PROPERTY : (initial?.dimension ?? 'page'))
  const [property, setProperty] = useState(byProperty ? (initial?.dimension.slice('property:'.length) ?? '') : '')
  const [operator, setOperator] = useState<Operator>(initial?.operator ?? 'is')
  const [text, setText] = useState(initial?.values.join('\n') ?? '')
  const [wrong, setWrong] = useState(false)

  const dimension = kind === PROPERTY ? `property:${property.trim()}` : kind
  const named = isDimension(dimension)
  // A country is asked for by its code and an empty line means “without a value”, where there is nothing else.
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))]
  const values = lines.length > 1 ? lines.filter((line) => line !== '') : lines
  const complete = named && (values[0] !== '' || operator === 'is' || operator === 'is_not')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!complete)
    if (complete) onDone({ dimension: dimension as Dimension, operator, values })
  }
  return (
    <Dialog onClose={onClose} title={initial === undefined ? 'Add a filter' : 'Change the filter'}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Show only what has"
            onChange={setKind}
            options={[
              ...CHOICES.map((choice) => ({ value: choice as string, label: dimensionWord(choice) })),
              { value: PROPERTY, label: 'Property of an event' },
            ]}
            value={kind}
          />
          <SelectField
            label="How"
            onChange={setOperator}
            options={OPERATORS.map((name) => ({ value: name, label: OPERATOR_WORDS[name] }))}
            value={operator}
          />
        </div>
        {kind === PROPERTY && (
          <TextField
            error={wrong && !named ? 'Name the property.' : undefined}
            label="Name of the property"
            onChange={setProperty}
            value={property}
          />
        )}
        <TextAreaField
          error={wrong && named ? 'Give at least one value.' : undefined}
          hint={hintFor(kind, operator)}
          label="Values"
          onChange={setText}
          value={text}
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" submit>
            Apply
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function hintFor(kind: string, operator: Operator): string {
  const alternatives = 'One on each line; any of them will do.'
  if (operator === 'matches') return `${alternatives} * stands for any run of characters.`
  if (kind === 'country') return `${alternatives} Two-letter codes such as DE.`
  if (operator === 'is' || operator === 'is_not') return `${alternatives} Leave it empty for what has no value.`
  return alternatives
}
