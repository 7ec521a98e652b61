import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { t } from '../../messages/messages.ts'
import { classes } from '../../ui/classes.ts'
import { CONTROL, Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Truncated } from '../../ui/truncated.tsx'
import type { OfferedValue } from './use-values.ts'

interface ValuesFieldProps {
  readonly values: readonly string[]
  readonly typed: string
  readonly offered: readonly OfferedValue[]
  readonly labelOf: (value: string) => string
  readonly hint: string
  readonly error: string | undefined
  readonly onChange: (next: { readonly values: readonly string[]; readonly typed: string }) => void
}

/** Several values, typed or chosen from those that were collected. */
export function ValuesField({ values, typed, offered, labelOf, hint, error, onChange }: ValuesFieldProps): ReactNode {
  const list = useId()
  const [active, setActive] = useState(-1)
  const toggle = (value: string) => {
    setActive(-1)
    onChange({
      values: values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
      typed: '',
    })
  }
  const keyDown = (event: KeyboardEvent) => {
    // The input method takes this Enter, to end its composition.
    if (event.key === 'Enter' && event.nativeEvent.isComposing) return
    // A typed `Germany` means the country with this label.
    const chosen = offered[active] ?? offered.find(({ value, label }) => value !== label && isSameText(label, typed))
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, offered.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, -1))
    else if (event.key === 'Enter' && chosen !== undefined) toggle(chosen.value)
    else if (event.key === 'Enter' && typed !== '') onChange({ values: [...new Set([...values, typed])], typed: '' })
    else if (event.key === 'Backspace' && typed === '') return onChange({ values: values.slice(0, -1), typed: '' })
    else return
    event.preventDefault()
  }
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Field
        control={(props) => (
          <>
            <Chips labelOf={labelOf} onRemove={toggle} values={values} />
            <input
              {...props}
              aria-activedescendant={offered[active] === undefined ? undefined : `${list}-${active}`}
              aria-autocomplete="list"
              aria-controls={list}
              aria-expanded={offered.length > 0}
              autoComplete="off"
              className={classes(CONTROL, 'min-h-10 py-1.5')}
              onChange={(event) => {
                setActive(-1)
                onChange({ values, typed: event.target.value })
              }}
              onKeyDown={keyDown}
              role="combobox"
              value={typed}
            />
          </>
        )}
        error={error}
        hint={hint}
        label={t('filters.values')}
      />
      <div
        aria-label={t('filters.suggestions')}
        aria-multiselectable="true"
        className={classes('max-h-36 overflow-y-auto rounded-control border', offered.length === 0 && 'hidden')}
        id={list}
        role="listbox"
      >
        {offered.map((option, at) => (
          <Offered
            active={at === active}
            chosen={values.includes(option.value)}
            id={`${list}-${at}`}
            key={option.value}
            onToggle={() => toggle(option.value)}
            option={option}
          />
        ))}
      </div>
    </div>
  )
}

function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

interface ChipsProps {
  readonly values: readonly string[]
  readonly labelOf: (value: string) => string
  readonly onRemove: (value: string) => void
}

function Chips({ values, labelOf, onRemove }: ChipsProps): ReactNode {
  if (values.length === 0) return null
  return (
    <ul aria-label={t('filters.chosen')} className="flex flex-wrap gap-1">
      {values.map((value) => (
        <li
          className="flex max-w-full items-center rounded-full bg-accent-ground pl-2.5 text-accent text-sm"
          key={value}
        >
          <span className="min-w-0">
            <Truncated text={labelOf(value)} />
          </span>
          <button
            aria-label={t('filters.remove_value', { value: labelOf(value) })}
            className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-surface"
            onClick={() => onRemove(value)}
            type="button"
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface OfferedProps {
  readonly id: string
  readonly option: OfferedValue
  readonly active: boolean
  readonly chosen: boolean
  readonly onToggle: () => void
}

function Offered({ id, option, active, chosen, onToggle }: OfferedProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus
    <div
      aria-selected={chosen}
      className={classes(
        'flex min-h-8 cursor-pointer items-center gap-2 px-2.5 text-sm hover:bg-raised',
        active && 'bg-raised outline-2 outline-accent -outline-offset-2',
      )}
      id={id}
      onClick={onToggle}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' })
      }}
      role="option"
    >
      <span className={classes('grid size-4 shrink-0 place-items-center', !chosen && 'invisible')}>
        <Icon name="check" size={14} />
      </span>
      <span className="min-w-0 flex-1">
        <Truncated text={option.label} />
      </span>
      {option.visitors !== undefined && <span className="text-muted tabular-nums">{option.visitors}</span>}
    </div>
  )
}
