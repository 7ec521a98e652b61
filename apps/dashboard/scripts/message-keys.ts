/** Quoted texts that may be keys, and templates such as `team.${action}_hint`. */
const QUOTED = /(['"])([a-z][\w.]*)\1/g
const TEMPLATE = /`([a-z][\w.]*\$\{[^`]*)`/g
const PLACEHOLDER = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/

/** The keys that a source file names, literally or by a template. */
export function keysIn(source: string, keys: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, , text = ''] of source.matchAll(QUOTED)) if (keys.has(text)) found.add(text)
  for (const [, template = ''] of source.matchAll(TEMPLATE)) {
    const pattern = patternOf(template)
    for (const key of keys) if (pattern.test(key)) found.add(key)
  }
  return found
}

function patternOf(template: string): RegExp {
  const parts = template.split(PLACEHOLDER).map((part) => part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('[\\w]+')}$`)
}
