import type { DeliveryTarget, ShownTarget } from '../api/types.ts'
import type { DescribedField } from '../forms/conflict-choice.tsx'
import { linesOf, listOf } from '../forms/lines.ts'
import { t } from '../messages/messages.ts'

export const TARGET_KINDS = ['email', 'slack', 'discord', 'generic'] as const
type TargetKind = (typeof TARGET_KINDS)[number]

/** Where a report or an alert is sent, as typed. */
export interface TargetValues {
  readonly kind: TargetKind
  /** One email address per line. */
  readonly addresses: string
  /** Empty keeps the stored address of a webhook, which is shown in part. */
  readonly url: string
  readonly shownUrl: string | undefined
}

export const NO_TARGET: TargetValues = { kind: 'email', addresses: '', url: '', shownUrl: undefined }

export function toTargetValues(target: ShownTarget): TargetValues {
  if (target.kind === 'email') return { ...NO_TARGET, addresses: linesOf(target.addresses) }
  return { ...NO_TARGET, kind: target.format, shownUrl: target.url }
}

/** The target for the API. */
export function targetOf({ kind, addresses, url }: TargetValues): DeliveryTarget {
  if (kind === 'email') return { kind, addresses: [...listOf(addresses)] }
  return { kind: 'webhook', format: kind, url: url.trim() }
}

/** The changed target; undefined where the stored one stays. */
export function changedTarget(values: TargetValues, before: TargetValues | undefined): DeliveryTarget | undefined {
  const { kind, addresses, url } = values
  const stays = before?.kind === kind && (kind === 'email' ? before.addresses === addresses : url.trim() === '')
  return stays ? undefined : targetOf(values)
}

/** Missing fields, with the names of the API. */
export function missingInTarget(values: TargetValues, before?: TargetValues) {
  const { kind, addresses, url } = values
  if (kind === 'email')
    return listOf(addresses).length > 0
      ? []
      : [{ path: 'target.addresses', message: t('deliveries.addresses_missing') }]
  const keeps = before?.kind === kind
  return keeps || url.trim() !== '' ? [] : [{ path: 'target.url', message: t('deliveries.url_missing') }]
}

/** “ada@example.com and 2 others”, “Slack (https://hooks.slack.com/…a1b2)”. */
export function describeTarget(target: ShownTarget): string {
  if (target.kind === 'webhook')
    return t('deliveries.webhook_at', { kind: t(`deliveries.kind_${target.format}`), url: target.url })
  const [first = '', ...others] = target.addresses
  return t('deliveries.recipients', { first, others: others.length })
}

export function describeTargetValues({ kind, addresses, url, shownUrl }: TargetValues): readonly DescribedField[] {
  return [
    { label: t('deliveries.send_to'), value: t(`deliveries.kind_${kind}`) },
    kind === 'email'
      ? { label: t('deliveries.addresses'), value: listOf(addresses).join('\n') }
      : { label: t('deliveries.url'), value: url || (shownUrl ?? '') },
  ]
}
