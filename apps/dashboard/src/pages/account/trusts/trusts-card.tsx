import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import { productsQuery } from '../../../api/queries.ts'
import type { Product, TokenTrust } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { QueryPending } from '../../../forms/query-pending.tsx'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { tokensQuery } from '../queries.ts'
import { summarizeScopes } from '../scope-labels.ts'
import { formatProducts } from '../tokens/token-products.ts'
import { trustsQuery } from './queries.ts'
import { TrustForm } from './trust-form.tsx'

interface TrustsCardProps {
  readonly token: string
  /** Draws the heading of a page of its own, with the button that adds a trust; without it, the card has one. */
  readonly heading?: (add: ReactNode) => ReactNode
}

/** Lists, adds and removes the trusts of a token. It loads its own data, so any page of a token can show it. */
export function TrustsCard({ token: id, heading }: TrustsCardProps): ReactNode {
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const { data: products } = useSuspenseQuery(productsQuery)
  const trusts = useQuery(trustsQuery(id))
  const queryClient = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<TokenTrust>()
  const token = tokens.find((candidate) => candidate.id === id)
  if (token === undefined) return null
  const add = token.status === 'active' && !adding && (
    <Button onClick={() => setAdding(true)} {...(heading === undefined && { size: 'small' })}>
      {t('trusts.add')}
    </Button>
  )
  return (
    <>
      {heading?.(add)}
      <Card {...(heading === undefined && { actions: add, description: t('trusts.hint'), title: t('trusts.title') })}>
        {trusts.data === undefined ? (
          <QueryPending query={trusts} what={t('trusts.title')} />
        ) : trusts.data.length === 0 ? (
          <p className="text-muted text-sm">{t('trusts.none')}</p>
        ) : (
          <ul className="divide-y">
            {trusts.data.map((trust) => (
              <TrustRow key={trust.id} onRemove={() => setRemoving(trust)} products={products} trust={trust} />
            ))}
          </ul>
        )}
      </Card>
      {adding && (
        <Card title={t('trusts.new')}>
          <TrustForm
            onAdded={() => setAdding(false)}
            onCancel={() => setAdding(false)}
            products={products}
            token={token}
          />
        </Card>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          call={(options) =>
            api.DELETE('/api/v1/access-tokens/{token_id}/trusts/{trust_id}', {
              params: { path: { token_id: id, trust_id: removing.id } },
              ...options,
            })
          }
          confirmLabel={t('common.remove')}
          onClose={() => setRemoving(undefined)}
          onExecuted={() => queryClient.invalidateQueries({ queryKey: ['tokens'] })}
          summary={t('trusts.remove_hint')}
          title={t('trusts.remove_title', { subject: removing.subject })}
          toast={t('trusts.removed')}
        />
      )}
    </>
  )
}

interface TrustRowProps {
  readonly trust: TokenTrust
  readonly products: readonly Product[]
  readonly onRemove: () => void
}

function TrustRow({ trust, products, onRemove }: TrustRowProps): ReactNode {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-2">
        <code className="break-all font-semibold text-sm">{trust.subject}</code>
        <Facts facts={factsOf(trust, products)} />
      </div>
      <Button aria-label={t('trusts.remove_named', { subject: trust.subject })} onClick={onRemove} size="small">
        {t('common.remove')}
      </Button>
    </li>
  )
}

function factsOf(trust: TokenTrust, products: readonly Product[]): Parameters<typeof Facts>[0]['facts'] {
  const claims = Object.entries(trust.claims).map(([name, value]) => `${name}=${value}`)
  return [
    { label: t('trusts.issuer'), value: <span className="break-all">{trust.issuer}</span> },
    { label: t('trusts.audience'), value: <span className="break-all">{trust.audience}</span> },
    ...(claims.length === 0
      ? []
      : [{ label: t('trusts.claims'), value: <span className="break-all">{claims.join(', ')}</span> }]),
    { label: t('common.permissions'), value: summarizeScopes(trust.scopes) },
    { label: t('common.products'), value: formatProducts(trust, products) },
    { label: t('trusts.minutes'), value: String(Math.round(trust.lifetime_seconds / 60)) },
    { label: t('trusts.id'), value: <code>{trust.id}</code> },
  ]
}
