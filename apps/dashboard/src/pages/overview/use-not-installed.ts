import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { productQueryKey } from '../../api/queries.ts'
import { firstOf } from '../../product/first-event.ts'
import { installationQuery } from '../../product/installation-queries.ts'
import { useSharedView } from '../../session/shared-view.ts'

/**
 * Whether a product without statistics waits for its first event. It stays so when the event has arrived, until the person wants to
 * see the statistics.
 */
export function useNotInstalled(product: string, isEmpty: boolean) {
  const isShared = useSharedView() !== undefined
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState<string>()
  const { data } = useQuery({ ...installationQuery(product), enabled: isEmpty && !isShared })
  if (isEmpty && data !== undefined && firstOf(data) === undefined && waiting !== product) setWaiting(product)
  return {
    isNotInstalled: waiting === product,
    view() {
      setWaiting(undefined)
      void queries.invalidateQueries({ queryKey: productQueryKey(product) })
    },
  }
}
