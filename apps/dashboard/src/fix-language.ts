/**
 * Where the system's locale is POSIX, Chromium names it `en-US@posix`, which is no language tag, and `Intl` throws on it;
 * uPlot asks `Intl` with it as soon as it is loaded. So that one is told to be plain English.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true })
  }
}
