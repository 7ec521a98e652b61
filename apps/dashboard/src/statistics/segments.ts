import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { productQueryKey } from '../api/queries.ts'
import type { Segment } from '../api/types.ts'
import { type Filter, filtersOf } from './filters.ts'

export const segmentsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'segments'],
    queryFn: async ({ signal }) => {
      const { data } = await answer(
        api.GET('/api/v1/products/{product}/segments', { params: { path: { product } }, signal }),
      )
      return data.segments
    },
    staleTime: 60_000,
  })

interface SegmentInForce {
  readonly id: string
  /** Undefined while it loads, and for one that no longer exists. */
  readonly segment: Segment | undefined
  readonly gone: boolean
}

/** The segment whose filters hold on the page. Segments are read only where one is in force. */
export function useSegment(product: string, id: string | undefined): SegmentInForce | undefined {
  const { data } = useQuery({ ...segmentsQuery(product), enabled: id !== undefined })
  if (id === undefined) return undefined
  const segment = data?.find((candidate) => candidate.id === id)
  return { id, segment, gone: data !== undefined && segment === undefined }
}

/** Those filters of a segment that the page understands. */
export function filtersOfSegment({ filters }: Pick<Segment, 'filters'>): readonly Filter[] {
  return filtersOf(filters) ?? []
}
