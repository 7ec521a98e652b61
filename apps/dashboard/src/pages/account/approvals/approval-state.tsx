import type { ReactNode } from 'react'
import { describeAction } from '../../../activity/describe-action.ts'
import type { Approval } from '../../../api/types.ts'
import { LANGUAGE } from '../../../messages/locale.ts'
import { t } from '../../../messages/messages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ServiceText } from '../../../ui/service-text.tsx'

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

/** The sentence of the service, which is in English. Before it, readers of other languages see what it is about. */
export function AskedChange({ approval }: { readonly approval: ListedApproval }): ReactNode {
  const action = LANGUAGE === 'en' ? undefined : describeAction(approval)
  return (
    <>
      {action !== undefined && approval.state === 'waiting' && (
        <span className="block font-medium">{t('approvals.after_approval', { action })}</span>
      )}
      <span className="block" lang="en">
        <ServiceText text={approval.summary} />
      </span>
    </>
  )
}

/** What the credential is called that asked. */
export function credentialName({ credential: { kind, name } }: ListedApproval): string {
  const called = name ?? t('approvals.unnamed')
  return kind === 'account_token' ? t('approvals.token', { name: called }) : t('approvals.app', { name: called })
}
