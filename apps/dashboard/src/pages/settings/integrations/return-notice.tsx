import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Notice } from '../../../ui/notice.tsx'
import { searchConsoleConnectionQuery } from '../queries.ts'
import { describeProblem } from './connection-problem.ts'

const route = getRouteApi('/products/$product/settings/integrations')

/** The result of connecting. It is shown once: the search parameters are removed. */
export function ReturnNotice(): ReactNode {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [{ connected, problem }] = useState(search)
  const { data: connection } = useQuery(searchConsoleConnectionQuery(useProduct().id))
  const isCleared = search.connected === undefined && search.problem === undefined
  useEffect(() => {
    if (isCleared) return
    void navigate({ from: '/products/$product/settings/integrations', to: '.', search: {}, replace: true })
  }, [isCleared, navigate])
  if (problem !== undefined) {
    const { title, what } = describeProblem(problem)
    return (
      <Notice title={title} tone="danger">
        {what}
      </Notice>
    )
  }
  if (connected === undefined || connection?.status === 'not_connected') return null
  return (
    <Notice role="status" title={t('settings.integrations.connected_notice')} tone="good">
      {t('settings.integrations.connected_notice_hint')}
    </Notice>
  )
}
