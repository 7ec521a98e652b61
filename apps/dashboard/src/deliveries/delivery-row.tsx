import { type ReactNode, useState } from 'react'
import type { Send } from '../api/client.ts'
import type { LastDelivery } from '../api/types.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { t } from '../messages/messages.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { LastDeliveryLine } from './last-delivery.tsx'

interface DeliveryRowProps {
  readonly item: {
    readonly name: string
    readonly enabled: boolean
    readonly last_delivery: LastDelivery | null
  }
  /** In addition to “Paused”. */
  readonly badges?: ReactNode
  readonly children: ReactNode
  /** Sends it now. */
  readonly sending: Asked & { readonly action: string; readonly label: string; readonly title: string }
  readonly deleting: Asked
  readonly onEdit: () => void
  /** Reads the list again. */
  readonly refresh: () => Promise<unknown>
}

interface Asked {
  readonly call: Send<unknown>
  /** What happens, as sentences. */
  readonly hint: string
}

/** One report or alert, with the buttons that send, edit and delete it. */
export function DeliveryRow(props: DeliveryRowProps): ReactNode {
  const { item, badges, children, sending, onEdit } = props
  const { name, enabled } = item
  const [asking, setAsking] = useState<'send' | 'delete'>()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {!enabled && <Badge>{t('deliveries.paused')}</Badge>}
          {badges}
        </p>
        {children}
        <LastDeliveryLine delivery={item.last_delivery} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={sending.label} onClick={() => setAsking('send')} size="small">
          {sending.action}
        </Button>
        <Button aria-label={t('common.edit_label', { name })} onClick={onEdit} size="small">
          {t('common.edit')}
        </Button>
        <Button aria-label={t('common.delete_label', { name })} onClick={() => setAsking('delete')} size="small">
          {t('common.delete')}
        </Button>
      </div>
      {asking !== undefined && <AskDialog {...props} asking={asking} onClose={() => setAsking(undefined)} />}
    </li>
  )
}

function AskDialog({
  asking,
  item: { name },
  sending,
  deleting,
  refresh,
  onClose,
}: DeliveryRowProps & { readonly asking: 'send' | 'delete'; readonly onClose: () => void }): ReactNode {
  if (asking === 'send') {
    return (
      <ConfirmDialog
        call={sending.call}
        confirmLabel={sending.action}
        kind="primary"
        onClose={onClose}
        toast={t('deliveries.sending_toast')}
        onExecuted={refresh}
        summary={sending.hint}
        title={sending.title}
      />
    )
  }
  return (
    <ConfirmDialog
      call={deleting.call}
      confirmLabel={t('common.delete')}
      onClose={onClose}
      toast={t('common.deleted_toast', { name })}
      onExecuted={refresh}
      summary={deleting.hint}
      title={t('common.delete_title', { name })}
    />
  )
}
