import { type ReactNode, useState } from 'react'
import type { AccountToken } from '../../../api/types.ts'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { Tabs } from '../../../ui/base-ui/tabs.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { changesSomething } from '../scope-labels.ts'
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

/** The one time the secret of a token is shown, with what to do with it. */
export function SecretReveal({ token, secret, product, onStored }: SecretRevealProps): ReactNode {
  const [use, setUse] = useState<(typeof USES)[number]['value']>('curl')
  return (
    <SecretOnce
      description="Keep it where you keep passwords. Whoever has it can do what the token may."
      name={token.name}
      onStored={onStored}
      secret={secret}
      whenLeft={`The secret of “${token.name}” is shown this once. Without it the token is of no use, and has to be replaced.`}
      whenLost="If it is lost, replace it on the token’s page."
    >
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
    </SecretOnce>
  )
}
