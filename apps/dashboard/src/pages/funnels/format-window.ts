/** Minutes in the largest exact unit. */
export function formatWindow(minutes: number): string {
  if (minutes % 1_440 === 0) return plural(minutes / 1_440, 'day')
  if (minutes % 60 === 0) return plural(minutes / 60, 'hour')
  return plural(minutes, 'minute')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
