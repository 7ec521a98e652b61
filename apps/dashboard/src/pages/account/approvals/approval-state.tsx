import type { ReactNode } from 'react'
import type { Approval } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

/** An approval as lists have it. */
export type ListedApproval = Omit<Approval, 'changes_in_words' | 'is_new' | 'warnings' | 'stale'>

const TONES: Readonly<Record<Approval['state'], Tone>> = {
  waiting: 'warning',
  executed: 'good',
  declined: 'danger',
  expired: 'neutral',
}

export function ApprovalState({ approval: { state } }: { readonly approval: ListedApproval }): ReactNode {
  return <Badge tone={TONES[state]}>{t(`approvals.state_${state}`)}</Badge>
}

/** What the credential is called that asked. */
export function credentialName({ credential: { kind, name } }: ListedApproval): string {
  const called = name ?? t('approvals.unnamed')
  return kind === 'account_token' ? t('approvals.token', { name: called }) : t('approvals.app', { name: called })
}
