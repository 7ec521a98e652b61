import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useProduct } from '../../../product/use-product.ts'
import { Notice } from '../../../ui/notice.tsx'
import { searchConsoleConnectionQuery } from '../queries.ts'
import { problemWords } from './connection-problem.ts'

const route = getRouteApi('/products/$product/settings/integrations')

/** What came of the visit to the provider’s page. It is said once: the address forgets it at once. */
export function ReturnNotice(): ReactNode {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [{ connected, problem }] = useState(search)
  const { data: connection } = useQuery(searchConsoleConnectionQuery(useProduct().id))
  const isSaid = search.connected === undefined && search.problem === undefined
  useEffect(() => {
    if (isSaid) return
    void navigate({ from: '/products/$product/settings/integrations', to: '.', search: {}, replace: true })
  }, [isSaid, navigate])
  if (problem !== undefined) {
    const { title, what } = problemWords(problem)
    return (
      <Notice title={title} tone="danger">
        {what}
      </Notice>
    )
  }
  if (connected === undefined || connection?.status === 'not_connected') return null
  return (
    <Notice role="status" title="Connected with Google Search Console" tone="good">
      Google ends this access when you take it back in your Google account, or disconnect here.
    </Notice>
  )
}
