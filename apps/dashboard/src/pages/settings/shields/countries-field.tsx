import { type ReactNode, useRef } from 'react'
import { t } from '../../../messages/messages.ts'
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
                aria-label={t('common.remove_label', { name: countryName(code) })}
                className="inline-flex min-h-8 items-center gap-1.5 rounded-full border bg-raised px-3 text-sm hover:border-field-line"
                onClick={() => {
                  focusAfter(() => field.current?.querySelector('select'))
                  onChange(codes.filter((other) => other !== code))
                }}
                type="button"
              >
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
        label={t('settings.shields.country_add')}
        onChange={(code) => {
          if (code !== NONE) onChange([...codes, code])
        }}
        options={[{ value: NONE, label: t('common.choose') }, ...rest]}
        value={NONE}
      />
    </div>
  )
}
