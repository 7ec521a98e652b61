import { type ReactNode, useRef } from 'react'
import { SelectField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useFocusAfterChange } from '../use-focus-after-change.ts'
import { countries, countryName } from './country-names.ts'

interface CountriesFieldProps {
  readonly codes: readonly string[]
  readonly onChange: (codes: readonly string[]) => void
  readonly error: string | undefined
}

const NONE = ''

/** Countries, chosen by name. */
export function CountriesField({ codes, onChange, error }: CountriesFieldProps): ReactNode {
  const field = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfterChange(codes.length)
  const rest = countries().filter(({ value }) => !codes.includes(value))
  return (
    <div className="grid gap-3" ref={field}>
      {codes.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {codes.map((code) => (
            <li key={code}>
              <button
                className="inline-flex min-h-8 items-center gap-1.5 rounded-full border bg-raised px-3 text-sm hover:border-field-line"
                onClick={() => {
                  focusAfter(() => field.current?.querySelector('select'))
                  onChange(codes.filter((other) => other !== code))
                }}
                type="button"
              >
                <span className="sr-only">Remove </span>
                {countryName(code)}
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SelectField
        className="max-w-sm"
        error={error}
        label="Add a country"
        onChange={(code) => {
          if (code !== NONE) onChange([...codes, code])
        }}
        options={[{ value: NONE, label: 'Choose…' }, ...rest]}
        value={NONE}
      />
    </div>
  )
}
