import { t } from '../messages/messages.ts'

/** Where a credential is accepted, in words. */
export function describeNetworks({
  allowed_networks: networks,
}: {
  readonly allowed_networks: readonly string[]
}): string {
  return networks.length === 0 ? t('networks.all') : t('networks.only_from', { networks: networks.join(', ') })
}
