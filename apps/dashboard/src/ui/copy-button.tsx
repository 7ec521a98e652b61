import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { showToast } from './toast.tsx'

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      showToast('Copied.')
    } catch {
      showToast('The browser blocked copying. Select the text and copy it.')
    }
  }
  return (
    <Button icon={copied ? 'check' : 'copy'} onClick={copy} size="small">
      {copied ? 'Copied' : label}
    </Button>
  )
}
