import { t } from '../../../messages/messages.ts'

interface Counts {
  readonly tokens: number
  readonly keys: number
  readonly connections: number
}

/** `1 access token, 2 Website API keys, 0 connected apps`. */
export function formatCredentialCounts({ tokens, keys, connections }: Counts): string {
  return t('profile.credentials', { tokens, keys, connections })
}
