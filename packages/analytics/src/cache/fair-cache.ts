interface FairCacheOptions {
  readonly entriesMax: number
  readonly bytesMax: number
}

/** Values of several accounts, within limits of all of them together. */
interface FairCache<Value> {
  get(key: string): Value | undefined
  /** A value that is larger than the cache is not kept. */
  set(account: string, key: string, value: Value, bytes: number): void
  readonly size: number
  /** Of all values. */
  readonly bytes: number
}

interface Entry<Value> {
  readonly account: string
  readonly value: Value
  readonly bytes: number
}

interface Account {
  bytes: number
  /** The least recently used first. */
  readonly keys: Set<string>
}

/**
 * Beyond a limit, the account with the most values loses its least recently used one. So an account with many questions
 * removes its own values and not those of others, and a single account has the whole cache.
 */
export function fairCache<Value>({ entriesMax, bytesMax }: FairCacheOptions): FairCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  const accounts = new Map<string, Account>()
  let bytes = 0

  function remove(key: string, { account: name, bytes: freed }: Entry<Value>, account: Account): void {
    entries.delete(key)
    account.keys.delete(key)
    account.bytes -= freed
    bytes -= freed
    if (account.keys.size === 0) accounts.delete(name)
  }

  function removeKey(key: string): void {
    const entry = entries.get(key)
    const account = entry && accounts.get(entry.account)
    if (entry && account) remove(key, entry, account)
  }

  /** False if there is nothing to remove. */
  function removeOfLargest(sizeOf: (account: Account) => number): boolean {
    const [first, ...others] = accounts.values()
    if (first === undefined) return false
    const largest = others.reduce((most, next) => (sizeOf(next) > sizeOf(most) ? next : most), first)
    const [oldest] = largest.keys
    if (oldest === undefined) return false
    removeKey(oldest)
    return true
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      const keys = accounts.get(entry.account)?.keys
      keys?.delete(key)
      keys?.add(key)
      return entry.value
    },

    set(name, key, value, size) {
      removeKey(key)
      if (size > bytesMax) return
      const account = accounts.get(name) ?? { bytes: 0, keys: new Set() }
      accounts.set(name, account)
      entries.set(key, { account: name, value, bytes: size })
      account.keys.add(key)
      account.bytes += size
      bytes += size
      while (bytes > bytesMax && removeOfLargest((one) => one.bytes));
      while (entries.size > entriesMax && removeOfLargest(({ keys }) => keys.size));
    },

    get size() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
  }
}
