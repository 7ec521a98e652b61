import { t } from '../../../messages/messages.ts'

/** In this order: many browsers also name others. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Such as `Firefox on Linux`, from the `User-Agent` of a session. */
export function browserName(userAgent: string | null): string {
  const found = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1]
  const browser = found(BROWSERS)
  const system = found(SYSTEMS)
  if (browser === undefined) return system ?? t('security.browser_unknown')
  return system === undefined ? browser : t('security.browser_on', { browser, system })
}
