// node --expose-gc fill-memory.ts visits|user-agents: prints the heap growth after a flood of distinct input.
import { randomBytes } from 'node:crypto'
import { classifyCrawler } from '../../enrich/bots.ts'
import { attribute } from '../../enrich/channel.ts'
import { parsePage } from '../../enrich/url.ts'
import { describeUserAgent } from '../../enrich/user-agent.ts'
import { NO_ATTRIBUTES } from '../event-row.ts'
import { createVisitTable } from '../visits.ts'

const VISIT_BYTES = 16 * 1024 ** 2
const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }

/** 15 KB of text, different for each number. */
const longText = (n: number, length = 15_000) => `${n} `.padEnd(length, 'Mozilla/5.0 AppleWebKit/537.36 ')

function visits(): unknown {
  const table = createVisitTable(random, { bytesMax: VISIT_BYTES })
  for (let n = 0; n < 40_000; n++) {
    const url = `https://example.com/${n}/${'p'.repeat(200)}?utm_campaign=${n}${'c'.repeat(200)}&x=${'q'.repeat(1_500)}`
    const { path, query } = parsePage(url, { trailing_slash: 'keep', lowercase: false })
    const referrer = `https://site${n}.example/${'r'.repeat(300)}?${'q'.repeat(1_000)}`
    const attributes = { ...NO_ATTRIBUTES, ...attribute({ query, referrer, ownHostnames: [] }) }
    const visitor = String(10n ** 18n + BigInt(n))
    const slot = { name: visitor, visitor, identity: undefined }
    const visit = table.begin(`prd_${n % 8}`, slot, n, {
      network: String(10n ** 18n + BigInt(n)),
      entryPath: path,
      attributes,
    })
    table.step(visit, 'pageview', n)
  }
  return table
}

function userAgents(): unknown {
  for (let n = 0; n < 12_000; n++) {
    const userAgent = longText(n)
    describeUserAgent(userAgent)
    classifyCrawler(userAgent)
  }
  return undefined
}

function used(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const fill = process.argv[2] === 'visits' ? visits : userAgents
classifyCrawler('curl/8.0')
const before = used()
const kept = fill()
process.stdout.write(String(used() - before))
// Referenced here, so that the measured size includes it.
if (kept === null) process.exit(1)
