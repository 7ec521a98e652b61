import { readStored, writeStored } from '../session/browser-storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const KEY = 'footfall.theme'

export function storedTheme(): Theme {
  const stored = readStored(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

export function isTheme(text: string): text is Theme {
  return THEMES.some((theme) => theme === text)
}

/** Shows a theme on this page. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Shows a theme and remembers it. */
export function applyTheme(theme: Theme): void {
  showTheme(theme)
  writeStored(KEY, theme === 'system' ? undefined : theme)
}
