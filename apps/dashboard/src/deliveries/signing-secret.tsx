import type { ReactNode } from 'react'
import { SecretOnce } from '../forms/secret-once.tsx'
import { t } from '../messages/messages.ts'
import { T } from '../messages/t.tsx'

export interface NewSigningSecret {
  /** Of the report or alert. */
  readonly name: string
  readonly secret: string
}

/** Shows the signing secret of a webhook once. */
export function SigningSecret({
  name,
  secret,
  onStored,
}: NewSigningSecret & { readonly onStored: () => void }): ReactNode {
  return (
    <SecretOnce
      description={t('deliveries.secret_hint')}
      name={name}
      onStored={onStored}
      secret={secret}
      whenLeft={t('deliveries.secret_left', { name })}
      whenLost={t('deliveries.secret_lost')}
    >
      <p className="text-muted text-sm">
        <T id="deliveries.secret_use" values={{ code: (text) => <code>{text}</code> }} />
      </p>
    </SecretOnce>
  )
}
