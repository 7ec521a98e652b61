import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { DIMENSION_LABELS, type Dimension, dimensionLabel, isDimension, type NamedDimension } from '../dimensions.ts'
import { type Filter, OPERATOR_LABELS, OPERATORS, type Operator } from '../filters.ts'

interface FilterDialogProps {
  readonly initial: Filter | undefined
  readonly onDone: (filter: Filter) => void
  readonly onClose: () => void
}

const PROPERTY = 'property'
/** Not `event`: pageviews have no event name, so a figure would have no result. */
const CHOICES = (Object.keys(DIMENSION_LABELS) as NamedDimension[]).filter((dimension) => dimension !== 'event')

export function FilterDialog({ initial, onDone, onClose }: FilterDialogProps): ReactNode {
  const byProperty = initial?.dimension.startsWith('property:') ?? false
  const [kind, setKind] = useState<string>(byProperty ? PROPERTY : (initial?.dimension ?? 'page'))
  const [property, setProperty] = useState(byProperty ? (initial?.dimension.slice('property:'.length) ?? '') : '')
  const [operator, setOperator] = useState<Operator>(initial?.operator ?? 'is')
  const [text, setText] = useState(initial?.values.join('\n') ?? '')
  const [wrong, setWrong] = useState(false)

  const dimension = kind === PROPERTY ? `property:${property.trim()}` : kind
  const named = isDimension(dimension)
  // A single empty line means “without a value”; otherwise empty lines do not count.
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))]
  const values = lines.length > 1 ? lines.filter((line) => line !== '') : lines
  const complete = named && (values[0] !== '' || operator === 'is' || operator === 'is_not')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!complete)
    if (complete) onDone({ dimension: dimension as Dimension, operator, values })
  }
  return (
    <Dialog onClose={onClose} title={initial === undefined ? 'Add a filter' : 'Edit filter'}>
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Dimension"
            onChange={setKind}
            options={[
              ...CHOICES.map((choice) => ({ value: choice as string, label: dimensionLabel(choice) })),
              { value: PROPERTY, label: 'Event property' },
            ]}
            value={kind}
          />
          <SelectField
            label="Operator"
            onChange={setOperator}
            options={OPERATORS.map((name) => ({ value: name, label: OPERATOR_LABELS[name] }))}
            value={operator}
          />
        </div>
        {kind === PROPERTY && (
          <TextField
            error={wrong && !named ? 'Enter the name of the property.' : undefined}
            label="Property name"
            onChange={setProperty}
            value={property}
          />
        )}
        <TextAreaField
          error={wrong && named ? 'Enter at least one value.' : undefined}
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
  const alternatives = 'One per line. Any of them matches.'
  if (operator === 'matches') return `${alternatives} * matches any characters.`
  if (kind === 'country') return `${alternatives} Use two-letter codes, such as DE.`
  if (operator === 'is' || operator === 'is_not') return `${alternatives} Leave empty to match rows without a value.`
  return alternatives
}
