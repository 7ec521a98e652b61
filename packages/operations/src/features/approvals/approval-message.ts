import { APPROVAL_OCCURRENCE, type Approval as ApprovalRecord, type Message } from '@footfall/core-domain'
import type { Approval } from './approval.ts'

interface Said extends Pick<ApprovalRecord, 'id' | 'summary' | 'expires_at'> {
  readonly credential: Pick<Approval['credential'], 'kind' | 'name'>
  readonly product: string | undefined
  readonly link: string
}

export const approvalOccurrence = (id: ApprovalRecord['id']) => `${APPROVAL_OCCURRENCE}${id}`

/**
 * The message about a change that waits, for Slack. A channel is reached by an incoming webhook, which takes no answers: its link opens
 * the page on which a person who is signed in decides.
 */
export function approvalMessage({ id, summary, expires_at, credential, product, link }: Said): Message {
  const from = credential.kind === 'account_token' ? 'an access token' : 'a connected app'
  const where = product ?? 'An account'
  return {
    subject: `${where}: a change waits for approval`,
    heading: `${where}: a change waits for approval`,
    intro: `It comes from ${from} called “${credential.name ?? ''}”.`,
    sections: [{ blocks: [{ kind: 'text', text: summary }] }],
    link: { label: 'Approve or decline', url: link },
    reason: `You get this since reports about “${where}” are sent here.`,
    data: { type: 'approval_waiting', id, expires_at, link },
  }
}
