import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { productQueryKey, productsQuery } from '../../../api/queries.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField, VERBATIM } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { RestrictedPage } from '../restricted-page.tsx'

export function DeletePage(): ReactNode {
  return (
    <RestrictedPage description={t('settings.delete.description')} minimum="owner" title={t('settings.delete.title')}>
      <DeleteCard />
    </RestrictedPage>
  )
}

function DeleteCard(): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const params = { path: { product: product.id } }
  const impact = useQuery({
    queryKey: [...productQueryKey(product.id), 'deletion'],
    queryFn: () =>
      previewed(api.DELETE('/api/v1/products/{product}', { params, headers: PREVIEW, body: { name: product.name } })),
    staleTime: 0,
  })
  const deletion = useAction(() => executed(api.DELETE('/api/v1/products/{product}', { params, body: { name } })))
  const isTyped = name.trim() === product.name
  const run = async () => {
    if (!(await deletion.run())) return
    showToast(t('common.deleted_toast', { name: product.name }))
    const rest = queryClient.getQueryData(productsQuery.queryKey)?.filter(({ id }) => id !== product.id)
    queryClient.setQueryData(productsQuery.queryKey, rest)
    await navigate({ to: '/' })
    queryClient.removeQueries({ queryKey: productQueryKey(product.id) })
    await queryClient.invalidateQueries(productsQuery)
  }
  return (
    <Card title={t('settings.delete.heading', { name: product.name })}>
      <div className="grid gap-4">
        {impact.isPending && <Loading lines={3} what={t('common.impact_loading')} />}
        {impact.data && (
          <Notice tone="warning">
            {impact.data.warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </Notice>
        )}
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isTyped) void run()
          }}
        >
          <TextField
            {...VERBATIM}
            label={t('settings.delete.confirm', { name: product.name })}
            onChange={setName}
            value={name}
          />
          {deletion.problem && <ProblemNotice onRetry={() => void run()} problem={deletion.problem} />}
          <div className="flex justify-end">
            <Button busy={deletion.busy} disabled={!isTyped} kind="danger" submit>
              {t('settings.delete.title')}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}
