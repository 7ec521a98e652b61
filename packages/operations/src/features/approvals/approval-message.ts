import {
  APPROVAL_OCCURRENCE,
  type Approval as ApprovalRecord,
  type Language,
  type Message,
} from '@footfall/core-domain'
import { messageWords } from '../../messages/message-words.ts'
import type { Approval } from './approval.ts'

export interface AskedChange extends Pick<ApprovalRecord, 'id' | 'summary' | 'expires_at'> {
  readonly credential: Pick<Approval['credential'], 'kind' | 'name'>
  readonly link: string
}

export const approvalOccurrence = (id: ApprovalRecord['id']) => `${APPROVAL_OCCURRENCE}${id}`

/**
 * The message about a change of a product that waits, for Slack. A channel is reached by an incoming webhook, which takes no answers:
 * its link opens the page on which a person who is signed in decides. The summary of the change is in English, as every preview.
 */
export function approvalMessage(
  { id, summary, expires_at, credential, product, link }: AskedChange & { readonly product: string },
  language: Language,
): Message {
  const { say } = messageWords(language)
  const heading = say('message.approval_heading', { product })
  const from = credential.kind === 'account_token' ? 'message.approval_token' : 'message.approval_app'
  return {
    language,
    subject: heading,
    heading,
    intro: say(from, { name: credential.name ?? '' }),
    sections: [{ blocks: [{ kind: 'text', text: summary }] }],
    link: { label: say('message.approval_link'), url: link },
    reason: say('message.approval_reason', { product }),
    data: { type: 'approval_waiting', id, expires_at, link },
  }
}
