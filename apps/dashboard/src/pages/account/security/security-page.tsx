import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hasSecondFactor, secondFactorsQuery } from '../../../api/queries.ts'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { t } from '../../../messages/messages.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Second factors and sessions of the account. */
export function SecurityPage(): ReactNode {
  const { data: factors } = useSuspenseQuery(secondFactorsQuery)
  const [codes, setCodes] = useState<string>()
  const queryClient = useQueryClient()
  /** After every change; the first second factor comes with recovery codes. */
  const changed = (secret?: string) => {
    if (secret !== undefined) setCodes(secret)
    return queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey })
  }
  return (
    <div className="grid gap-5">
      <PageHeader
        description={factors.required ? t('security.required') : t('security.description')}
        title={t('security.title')}
      />
      {codes !== undefined && (
        <SecretOnce
          description={t('security.codes_shown')}
          name={t('security.codes')}
          onStored={() => setCodes(undefined)}
          secret={codes}
          whenLeft={t('security.codes_left')}
          whenLost={t('security.codes_lost')}
        />
      )}
      <AuthenticatorCard addedAt={factors.authenticator?.created_at} onChanged={changed} />
      <PasskeysCard available={factors.passkeys_available} onChanged={changed} passkeys={factors.passkeys} />
      {hasSecondFactor(factors) && <RecoveryCodesCard left={factors.recovery_codes} onChanged={changed} />}
      <SessionsCard />
    </div>
  )
}
