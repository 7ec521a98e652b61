import type { ReactNode } from 'react'
import type { SignInMethods } from '../../../api/people.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'

/** How the person signs in with the OpenID provider of the service. */
export function ProviderCard({ provider }: { readonly provider: NonNullable<SignInMethods['provider']> }): ReactNode {
  const { name, linked } = provider
  return (
    <Card title={t('profile.provider', { provider: name })}>
      <p>
        {linked === null
          ? t('profile.provider_not_linked', { provider: name })
          : t('profile.provider_linked', { email: linked.email })}
      </p>
    </Card>
  )
}
