interface Counts {
  readonly tokens: number
  readonly keys: number
  readonly connections: number
}

/** `1 access token, 2 Website API keys, 0 connected apps`. */
export function formatCredentialCounts({ tokens, keys, connections }: Counts): string {
  return [
    counted(tokens, 'access token'),
    counted(keys, 'Website API key'),
    counted(connections, 'connected app'),
  ].join(', ')
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
