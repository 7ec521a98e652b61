import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Notice } from '../ui/notice.tsx'
import { LeaveGuard } from './leave-guard.tsx'

interface SecretOnceProps {
  /** What it is the secret of. */
  readonly name: string
  readonly secret: string
  /** What whoever has it can do, and where to keep it. */
  readonly description: ReactNode
  /** What to do when it is lost, as a sentence. */
  readonly whenLost: string
  /** What leaving without it means, as sentences. */
  readonly whenLeft: string
  /** How to use it. */
  readonly children: ReactNode
  readonly onStored: () => void
}

/** The one time a secret is shown. It lives in this page's memory alone, and leaving asks first. */
export function SecretOnce(props: SecretOnceProps): ReactNode {
  const { name, secret, description, whenLost, whenLeft, children, onStored } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-5 rounded-card border-2 border-accent bg-surface p-5">
      <LeaveGuard active title="Leave without the secret?">
        {whenLeft}
      </LeaveGuard>
      <div>
        <h2 className="font-semibold text-lg" ref={heading} tabIndex={-1}>
          Copy the secret of “{name}” now
        </h2>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      <CodeBlock code={secret} label="Secret" wrap />
      <Notice tone="warning">It cannot be seen again. {whenLost}</Notice>
      {children}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onStored}>
          I have stored it
        </Button>
      </div>
    </section>
  )
}
