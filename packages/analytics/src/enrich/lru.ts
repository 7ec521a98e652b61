/**
 * Keeps the answers of a pure function for the inputs seen last, at most `max` of them. User agents and addresses come
 * from outside, so a cache of them must be bounded.
 */
export function memoize<Value>(max: number, compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, { readonly value: Value }>()
  return (key) => {
    const hit = known.get(key)
    if (hit) {
      // A Map iterates in insertion order: putting the key back makes it the youngest.
      known.delete(key)
      known.set(key, hit)
      return hit.value
    }
    const value = compute(key)
    known.set(key, { value })
    if (known.size > max) {
      const oldest = known.keys().next()
      if (!oldest.done) known.delete(oldest.value)
    }
    return value
  }
}
