import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed } from '../../../api/client.ts'
import { productsQuery } from '../../../api/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { BackLink } from '../back-link.tsx'
import { tokensQuery } from '../queries.ts'
import { type NewSecret, SecretReveal } from './secret-reveal.tsx'
import { TokenFields } from './token-fields.tsx'
import { expiryOf, missingIn, NEW_TOKEN, selectionOf, type TokenValues } from './token-values.ts'

export function NewTokenPage(): ReactNode {
  const { data: products } = useSuspenseQuery(productsQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [made, setMade] = useState<NewSecret>()
  const form = useForm<TokenValues>({
    initial: { values: NEW_TOKEN },
    async save(values) {
      const missing = missingIn(values)
      if (missing.length > 0) throw incomplete(missing)
      const expiry = expiryOf(values)
      const body = {
        name: values.name,
        scopes: [...values.scopes],
        products: selectionOf(values),
        ...(expiry != null && { expires_at: expiry }),
      }
      const { result, secret } = await executed(api.POST('/api/v1/access-tokens', { body }))
      if (secret === undefined) throw new TypeError('A new token came without its secret.')
      setMade({ token: result, secret })
      await queryClient.invalidateQueries(tokensQuery)
      return { values: NEW_TOKEN }
    },
  })
  if (made !== undefined) {
    const stored = async () => {
      setMade(undefined)
      await navigate({ to: '/account/tokens/$token', params: { token: made.token.id }, ignoreBlocker: true })
    }
    return (
      <div className="grid gap-5">
        <PageHeader title="Your new token" />
        <SecretReveal {...made} onStored={() => void stored()} product={products[0]?.id} />
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <BackLink to="/account/tokens">API / MCP</BackLink>
      <PageHeader
        description="Give it what its task needs, and no more. You can change that later, and end it whenever you like."
        title="New token"
      />
      <Card>
        <Form form={form} makes submitLabel="Create token">
          <TokenFields form={form} products={products} />
        </Form>
      </Card>
    </div>
  )
}
