/** The value of a field of a page. */
export function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
}
