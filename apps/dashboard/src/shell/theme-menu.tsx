import { type ReactNode, useState } from 'react'
import { type MessageKey, t } from '../messages/messages.ts'
import { applyTheme, storedTheme, THEMES, type Theme } from '../theme/theme.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { ChoiceMenu } from '../ui/menu.tsx'

const SHOWN: Readonly<Record<Theme, { readonly key: MessageKey; readonly icon: IconName }>> = {
  system: { key: 'theme.system', icon: 'screen' },
  light: { key: 'theme.light', icon: 'sun' },
  dark: { key: 'theme.dark', icon: 'moon' },
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
            {t(SHOWN[name].key)}
          </>
        ),
      }))}
      chosen={theme}
      label={t('theme.label', { theme: t(SHOWN[theme].key) })}
      onChoose={(next) => {
        applyTheme(next)
        setTheme(next)
      }}
    />
  )
}
