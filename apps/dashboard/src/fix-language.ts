/**
 * With a POSIX locale, Chromium reports the language `en-US@posix`, on which `Intl` throws; uPlot passes it to `Intl` when it
 * is loaded. Replaces it with `en`.
 */
export function fixLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true })
  }
}
