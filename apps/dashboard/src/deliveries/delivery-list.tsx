import type { Query } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LastDelivery } from '../api/types.ts'
import { QueryPending } from '../forms/query-pending.tsx'
import { t } from '../messages/messages.ts'
import { T } from '../messages/t.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { type NewSigningSecret, SigningSecret } from './signing-secret.tsx'

export interface Listed<Item> {
  readonly data: readonly Item[]
  /** Whether the service sends email. */
  readonly meta: { readonly sends_email: boolean }
}

interface DeliveryListProps<Item> {
  readonly list: {
    readonly data: Listed<Item> | undefined
    readonly error: Error | null
    refetch(): Promise<unknown>
  }
  readonly texts: {
    readonly title: string
    readonly description?: string
    /** On the button that creates one. */
    readonly create: string
    readonly loading: string
    readonly none: string
    readonly noneHint: string
  }
  /** One entry of the list. */
  readonly row: (item: Item, onEdit: () => void) => ReactNode
  readonly dialog: (props: DeliveryDialogProps<Item>) => ReactNode
  /** Whether it says that no email is sent, where that is so. */
  readonly emailNotice?: boolean
}

export interface DeliveryDialogProps<Item> {
  /** The edited one; absent while a new one is made. */
  readonly item: Item | undefined
  /** Takes the secret of a new webhook, which is shown until it is stored. */
  readonly onSecret: (secret: NewSigningSecret) => void
  readonly onClose: () => void
}

/** What is sent by email or to a webhook: reports, or alerts. */
export function DeliveryList<Item>({
  list,
  texts,
  row,
  dialog,
  emailNotice = true,
}: DeliveryListProps<Item>): ReactNode {
  const { data } = list
  const [editing, setEditing] = useState<{ readonly item: Item | undefined }>()
  const [secret, setSecret] = useState<NewSigningSecret>()
  return (
    <>
      {secret && <SigningSecret {...secret} onStored={() => setSecret(undefined)} />}
      <Card
        actions={
          <Button icon="plus" onClick={() => setEditing({ item: undefined })} size="small">
            {texts.create}
          </Button>
        }
        description={texts.description}
        flush
        title={texts.title}
      >
        <QueryPending problemClass="px-5 pb-5" query={list} what={texts.loading} />
        {/* In the card, so that it moves nothing that is read already. */}
        {emailNotice && data?.meta.sends_email === false && (
          <div className="px-5 pb-5">
            <Notice title={t('deliveries.email_off')} tone="warning">
              <T id="deliveries.email_off_hint" values={{ code: (text) => <code>{text}</code> }} />
            </Notice>
          </div>
        )}
        {data?.data.length === 0 && <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
        {data !== undefined && data.data.length > 0 && (
          <ul className="divide-y border-t">{data.data.map((item) => row(item, () => setEditing({ item })))}</ul>
        )}
      </Card>
      {editing && dialog({ ...editing, onSecret: setSecret, onClose: () => setEditing(undefined) })}
    </>
  )
}

const POLL_INTERVAL_MS = 2_000

/** Polls while one is being sent. */
export function whileSending<Item extends { readonly last_delivery: LastDelivery | null }>({
  state,
}: Pick<Query<Listed<Item>>, 'state'>): number | false {
  return state.data?.data.some((item) => item.last_delivery?.state === 'waiting') ? POLL_INTERVAL_MS : false
}
