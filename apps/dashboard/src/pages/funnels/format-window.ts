/** How long a visitor may take, in the largest unit that says it exactly. */
export function windowWords(minutes: number): string {
  if (minutes % 1_440 === 0) return plural(minutes / 1_440, 'day')
  if (minutes % 60 === 0) return plural(minutes / 60, 'hour')
  return plural(minutes, 'minute')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
