import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'

interface RecoveryCodesCardProps {
  /** Unused codes. */
  readonly left: number
  readonly onChanged: (secret?: string) => unknown
}

export function RecoveryCodesCard({ left, onChanged }: RecoveryCodesCardProps): ReactNode {
  const [replacing, setReplacing] = useState(false)
  return (
    <Card
      actions={
        <Button onClick={() => setReplacing(true)} size="small">
          {t('security.codes_replace')}
        </Button>
      }
      description={t('security.codes_hint')}
      title={t('security.codes')}
    >
      <p>{t('security.codes_count', { count: left })}</p>
      {replacing && (
        <ConfirmDialog
          call={(options) => api.POST('/api/v1/account/recovery-codes', { ...options })}
          confirmLabel={t('security.codes_replace')}
          kind="primary"
          onClose={() => setReplacing(false)}
          onExecuted={({ secret }) => onChanged(secret)}
          summary={t('security.codes_replace_hint')}
          title={t('security.codes_replace')}
        />
      )}
    </Card>
  )
}
