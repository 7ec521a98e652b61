import type { ReactNode } from 'react'
import { LOCALE } from '../messages/locale.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { T } from '../messages/t.tsx'

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })

const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A relative time, with the exact one in the browser's time zone as its tooltip. */
export function RelativeTime({ at }: { readonly at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  )
}

interface WhenProps {
  /** A message with `{when}`. */
  readonly id: MessageKey
  readonly at: string | null
  /** The message where there is no time. */
  readonly never?: MessageKey
}

/** A message with a relative time. */
export function When({ id, at, never }: WhenProps): ReactNode {
  if (at === null) return never && t(never)
  return <T id={id} values={{ when: <RelativeTime at={at} /> }} />
}

/** `3 days ago`, `in 2 months`. */
function formatRelative(at: string): string {
  const distance = Date.parse(at) - Date.now()
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return relative.format(Math.round(distance / length), unit)
  }
  return t('common.just_now')
}

/** `Nov 3, 2026, 2:05 PM`, in the browser's time zone. */
export function formatDateTime(at: string): string {
  return full.format(new Date(at))
}
