/** Quoted texts that may be keys, and templates such as `team.${action}_hint`. */
const QUOTED = /(['"])([a-z][\w.]*)\1/g
const TEMPLATE = /`([a-z][\w.]*\$\{[^`]*)`/g
/** A template in `t(…)` or `<T id={…}`. */
const MESSAGE = /\b(?:t\(|id=\{)\s*`([a-z][\w.]*\.\$\{[^`]*)`/g
const PLACEHOLDER = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/

/**
 * The keys that a source file names, literally or by a template. The last part of a template begins with a fixed word:
 * `team.${action}` could be any message of the area, so it names none.
 */
export function keysIn(source: string, keys: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, , text = ''] of source.matchAll(QUOTED)) if (keys.has(text)) found.add(text)
  for (const [, template = ''] of source.matchAll(TEMPLATE)) {
    if (isOpen(template)) continue
    const pattern = patternOf(template)
    for (const key of keys) if (pattern.test(key)) found.add(key)
  }
  return found
}

/** The templates of messages whose last part begins with a placeholder. */
export function openTemplatesIn(source: string): readonly string[] {
  return [...source.matchAll(MESSAGE)].map(([, template = '']) => template).filter(isOpen)
}

function isOpen(template: string): boolean {
  return /(^|\.)-[^.]*$/.test(template.split(PLACEHOLDER).join('-'))
}

function patternOf(template: string): RegExp {
  const parts = template.split(PLACEHOLDER).map((part) => part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('[\\w]+')}$`)
}
