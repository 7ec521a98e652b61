import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { productsQuery } from '../../../api/queries.ts'
import type { AccountToken } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { usePreviewedForm } from '../../../forms/use-previewed-form.ts'
import { t } from '../../../messages/messages.ts'
import { NotFoundPage } from '../../../shell/not-found-page.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { tokensQuery } from '../queries.ts'
import { BackLink } from './back-link.tsx'
import { TokenFields } from './token-fields.tsx'
import { describeToken, diffToken, findMissing, type TokenValues, valuesOf } from './token-values.ts'

const route = getRouteApi('/account/tokens/$token/edit')

export function EditTokenPage(): ReactNode {
  const { token: id } = route.useParams()
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const token = tokens.find((candidate) => candidate.id === id)
  if (token === undefined) return <NotFoundPage />
  return <TokenEditor token={token} />
}

function TokenEditor({ token }: { readonly token: AccountToken }): ReactNode {
  const { data: products } = useSuspenseQuery(productsQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const params = { path: { token_id: token.id } }
  const versionOf = (version: AccountToken) => ({ values: valuesOf(version), revision: version.revision })
  const { form, warnings } = usePreviewedForm<TokenValues, AccountToken>({
    initial: versionOf(token),
    write(values, version, before) {
      const missing = findMissing(values)
      if (missing.length > 0) throw incomplete(missing)
      const body = { ...diffToken(values, before), ...version }
      return (options) => api.PATCH('/api/v1/access-tokens/{token_id}', { params, body, ...options })
    },
    async saved(result) {
      await queryClient.invalidateQueries({ queryKey: ['tokens'] })
      return versionOf(result)
    },
    async reload() {
      const fresh = await queryClient.fetchQuery({ ...tokensQuery, staleTime: 0 })
      return versionOf(fresh.find(({ id }) => id === token.id) ?? token)
    },
    async onSaved() {
      showToast(t('common.saved'))
      await navigate({ to: '/account/tokens/$token', params: { token: token.id } })
    },
  })
  return (
    <div className="grid gap-5">
      <BackLink />
      <PageHeader description={t('tokens.edit_hint')} title={t('tokens.edit_title', { name: token.name })} />
      <Card>
        <Form describe={(values) => describeToken(values, products)} form={form} submitLabel={t('common.save')}>
          <TokenFields exists form={form} products={products} />
        </Form>
      </Card>
      {warnings}
    </div>
  )
}
