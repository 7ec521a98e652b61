import { type CrawlerHit, type IntakeTurns, KNOWN_CRAWLERS, knownCrawler } from '@footfall/core-domain'
import type { CrawlerHitRow } from '@footfall/warehouse'
import type { z } from 'zod'
import { type Crawler, classifyCrawler } from '../enrich/bots.ts'
import type { CrawlerAddresses, Verdict } from '../enrich/crawler-lists.ts'
import { isPageAddress, type PageAddress, parsePage } from '../enrich/url.ts'
import { type LogRecord, record } from '../log/records.ts'
import type { UsedSignature } from '../signatures/seen-signatures.ts'
import {
  type SignatureDependencies,
  type SignatureVerdict,
  type SignedRequest,
  signatureVerdict,
  signerOf,
} from '../signatures/verify-signature.ts'
import { occurredAt, toSeconds } from './instants.ts'
import type { TrackedProfile } from './tracked-profiles.ts'

interface Sighting extends Crawler {
  readonly page: PageAddress
  readonly at: number
  readonly status: number
  readonly seenBy: CrawlerHitRow['seen_by']
  readonly verified: Verdict
}

/** The record of a crawler’s hit; undefined when the product does not track it. */
export function crawlerRecord(profile: TrackedProfile, hit: Sighting): LogRecord | undefined {
  if (!isTracked(profile, hit, hit.page)) return undefined
  return record('crawler_hits', {
    product_id: profile.product,
    ts: toSeconds(hit.at),
    crawler: hit.crawler,
    purpose: hit.purpose,
    hostname: hit.page.hostname,
    path: hit.page.path,
    status: hit.status,
    seen_by: hit.seenBy,
    verified: hit.verified === null ? 'unknown' : hit.verified ? 'true' : 'false',
  })
}

function isTracked(profile: TrackedProfile, { purpose }: Crawler, { path }: PageAddress): boolean {
  const { enabled, track } = profile.crawlers
  return enabled && track[purpose] && !profile.isCrawlerExcluded(path)
}

type Hit = z.output<typeof CrawlerHit>

export interface VerificationDependencies {
  readonly addresses: CrawlerAddresses
  /** Undefined where signatures are not verified. */
  readonly signatures: SignatureDependencies | undefined
}

/** What a server’s hits become. */
export interface IntakeRecords {
  readonly records: LogRecord[]
  /** Signatures that these used up. */
  readonly used: readonly UsedSignature[]
}

/** A signature takes a tenth of a millisecond. */
const HITS_PER_TURN = 50

/** Records of a web server’s log, some of them in each turn. Hits of people are skipped: their browsers report them. */
export async function intakeRecords(
  dependencies: VerificationDependencies,
  profile: TrackedProfile,
  hits: readonly Hit[],
  { now, turns }: { readonly now: number; readonly turns?: IntakeTurns | undefined },
): Promise<IntakeRecords> {
  const records: LogRecord[] = []
  const used: UsedSignature[] = []
  for (const [index, hit] of hits.entries()) {
    if (index > 0 && index % HITS_PER_TURN === 0) await turns?.next()
    const named = classifyCrawler(hit.user_agent)
    const crawler = named ?? unnamedSigner(hit)
    if (!crawler || !isPageAddress(hit.url)) continue
    const at = occurredAt(hit.occurred_at, now)
    const page = parsePage(hit.url, profile.preferences.path_rules)
    if (!isTracked(profile, crawler, page)) continue
    const signed = await bySignature(dependencies, crawler, hit, at)
    if (signed.used) used.push(signed.used)
    // Anybody can send the header of a signer; only the signature makes a browser a crawler.
    if (!named && signed.verdict !== true) continue
    const verified = eitherOf(signed.verdict, byAddress(dependencies.addresses, crawler, hit.ip))
    const { status = 0 } = hit
    const one = crawlerRecord(profile, { ...crawler, page, at, status, seenBy: 'intake', verified })
    if (one) records.push(one)
  }
  return { records, used }
}

/** The verdict on the address of a hit; null without one. */
export function byAddress(addresses: CrawlerAddresses, { crawler }: Crawler, address: string | undefined): Verdict {
  return address === undefined ? null : addresses.verdict(crawler, address)
}

/** One proof suffices. */
function eitherOf(one: Verdict, other: Verdict): Verdict {
  return one === true || other === true ? true : (one ?? other)
}

async function bySignature(
  { signatures }: VerificationDependencies,
  { crawler }: Crawler,
  hit: Hit,
  at: number,
): Promise<SignatureVerdict> {
  const signer = knownCrawler(crawler)?.signer
  const request = signedRequest(hit, at)
  if (signatures === undefined || signer === undefined || request === undefined) return { verdict: null }
  return signatureVerdict(signatures, request, signer)
}

function signedRequest(hit: Hit, at: number): SignedRequest | undefined {
  const { signature, signature_input: signatureInput, signature_agent: signatureAgent } = hit
  if (signature === undefined || signatureInput === undefined) return undefined
  const { url, user_agent: userAgent, method = 'GET', headers = {} } = hit
  return { method, url, userAgent, signature, signatureInput, signatureAgent, headers, at }
}

/** Crawlers with the user agent of a browser, by the signer that names them. */
const UNNAMED: ReadonlyMap<string, Crawler> = new Map(
  KNOWN_CRAWLERS.flatMap(({ crawler, purpose, token, signer }) =>
    token === undefined && signer !== undefined ? [[signer, { crawler, purpose }]] : [],
  ),
)

function unnamedSigner({ signature_agent: agent }: Hit): Crawler | undefined {
  const signer = signerOf(agent)
  return signer === undefined ? undefined : UNNAMED.get(signer)
}
