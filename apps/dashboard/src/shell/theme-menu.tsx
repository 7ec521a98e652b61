import { type ReactNode, useState } from 'react'
import { applyTheme, storedTheme, THEMES, type Theme } from '../theme/theme.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { ChoiceMenu } from '../ui/menu.tsx'

const SHOWN: Readonly<Record<Theme, { readonly label: string; readonly icon: IconName }>> = {
  system: { label: 'Same as system', icon: 'screen' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
}

export function ThemeMenu(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <ChoiceMenu
      align="end"
      button={<Icon name={SHOWN[theme].icon} size={18} />}
      choices={THEMES.map((name) => ({
        name,
        label: (
          <>
            <Icon name={SHOWN[name].icon} />
            {SHOWN[name].label}
          </>
        ),
      }))}
      chosen={theme}
      label={`Theme: ${SHOWN[theme].label}`}
      onChoose={(next) => {
        applyTheme(next)
        setTheme(next)
      }}
    />
  )
}
