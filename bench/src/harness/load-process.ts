import autocannon from 'autocannon'
import type { LoadOptions, LoadResult } from './load.ts'

const {
  url,
  method = 'GET',
  headers = {},
  body,
  connections,
  seconds,
  rate,
} = JSON.parse(process.argv[2] ?? '{}') as LoadOptions
const result = await autocannon({
  url,
  method,
  headers: { ...headers },
  connections,
  duration: seconds,
  ...(body === undefined ? {} : { body }),
  ...(rate === undefined ? {} : { overallRate: rate }),
})
const reported: LoadResult = {
  perSecond: result['2xx'] / result.duration,
  answered: result.requests.total,
  ok: result['2xx'],
  failed: result.non2xx + result.errors + result.timeouts,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
}
process.send?.(reported)
