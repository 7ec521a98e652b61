interface Counts {
  readonly tokens: number
  readonly keys: number
  readonly connections: number
}

/** How many of each there are, in words. */
export function credentialWords({ tokens, keys, connections }: Counts): string {
  return [counted(tokens, 'access token'), counted(keys, 'product key'), counted(connections, 'connected app')].join(
    ', ',
  )
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
