import { type Account, escapedText, type TextKey, textsIn } from '@footfall/core-domain'
import type { AskedChange } from './approval-message.ts'

/** What the person of a credential reads about a change that it asks for. The subject contains none of the caller's text; the caller chose the rest. */
export function approvalMail(
  { name, language }: Pick<Account, 'name' | 'language'>,
  { credential, summary, link }: AskedChange,
  product: string | undefined,
): { readonly subject: string; readonly text: string } {
  const { say } = textsIn(language)
  const asks = {
    name: escapedText(credential.name ?? ''),
    ...(product !== undefined && { product: escapedText(product) }),
  }
  return {
    subject: say('mail.approval_subject'),
    text: [
      say('mail.hello', { name: escapedText(name) }),
      say(keyOf(credential.kind, product), asks),
      escapedText(summary),
      say('mail.approval_link', { link }),
      say('mail.approval_hint'),
    ].join('\n\n'),
  }
}

function keyOf(kind: AskedChange['credential']['kind'], product: string | undefined): TextKey {
  const from = kind === 'account_token' ? 'token' : 'app'
  return product === undefined ? `mail.approval_${from}` : `mail.approval_${from}_product`
}
