import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AccountToken } from '../../api/types.ts'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { changesSomething } from '../scope-words.ts'
import { firstCall, httpConfiguration, stdioConfiguration } from './client-configuration.ts'

/** What a token that was just made, or made anew, can be used with. */
export interface NewSecret {
  readonly token: AccountToken
  readonly secret: string
}

interface SecretRevealProps extends NewSecret {
  /** A product that the token reaches where it reaches all. */
  readonly product: string | undefined
  readonly onStored: () => void
}

const USES = [
  { value: 'curl', label: 'REST' },
  { value: 'http', label: 'MCP by address' },
  { value: 'stdio', label: 'MCP by command' },
] as const

/** The one time a secret is shown, with what to do with it. It lives in this page's memory alone. */
export function SecretReveal({ token, secret, product, onStored }: SecretRevealProps): ReactNode {
  const [use, setUse] = useState<(typeof USES)[number]['value']>('curl')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-5 rounded-card border-2 border-accent bg-surface p-5">
      <LeaveGuard active title="Leave without the secret?">
        The secret of “{token.name}” is shown this once. Without it the token is of no use, and has to be replaced.
      </LeaveGuard>
      <div>
        <h2 className="font-semibold text-lg" ref={heading} tabIndex={-1}>
          Copy the secret of “{token.name}” now
        </h2>
        <p className="mt-1 text-muted">Keep it where you keep passwords. Whoever has it can do what the token may.</p>
      </div>
      <CodeBlock code={secret} label="Secret" wrap />
      <Notice tone="warning">It cannot be seen again. If it is lost, replace it on the token’s page.</Notice>
      <div className="rounded-card border">
        <Tabs label="How to use it" onChange={setUse} tabs={USES} value={use}>
          <div className="grid gap-3 p-5">
            {use === 'curl' && (
              <>
                <CodeBlock code={firstCall(secret, token, product)} label="A first call" wrap />
                {token.scopes.some(changesSomething) && (
                  <p className="text-muted text-sm">
                    A call that changes something answers with a preview first. Send the same again with the headers{' '}
                    <code>Service-Confirm: true</code> and <code>Idempotency-Key: …</code> (any text of your own, new
                    for each change) to carry it out.
                  </p>
                )}
              </>
            )}
            {use === 'http' && (
              <>
                <CodeBlock code={httpConfiguration(secret)} label="Configuration of the client" />
                <p className="text-muted text-sm">
                  For clients that take an address and headers. Some call the first level <code>servers</code>.
                </p>
              </>
            )}
            {use === 'stdio' && (
              <>
                <CodeBlock code={stdioConfiguration(secret)} label="Configuration of the client" />
                <p className="text-muted text-sm">
                  For clients that start a command. <code>footfall-mcp</code> comes with Footfall and must be installed
                  where the client runs.
                </p>
              </>
            )}
          </div>
        </Tabs>
      </div>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onStored}>
          I have stored it
        </Button>
      </div>
    </section>
  )
}
