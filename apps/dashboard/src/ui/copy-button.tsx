import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { showToast } from './toast.tsx'

/** Copies a text; where the browser forbids that, it says so, and the text stands there to be copied by hand. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      showToast('Copied.')
    } catch {
      showToast('The browser did not allow copying. Select the text and copy it by hand.')
    }
  }
  return (
    <Button icon={copied ? 'check' : 'copy'} onClick={copy} size="small">
      {copied ? 'Copied' : label}
    </Button>
  )
}
