import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed, PREVIEW, previewed } from '../../api/client.ts'
import { productsQuery } from '../../api/queries.ts'
import type { AccountToken } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
import { NotFoundPage } from '../../routes/not-found-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { say } from '../../ui/toast.tsx'
import { BackLink } from '../back-link.tsx'
import { tokensQuery } from '../queries.ts'
import { TokenFields } from './token-fields.tsx'
import { changesIn, describeToken, missingIn, type TokenValues, valuesOf } from './token-values.ts'

const route = getRouteApi('/account/tokens/$token/edit')

export function EditTokenPage(): ReactNode {
  const { token: id } = route.useParams()
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const token = tokens.find((candidate) => candidate.id === id)
  if (token === undefined) return <NotFoundPage />
  return <TokenEditor token={token} />
}

interface Question {
  readonly warnings: readonly string[]
  answer(goOn: boolean): void
}

function TokenEditor({ token }: { readonly token: AccountToken }): ReactNode {
  const { data: products } = useSuspenseQuery(productsQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question>()
  const path = { token_id: token.id }
  const versionOf = (version: AccountToken) => ({ values: valuesOf(version), revision: version.revision })
  const form = useForm<TokenValues>({
    initial: versionOf(token),
    async ask(values, revision, before) {
      const missing = missingIn(values)
      if (missing.length > 0) throw incomplete(missing)
      const body = { ...changesIn(values, before), ...(revision !== undefined && { revision }) }
      const call = api.PATCH('/api/v1/access-tokens/{token_id}', { params: { path }, headers: PREVIEW, body })
      const { warnings } = await previewed(call)
      if (warnings.length === 0) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setQuestion({ warnings, answer: resolve })
      return promise.finally(() => setQuestion(undefined))
    },
    async save(values, revision, before) {
      const body = { ...changesIn(values, before), ...(revision !== undefined && { revision }) }
      const { result } = await executed(api.PATCH('/api/v1/access-tokens/{token_id}', { params: { path }, body }))
      await queryClient.invalidateQueries({ queryKey: ['tokens'] })
      return versionOf(result)
    },
    async reload() {
      const fresh = await queryClient.fetchQuery({ ...tokensQuery, staleTime: 0 })
      return versionOf(fresh.find(({ id }) => id === token.id) ?? token)
    },
    async onSaved() {
      say('Saved.')
      await navigate({ to: '/account/tokens/$token', params: { token: token.id } })
    },
  })
  return (
    <div className="grid gap-5">
      <BackLink to="/account/tokens">API / MCP</BackLink>
      <PageHeader
        description="A new name changes nothing else. Any other change ends every token made from this one."
        title={`Edit “${token.name}”`}
      />
      <Card>
        <Form describe={(values) => describeToken(values, products)} form={form} submitLabel="Save">
          <TokenFields form={form} made products={products} />
        </Form>
      </Card>
      {question && (
        <Dialog onClose={() => question.answer(false)} title="This ends what was made from it">
          <Notice tone="warning">
            {question.warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </Notice>
          <Actions>
            <Button onClick={() => question.answer(false)}>Back to editing</Button>
            <Button kind="danger" onClick={() => question.answer(true)}>
              Save all the same
            </Button>
          </Actions>
        </Dialog>
      )}
    </div>
  )
}
