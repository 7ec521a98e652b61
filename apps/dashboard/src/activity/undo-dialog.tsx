import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../api/client.ts'
import type { Activity } from '../api/types.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { t } from '../messages/messages.ts'

/** Previews the opposite of a change, and makes it. */
export function UndoDialog({
  entry: { id, product },
  onClose,
}: {
  readonly entry: Activity
  readonly onClose: () => void
}): ReactNode {
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      call={(options) =>
        product === null
          ? api.POST('/api/v1/activity/{entry}/undo', { params: { path: { entry: id } }, ...options })
          : api.POST('/api/v1/products/{product}/activity/{entry}/undo', {
              params: { path: { product, entry: id } },
              ...options,
            })
      }
      confirmLabel={t('activity.undo')}
      kind="primary"
      onClose={onClose}
      // Any page may show what was changed.
      onExecuted={() => queryClient.invalidateQueries()}
      title={t('activity.undo_title')}
      toast={t('activity.undone')}
    />
  )
}
