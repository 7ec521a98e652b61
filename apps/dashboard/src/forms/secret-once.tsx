import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Notice } from '../ui/notice.tsx'
import { LeaveGuard } from './leave-guard.tsx'

interface ShownOnceProps {
  readonly title: string
  readonly description: ReactNode
  /** Title of the dialog that asks before the page is left. */
  readonly leaveTitle: string
  /** What happens without it, as sentences. */
  readonly whenLeft: string
  readonly children: ReactNode
  readonly onStored: () => void
}

/** Shows something once. It is only in memory, and leaving the page asks first. */
export function ShownOnce({ title, description, leaveTitle, whenLeft, children, onStored }: ShownOnceProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-5 rounded-card border-2 border-accent bg-surface p-5">
      <LeaveGuard active title={leaveTitle}>
        {whenLeft}
      </LeaveGuard>
      <div>
        <h2 className="font-semibold text-lg" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      {children}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onStored}>
          {t('forms.secret_stored')}
        </Button>
      </div>
    </section>
  )
}

interface SecretOnceProps extends Pick<ShownOnceProps, 'description' | 'whenLeft' | 'onStored'> {
  /** Name of the token or key. */
  readonly name: string
  readonly secret: string
  /** What to do if it is lost, as a sentence. */
  readonly whenLost: string
  /** How to use the secret. */
  readonly children?: ReactNode
}

export function SecretOnce({ name, secret, whenLost, children, ...props }: SecretOnceProps): ReactNode {
  return (
    <ShownOnce {...props} leaveTitle={t('forms.secret_leave')} title={t('forms.secret_title', { name })}>
      <CodeBlock code={secret} label={t('forms.secret')} wrap />
      <Notice tone="warning">{t('forms.secret_once', { whenLost })}</Notice>
      {children}
    </ShownOnce>
  )
}
