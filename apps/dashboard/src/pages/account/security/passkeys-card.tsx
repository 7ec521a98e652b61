import { type ReactNode, useState } from 'react'
import { api, executed } from '../../../api/client.ts'
import { createPasskey } from '../../../api/passkeys.ts'
import type { Passkey } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'
import { When } from '../../../ui/relative-time.tsx'
import { showToast } from '../../../ui/toast.tsx'

interface PasskeysCardProps {
  /** Whether the address of the service and this browser allow passkeys. */
  readonly available: boolean
  readonly passkeys: readonly Passkey[]
  readonly onChanged: (secret?: string) => unknown
}

export function PasskeysCard({ available, passkeys, onChanged }: PasskeysCardProps): ReactNode {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const canAdd = available && 'PublicKeyCredential' in globalThis
  return (
    <Card description={t('security.passkeys_hint')} title={t('security.passkeys')}>
      <div className="grid gap-4">
        {passkeys.length > 0 && (
          <ul className="divide-y">
            {passkeys.map((passkey) => (
              <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3" key={passkey.id}>
                <div>
                  <p className="font-semibold">{passkey.name}</p>
                  <p className="text-muted text-sm">
                    <When at={passkey.created_at} id="security.added_at" />
                    {' · '}
                    <When at={passkey.last_used_at} id="security.used_at" never="security.never_used" />
                  </p>
                </div>
                <Button
                  aria-label={t('security.passkey_remove', { name: passkey.name })}
                  onClick={() => setRemoving(passkey)}
                  size="small"
                >
                  {t('common.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {!canAdd && <p className="text-muted text-sm">{t('security.passkeys_unavailable')}</p>}
        {canAdd && !adding && (
          <div>
            <Button onClick={() => setAdding(true)}>{t('security.passkey_add_start')}</Button>
          </div>
        )}
        {canAdd && adding && (
          <NewPasskey
            onAdded={(secret) => {
              setAdding(false)
              showToast(t('security.passkey_added'))
              return onChanged(secret)
            }}
            onCancel={() => setAdding(false)}
          />
        )}
      </div>
      {removing && (
        <ConfirmDialog
          call={(options) => {
            const params = { path: { passkey_id: removing.id } }
            return api.DELETE('/api/v1/account/passkeys/{passkey_id}', { params, ...options })
          }}
          confirmLabel={t('common.remove')}
          onClose={() => setRemoving(undefined)}
          toast={t('security.passkey_removed')}
          onExecuted={() => onChanged()}
          title={t('security.passkey_remove', { name: removing.name })}
        />
      )}
    </Card>
  )
}

interface NewPasskeyProps {
  readonly onAdded: (secret: string | undefined) => unknown
  readonly onCancel: () => void
}

function NewPasskey({ onAdded, onCancel }: NewPasskeyProps): ReactNode {
  const form = useForm({
    initial: { values: { name: '' } },
    async save({ name }) {
      if (name.trim() === '') throw incomplete([{ path: 'name', message: t('security.passkey_name_missing') }])
      const made = await createPasskey()
      const { secret } = await executed(api.POST('/api/v1/account/passkeys', { body: { name, ...made } }))
      await onAdded(secret)
      return { values: { name: '' } }
    },
  })
  return (
    <Form creates form={form} onCancel={onCancel} submitLabel={t('security.passkey_add')}>
      <TextField
        hint={t('security.passkey_name_hint')}
        label={t('common.name')}
        maxLength={60}
        {...form.field('name')}
      />
    </Form>
  )
}
