/** Whether this browser knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** Every time zone, with UTC, which `Intl.supportedValuesOf` leaves out. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
}

/** UTC where the browser names a zone of its own. */
export function zoneOfBrowser(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZones().includes(timeZone) ? timeZone : 'UTC'
}

/** `America/New_York` as `America/New York`. */
export function formatZone(zone: string): string {
  return zone.replaceAll('_', ' ')
}
