import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Notice } from '../ui/notice.tsx'
import { LeaveGuard } from './leave-guard.tsx'

interface SecretOnceProps {
  /** Name of the token or key. */
  readonly name: string
  readonly secret: string
  /** What the secret allows, and where to keep it. */
  readonly description: ReactNode
  /** What to do if it is lost, as a sentence. */
  readonly whenLost: string
  /** What happens without it, as sentences. */
  readonly whenLeft: string
  /** How to use the secret. */
  readonly children: ReactNode
  readonly onStored: () => void
}

/** Shows a secret once. It is only in memory, and leaving the page asks first. */
export function SecretOnce(props: SecretOnceProps): ReactNode {
  const { name, secret, description, whenLost, whenLeft, children, onStored } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-5 rounded-card border-2 border-accent bg-surface p-5">
      <LeaveGuard active title={t('forms.secret_leave')}>
        {whenLeft}
      </LeaveGuard>
      <div>
        <h2 className="font-semibold text-lg" ref={heading} tabIndex={-1}>
          {t('forms.secret_title', { name })}
        </h2>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      <CodeBlock code={secret} label={t('forms.secret')} wrap />
      <Notice tone="warning">{t('forms.secret_once', { whenLost })}</Notice>
      {children}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onStored}>
          {t('forms.secret_stored')}
        </Button>
      </div>
    </section>
  )
}
