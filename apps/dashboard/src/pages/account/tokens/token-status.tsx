import type { ReactNode } from 'react'
import type { AccountToken } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

type Status = AccountToken['status']

const SHOWN: Readonly<Record<Status, { readonly label: string; readonly tone: Tone }>> = {
  active: { label: t('common.active'), tone: 'good' },
  disabled: { label: t('common.disabled'), tone: 'warning' },
  revoked: { label: t('common.revoked'), tone: 'neutral' },
  expired: { label: t('common.expired'), tone: 'neutral' },
}

export function TokenStatus({ status }: { readonly status: Status }): ReactNode {
  const { label, tone } = SHOWN[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** Why a token does not work, with the name of the token that disabled it. */
export function reasonOf(token: AccountToken, tokens: readonly AccountToken[]): string | undefined {
  switch (token.status) {
    case 'active':
      return undefined
    case 'expired':
      return t('tokens.reason_expired')
    case 'revoked':
      return t('tokens.reason_revoked')
    case 'disabled': {
      const reason = token.disabled_reason ?? t('tokens.reason_disabled')
      const ancestor = tokens.find(({ id }) => reason.includes(id))
      return ancestor === undefined ? reason : reason.replace(ancestor.id, `“${ancestor.name}”`)
    }
  }
}
