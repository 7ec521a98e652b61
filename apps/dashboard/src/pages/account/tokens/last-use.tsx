import type { ReactNode } from 'react'
import type { AccountToken } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'

/** From where and for what a token was last used. */
export function LastUse({
  token: { last_used_network: network, last_used_operation: operation },
}: {
  readonly token: Pick<AccountToken, 'last_used_network' | 'last_used_operation'>
}): ReactNode {
  return (
    <>
      {network !== null && ` ${t('networks.used_from', { network })}`}
      {operation !== null && (
        <>
          {' · '}
          <code className="break-words">{operation}</code>
        </>
      )}
    </>
  )
}
