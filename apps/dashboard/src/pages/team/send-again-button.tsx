import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import type { OpenInvitation } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { t } from '../../messages/messages.ts'
import { membersQuery } from '../../product/members-query.ts'
import { Button } from '../../ui/button.tsx'

interface SendAgainButtonProps {
  readonly product: string
  readonly invitation: OpenInvitation
}

/** Sends the email of an invitation again, with a new link. */
export function SendAgainButton({ product, invitation: { member, email } }: SendAgainButtonProps): ReactNode {
  const [asking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  return (
    <>
      <Button aria-label={t('team.send_again_label', { email })} onClick={() => setAsking(true)} size="small">
        {t('team.send_again')}
      </Button>
      {asking && (
        <ConfirmDialog
          call={(options) => {
            const params = { path: { product, member } }
            return api.POST('/api/v1/products/{product}/invitations/{member}', { params, ...options })
          }}
          confirmLabel={t('team.send_again')}
          kind="primary"
          onClose={() => setAsking(false)}
          toast={t('team.invited_toast', { email })}
          onExecuted={() => queryClient.invalidateQueries(membersQuery(product))}
          summary={t('team.send_again_hint')}
          title={t('team.send_again_title', { email })}
        />
      )}
    </>
  )
}
