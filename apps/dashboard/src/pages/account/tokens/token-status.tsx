import type { ReactNode } from 'react'
import type { AccountToken } from '../../../api/types.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

type Status = AccountToken['status']

const SHOWN: Readonly<Record<Status, { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
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
      return 'It expired.'
    case 'revoked':
      return 'It was revoked.'
    case 'disabled': {
      const reason = token.disabled_reason ?? 'It was disabled.'
      const ancestor = tokens.find(({ id }) => reason.includes(id))
      return ancestor === undefined ? reason : reason.replace(ancestor.id, `“${ancestor.name}”`)
    }
  }
}
