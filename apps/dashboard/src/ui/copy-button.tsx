import { type ReactNode, useState } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { showToast } from './toast.tsx'

/** Copies a text to the clipboard. */
export function CopyButton({
  text,
  label = t('ui.copy'),
}: {
  readonly text: string
  readonly label?: string
}): ReactNode {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      showToast(t('ui.copied_toast'))
    } catch {
      showToast(t('ui.copy_blocked'))
    }
  }
  return (
    <Button icon={copied ? 'check' : 'copy'} onClick={copy} size="small">
      {copied ? t('ui.copied') : label}
    </Button>
  )
}
