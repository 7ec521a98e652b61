/**
 * Keeps answers of a pure function, at most `max`; when it is full it starts anew. Cheaper per hit than an order of
 * use, which matters at a microsecond a row.
 */
export function boundedCache<Value>(max: number, compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const hit = known.get(key)
    if (hit !== undefined) return hit
    const value = compute(key)
    if (known.size >= max) known.clear()
    known.set(key, value)
    return value
  }
}
