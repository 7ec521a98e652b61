import { type ReactNode, useState } from 'react'
import { t } from '../messages/messages.ts'
import { applyTheme, storedTheme, THEMES } from '../theme/theme.ts'
import { SelectField } from '../ui/field.tsx'

/** The theme, which this browser remembers. */
export function ThemeField(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <SelectField
      className="my-1.5 border-y px-2.5 py-2.5"
      label={t('theme.label')}
      onChange={(next) => {
        applyTheme(next)
        setTheme(next)
      }}
      options={THEMES.map((value) => ({ value, label: t(`theme.name_${value}`) }))}
      small
      value={theme}
    />
  )
}
