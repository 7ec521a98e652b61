import { type ReactNode, useState } from 'react'
import type { AccountToken } from '../../../api/types.ts'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { Tabs } from '../../../ui/base-ui/tabs.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { isWriteScope } from '../scope-labels.ts'
import { firstCall, httpConfiguration, stdioConfiguration } from './client-configuration.ts'

/** A new or replaced secret. */
export interface NewSecret {
  readonly token: AccountToken
  readonly secret: string
}

interface SecretRevealProps extends NewSecret {
  /** A product for the example, if the token has all products. */
  readonly product: string | undefined
  readonly onStored: () => void
}

const USES = [
  { value: 'curl', label: 'REST' },
  { value: 'http', label: 'MCP over HTTP' },
  { value: 'stdio', label: 'MCP over stdio' },
] as const

/** Shows the secret of a token once, with examples. */
export function SecretReveal({ token, secret, product, onStored }: SecretRevealProps): ReactNode {
  const [use, setUse] = useState<(typeof USES)[number]['value']>('curl')
  return (
    <SecretOnce
      description="Store it like a password. Anyone who has it can use the token."
      name={token.name}
      onStored={onStored}
      secret={secret}
      whenLeft={`The secret of “${token.name}” is shown only once. Without it you must replace the secret.`}
      whenLost="If you lose it, replace it on the page of the token."
    >
      <div className="rounded-card border">
        <Tabs label="Usage" onChange={setUse} tabs={USES} value={use}>
          <div className="grid gap-3 p-5">
            {use === 'curl' && (
              <>
                <CodeBlock code={firstCall(secret, token, product)} label="Example" wrap />
                {token.scopes.some(isWriteScope) && (
                  <p className="text-muted text-sm">
                    A write answers with a preview. To execute it, send it again with the headers{' '}
                    <code>Service-Confirm: true</code> and <code>Idempotency-Key: …</code> (a unique text for each
                    change).
                  </p>
                )}
              </>
            )}
            {use === 'http' && (
              <>
                <CodeBlock code={httpConfiguration(secret)} label="Client configuration" />
                <p className="text-muted text-sm">
                  For clients that take an address and headers. Some name the outer object <code>servers</code>.
                </p>
              </>
            )}
            {use === 'stdio' && (
              <>
                <CodeBlock code={stdioConfiguration(secret)} label="Client configuration" />
                <p className="text-muted text-sm">
                  For clients that start a command. Install <code>footfall-mcp</code>, which is part of Footfall, on the
                  machine of the client.
                </p>
              </>
            )}
          </div>
        </Tabs>
      </div>
    </SecretOnce>
  )
}
