import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { api, type SendOptions } from '../../../api/client.ts'
import { productsQuery } from '../../../api/queries.ts'
import type { AccountToken } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { describeNetworks } from '../../../forms/describe-networks.ts'
import { t } from '../../../messages/messages.ts'
import { NotFoundPage } from '../../../shell/not-found-page.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { formatDateTime, RelativeTime } from '../../../ui/relative-time.tsx'
import { LimitList } from '../limit-list.tsx'
import { tokensQuery } from '../queries.ts'
import { ScopeList } from '../scope-list.tsx'
import { TrustsCard } from '../trusts/trusts-card.tsx'
import { BackLink } from './back-link.tsx'
import { LastUse } from './last-use.tsx'
import { type NewSecret, SecretReveal } from './secret-reveal.tsx'
import { TokenActivity } from './token-activity.tsx'
import { TokenList } from './token-list.tsx'
import { formatProducts } from './token-products.ts'
import { reasonOf, TokenStatus } from './token-status.tsx'
import { childrenOf, tokenTree } from './token-tree.ts'
import { TokenUseCard } from './token-use-card.tsx'

const route = getRouteApi('/account/tokens/$token')

export function TokenPage(): ReactNode {
  const { token: id } = route.useParams()
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const { data: products } = useSuspenseQuery(productsQuery)
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'replace' | 'revoke' | 'shrink'>()
  const [created, setCreated] = useState<NewSecret>()
  /** Shown after the dialog closed and returned the focus. */
  const replaced = useRef<NewSecret>(undefined)
  const token = tokens.find((candidate) => candidate.id === id)
  if (token === undefined) return <NotFoundPage />

  const params = { path: { token_id: id } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['tokens'] })
  const below = childrenOf(tokenTree(tokens), id)
  /** Of the dialogs that end this token and create another in its place. */
  const reissue = {
    onExecuted: async ({ result, secret }: { readonly result: AccountToken; readonly secret?: string | undefined }) => {
      if (secret === undefined) throw new TypeError('The new token has no secret.')
      replaced.current = { token: result, secret }
      await refresh()
    },
    onClose: () => setDialog(undefined),
    onDone: () => {
      setCreated(replaced.current)
      replaced.current = undefined
    },
  }
  return (
    <div className="grid gap-5">
      <BackLink />
      <PageHeader
        actions={
          token.status === 'active' && (
            <>
              <Link className={buttonClasses()} params={{ token: id }} to="/account/tokens/$token/edit">
                <Icon name="pencil" />
                {t('common.edit')}
              </Link>
              <Button onClick={() => setDialog('replace')}>{t('tokens.replace')}</Button>
              <Button onClick={() => setDialog('revoke')}>{t('common.revoke')}</Button>
            </>
          )
        }
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TokenStatus status={token.status} />
            <code>{token.prefix}…</code>
          </span>
        }
        title={token.name}
      />
      {created && <SecretReveal {...created} onStored={() => setCreated(undefined)} product={products[0]?.id} />}
      <Card>
        <Facts facts={factsOf(token, tokens, formatProducts(token, products))} />
      </Card>
      <TokenUseCard onShrink={() => setDialog('shrink')} products={products} token={token} />
      <TrustsCard token={token.id} />
      {below.length > 0 && (
        <Card description={t('tokens.children_hint')} flush title={t('tokens.children')}>
          <TokenList nodes={below} products={products} tokens={tokens} />
        </Card>
      )}
      <TokenActivity products={products} token={token} tokens={tokens} />
      {dialog === 'replace' && (
        <ConfirmDialog
          {...reissue}
          confirmLabel={t('tokens.replace')}
          call={(options: SendOptions) => {
            const body = { revision: token.revision }
            return api.POST('/api/v1/access-tokens/{token_id}/replacement', { params, body, ...options })
          }}
          summary={t('tokens.replace_hint')}
          title={t('tokens.replace_title', { name: token.name })}
        />
      )}
      {dialog === 'shrink' && (
        <ConfirmDialog
          {...reissue}
          confirmLabel={t('tokens.shrink')}
          call={(options: SendOptions) => {
            const body = { revision: token.revision }
            return api.POST('/api/v1/access-tokens/{token_id}/shrink', { params, body, ...options })
          }}
          summary={t('tokens.shrink_hint')}
          title={t('tokens.shrink_title', { name: token.name })}
        />
      )}
      {dialog === 'revoke' && (
        <ConfirmDialog
          onExecuted={refresh}
          confirmLabel={t('common.revoke')}
          onClose={() => setDialog(undefined)}
          toast={t('common.revoked_toast', { name: token.name })}
          call={(options) => api.DELETE('/api/v1/access-tokens/{token_id}', { params, ...options })}
          summary={t('tokens.revoke_hint')}
          title={t('common.revoke_title', { name: token.name })}
        />
      )}
    </div>
  )
}

function factsOf(token: AccountToken, tokens: readonly AccountToken[], products: string) {
  const parent = tokens.find(({ id }) => id === token.parent_id)
  const reason = reasonOf(token, tokens)
  const moment = (at: string) => (
    <>
      <RelativeTime at={at} /> <span className="text-muted">({formatDateTime(at)})</span>
    </>
  )
  return [
    ...(reason === undefined ? [] : [{ label: t('tokens.reason'), value: reason }]),
    { label: t('common.permissions'), value: <ScopeList scopes={token.scopes} /> },
    { label: t('common.products'), value: products },
    { label: t('limits.title'), value: <LimitList limits={token} /> },
    { label: t('networks.title'), value: describeNetworks(token) },
    { label: t('common.expires'), value: token.expires_at === null ? t('common.never') : moment(token.expires_at) },
    {
      label: t('common.last_used'),
      value:
        token.last_used_at === null ? (
          t('common.never')
        ) : (
          <>
            {moment(token.last_used_at)}
            <LastUse token={token} />
          </>
        ),
    },
    { label: t('common.created'), value: moment(token.created_at) },
    {
      label: t('tokens.parent'),
      value:
        parent === undefined ? (
          t('common.none')
        ) : (
          <Link className="link" params={{ token: parent.id }} to="/account/tokens/$token">
            {parent.name}
          </Link>
        ),
    },
  ]
}
