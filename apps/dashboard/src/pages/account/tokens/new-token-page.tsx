import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed } from '../../../api/client.ts'
import { productsQuery } from '../../../api/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { tokensQuery } from '../queries.ts'
import { BackLink } from './back-link.tsx'
import { type NewSecret, SecretReveal } from './secret-reveal.tsx'
import { TokenFields } from './token-fields.tsx'
import {
  expiryOf,
  findMissing,
  limitsOf,
  NEW_TOKEN,
  networksGiven,
  scopesOf,
  selectionOf,
  type TokenValues,
} from './token-values.ts'

export function NewTokenPage(): ReactNode {
  const { data: products } = useSuspenseQuery(productsQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [created, setCreated] = useState<NewSecret>()
  const form = useForm<TokenValues>({
    initial: { values: NEW_TOKEN },
    async save(values) {
      const missing = findMissing(values)
      if (missing.length > 0) throw incomplete(missing)
      const expiry = expiryOf(values)
      const body = {
        name: values.name,
        scopes: [...scopesOf(values)],
        products: selectionOf(values),
        ...limitsOf(values),
        ...networksGiven(values),
        ...(expiry != null && { expires_at: expiry }),
      }
      const { result, secret } = await executed(api.POST('/api/v1/access-tokens', { body }))
      if (secret === undefined) throw new TypeError('The new token has no secret.')
      setCreated({ token: result, secret })
      await queryClient.invalidateQueries(tokensQuery)
      return { values: NEW_TOKEN }
    },
  })
  if (created !== undefined) {
    const stored = async () => {
      setCreated(undefined)
      await navigate({ to: '/account/tokens/$token', params: { token: created.token.id }, ignoreBlocker: true })
    }
    return (
      <div className="grid gap-5">
        <PageHeader title={t('tokens.created')} />
        <SecretReveal {...created} onStored={() => void stored()} product={products[0]?.id} />
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <BackLink />
      <PageHeader description={t('tokens.new_hint')} title={t('tokens.new')} />
      <Card>
        <Form form={form} creates submitLabel={t('tokens.create')}>
          <TokenFields form={form} products={products} />
        </Form>
      </Card>
    </div>
  )
}
