import { type ReactNode, useState } from 'react'
import type { AccountToken } from '../../../api/types.ts'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
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
  { value: 'curl', label: t('tokens.use_rest') },
  { value: 'http', label: t('tokens.use_http') },
  { value: 'stdio', label: t('tokens.use_stdio') },
] as const

const asCode = (text: ReactNode) => <code>{text}</code>

/** Shows the secret of a token once, with examples. */
export function SecretReveal({ token, secret, product, onStored }: SecretRevealProps): ReactNode {
  const [use, setUse] = useState<(typeof USES)[number]['value']>('curl')
  return (
    <SecretOnce
      description={t('tokens.secret_hint')}
      name={token.name}
      onStored={onStored}
      secret={secret}
      whenLeft={t('tokens.secret_left', { name: token.name })}
      whenLost={t('tokens.secret_lost')}
    >
      <div className="rounded-card border">
        <Tabs label={t('tokens.usage')} onChange={setUse} tabs={USES} value={use}>
          <div className="grid gap-3 p-5">
            {use === 'curl' && (
              <>
                <CodeBlock code={firstCall(secret, token, product)} label={t('common.example')} wrap />
                {token.scopes.some(isWriteScope) && (
                  <p className="text-muted text-sm">
                    <T id="tokens.write_hint" values={{ code: asCode }} />
                  </p>
                )}
              </>
            )}
            {use === 'http' && (
              <>
                <CodeBlock code={httpConfiguration(secret)} label={t('tokens.client_configuration')} />
                <p className="text-muted text-sm">
                  <T id="tokens.use_http_hint" values={{ code: asCode }} />
                </p>
              </>
            )}
            {use === 'stdio' && (
              <>
                <CodeBlock code={stdioConfiguration(secret)} label={t('tokens.client_configuration')} />
                <p className="text-muted text-sm">
                  <T id="tokens.use_stdio_hint" values={{ code: asCode }} />
                </p>
              </>
            )}
          </div>
        </Tabs>
      </div>
    </SecretOnce>
  )
}
