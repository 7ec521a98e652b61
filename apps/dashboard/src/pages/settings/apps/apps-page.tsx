import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, executed } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { Form } from '../../../forms/form.tsx'
import { NameField } from '../../../forms/name-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { useHasRole, useProduct } from '../../../product/use-product.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField, TextField, VERBATIM } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { appsQuery } from '../queries.ts'

const PLATFORMS = [
  { value: 'ios', label: 'iOS' },
  { value: 'android', label: 'Android' },
  { value: 'macos', label: 'macOS' },
  { value: 'windows', label: 'Windows' },
  { value: 'linux', label: 'Linux' },
  { value: 'other', label: t('settings.apps.platform_other') },
] as const
type Platform = (typeof PLATFORMS)[number]['value']

interface App {
  readonly id: string
  readonly name: string
  readonly platform: Platform
  readonly bundle_id: string
}

export function AppsPage(): ReactNode {
  const product = useProduct()
  const canEdit = useHasRole('admin')
  const { data: apps } = useSuspenseQuery(appsQuery(product.id))
  const queryClient = useQueryClient()
  const [removing, setRemoving] = useState<App>()
  return (
    <div className="grid gap-5">
      <PageHeader description={t('settings.apps.description')} title={t('settings.apps.title')} />
      <Card flush title={t('settings.apps.title')}>
        {apps.length === 0 ? (
          <EmptyState title={t('settings.apps.none')}>{t('settings.apps.none_hint')}</EmptyState>
        ) : (
          <ul className="divide-y border-t">
            {apps.map((app) => (
              <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3" key={app.id}>
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-semibold">{app.name}</span>
                    <Badge>{PLATFORMS.find(({ value }) => value === app.platform)?.label ?? app.platform}</Badge>
                  </p>
                  <p className="break-all text-muted text-sm">{app.bundle_id}</p>
                </div>
                {canEdit && (
                  <Button
                    aria-label={t('common.remove_label', { name: app.name })}
                    onClick={() => setRemoving(app)}
                    size="small"
                  >
                    {t('common.remove')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {canEdit && <AddApp product={product.id} />}
      {removing && (
        <ConfirmDialog
          confirmLabel={t('common.remove')}
          onClose={() => setRemoving(undefined)}
          onDone={() => void queryClient.invalidateQueries(appsQuery(product.id))}
          toast={t('common.removed_toast', { name: removing.name })}
          call={(options) => {
            const params = { path: { product: product.id, app_id: removing.id } }
            return api.DELETE('/api/v1/products/{product}/apps/{app_id}', { params, ...options })
          }}
          summary={t('settings.apps.remove_hint')}
          title={t('common.remove_title', { name: removing.name })}
        />
      )}
    </div>
  )
}

function AddApp({ product }: { readonly product: string }): ReactNode {
  const queryClient = useQueryClient()
  const empty: { name: string; platform: Platform; bundle_id: string } = { name: '', platform: 'ios', bundle_id: '' }
  const form = useForm({
    initial: { values: empty },
    async save(body) {
      const params = { path: { product } }
      const { result } = await executed(api.POST('/api/v1/products/{product}/apps', { params, body }))
      await queryClient.invalidateQueries(appsQuery(product))
      showToast(t('common.added_toast', { name: result.name }))
      return { values: empty }
    },
  })
  return (
    <Card title={t('settings.apps.add')}>
      <Form form={form} creates submitLabel={t('settings.apps.submit')}>
        <NameField form={form} />
        <SelectField label={t('settings.apps.platform')} options={PLATFORMS} {...form.field('platform')} />
        <TextField
          {...VERBATIM}
          hint={t('settings.apps.bundle_hint')}
          label={t('settings.apps.bundle')}
          {...form.field('bundle_id')}
        />
      </Form>
    </Card>
  )
}
