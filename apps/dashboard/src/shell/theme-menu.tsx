import { type ReactNode, useState } from 'react'
import { applyTheme, storedTheme, THEMES, type Theme } from '../theme/theme.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'

const SHOWN: Readonly<Record<Theme, { readonly label: string; readonly icon: IconName }>> = {
  system: { label: 'Like the system', icon: 'screen' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
}

export function ThemeMenu(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <Menu align="end" button={<Icon name={SHOWN[theme].icon} size={18} />} label={`Theme: ${SHOWN[theme].label}`}>
      {(close) =>
        THEMES.map((choice) => (
          <button
            aria-current={choice === theme || undefined}
            className={MENU_ITEM}
            key={choice}
            onClick={() => {
              applyTheme(choice)
              setTheme(choice)
              close()
            }}
            type="button"
          >
            <Icon name={SHOWN[choice].icon} />
            {SHOWN[choice].label}
          </button>
        ))
      }
    </Menu>
  )
}
