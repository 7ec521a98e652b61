type Area = 'localStorage' | 'sessionStorage'

/** What the browser remembers under a key. If it forbids storage or has no room, nothing is remembered. */
export function readStored(key: string, area: Area = 'localStorage'): string | undefined {
  try {
    return globalThis[area].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(key: string, value: string | undefined, area: Area = 'localStorage'): void {
  try {
    if (value === undefined) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
  } catch {
    // Storage is not available.
  }
}
