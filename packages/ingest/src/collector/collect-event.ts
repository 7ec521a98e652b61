import {
  type Clock,
  type CollectedEvent,
  type CollectOutcome,
  type DailySalts,
  type DropReason,
  IdentityOff,
  identifiedVisitor,
  NotFound,
  RateLimited,
  type RequestOrigin,
} from '@footfall/core-domain'
import type { EventKind, VisitAttributes } from '@footfall/warehouse'
import type { z } from 'zod'
import type { Address } from '../enrich/address.ts'
import { classifyCrawler } from '../enrich/bots.ts'
import { attribute } from '../enrich/channel.ts'
import type { CrawlerAddresses } from '../enrich/crawler-lists.ts'
import type { Geo } from '../enrich/geo.ts'
import { languageTag } from '../enrich/language.ts'
import type { Networks } from '../enrich/networks.ts'
import { screenSize } from '../enrich/screen.ts'
import { isPageAddress, type PageAddress, parsePage } from '../enrich/url.ts'
import { describeUserAgent } from '../enrich/user-agent.ts'
import type { EventLog } from '../log/log.ts'
import { eventRecord, type LogRecord } from '../log/records.ts'
import type { Bursts } from './bursts.ts'
import type { Counters } from './counters.ts'
import { byAddress, crawlerRecord } from './crawl-hits.ts'
import type { SaltCache } from './daily-salts.ts'
import type { ErrorBudget } from './error-budget.ts'
import { eventColumns, eventTexts, kindOf, propsText } from './event-row.ts'
import type { Budgets } from './hourly-budget.ts'
import type { ListedNames, NamedTexts } from './listed-names.ts'
import { isPageReport, type PageReportColumns, pageReportColumns } from './page-report.ts'
import { type Pseudonyms, pseudonymsOf, recognizeIdentified, recognizeVisitor } from './recognize-visitor.ts'
import { parsedOnce } from './senders.ts'
import type { ProfileCache, TrackedProfile } from './tracked-profiles.ts'
import { addEvidence, type MovedVisit, undoAll } from './traffic.ts'
import type { Visit, VisitStep, Visits, VisitTable } from './visits.ts'

export type EventInput = z.output<typeof CollectedEvent>

export interface CollectorDependencies {
  readonly log: EventLog
  readonly profiles: ProfileCache
  readonly salts: SaltCache
  readonly geo: Geo
  readonly crawlerAddresses: CrawlerAddresses
  readonly clock: Clock
  readonly counters: Counters
  readonly visits: VisitTable
  readonly budgets: Budgets
  readonly errorBudget: ErrorBudget
  readonly names: ListedNames
  readonly networks: Networks
  readonly bursts: Bursts
  readonly onEvent?: ((account: string) => void) | undefined
}

/** What taking an event needs; visits are the live ones, or those of any instant. */
export interface TakingDependencies
  extends Pick<
    CollectorDependencies,
    'geo' | 'crawlerAddresses' | 'counters' | 'budgets' | 'errorBudget' | 'names' | 'networks' | 'bursts'
  > {
  readonly visits: Visits
}

/** Events that the tracker sends automatically, and the setting of each. */
const AUTOMATIC: ReadonlyMap<string, 'outbound_links' | 'file_downloads' | 'form_submissions'> = new Map([
  ['Outbound Link', 'outbound_links'],
  ['File Download', 'file_downloads'],
  ['Form Submission', 'form_submissions'],
])

/** An event whose product and visitor are known. */
export interface Incoming {
  readonly profile: TrackedProfile
  readonly event: Omit<EventInput, 'product'>
  readonly origin: RequestOrigin
  readonly pseudonyms: Pseudonyms
  readonly address: () => Address | undefined
  readonly identity: string | undefined
  readonly report: PageReportColumns
  /** Of the day on which it happened, and of the day before. */
  readonly salts: DailySalts
  /** When it happened, and when it came. */
  readonly at: number
  readonly now: number
  /** Who chose its names: a visitor’s browser, whose network has a budget of new ones, or the owner. */
  readonly namedBy: 'visitor' | 'owner'
  /** The hash of the id that its sender gave it. */
  readonly eventId?: string | undefined
}

/** The result of an event: a row of a visit, with the visits that change their class with it, or only the record of a crawler hit. */
export type Taken =
  | { readonly row: LogRecord; readonly visit: Visit; readonly moved: readonly MovedVisit[] }
  | { readonly dropped: DropReason; readonly hit: LogRecord | undefined }

export async function collectEvent(
  dependencies: CollectorDependencies,
  input: EventInput,
  origin: RequestOrigin,
): Promise<CollectOutcome> {
  const profile = await dependencies.profiles.find(input.product)
  if (!profile) throw new NotFound()
  dependencies.onEvent?.(profile.owner ?? profile.product)
  const identity = identityOf(profile, input)
  const report = reportOf(input)
  await dependencies.names.ready(profile)
  const { salts, nowMs: now } = await dependencies.salts.now()

  // No await between here and the append, so the steps of a visit are taken in the order in which they are written.
  assertWithinBudget(dependencies, profile.product, now)
  if (origin.proxy) dependencies.counters.proxied(profile.product, origin.proxy, now)
  const pseudonyms = pseudonymsOf({ product: profile.product, address: origin.address, userAgent: origin.userAgent })
  const sender = { origin, pseudonyms, address: parsedOnce(origin.address), identity }
  const taken = takeEvent(dependencies, {
    profile,
    event: input,
    ...sender,
    report,
    salts,
    at: now,
    now,
    namedBy: 'visitor',
  })
  if ('dropped' in taken) {
    if (taken.hit) await dependencies.log.append([taken.hit])
    return { accepted: false, reason: taken.dropped }
  }
  await dependencies.log.append(recordsOf(taken), () => {
    undoAll(taken.moved)
    dependencies.visits.forget(taken.visit)
  })
  return { accepted: true }
}

/** What is written of a taken event. A visit changes its class before the event that changes it is there. */
export function recordsOf({ row, moved }: Extract<Taken, { readonly row: LogRecord }>): readonly LogRecord[] {
  return [...moved.map(({ record }) => record), row]
}

/** Adds an event to its visit, and counts it against the budget of its product. The caller appends the row. */
export function takeEvent(dependencies: TakingDependencies, incoming: Incoming): Taken {
  const { profile, event, origin, pseudonyms, identity, salts, at, now } = incoming
  const { name, title } = eventTexts(event.name, event.title)
  const kind = kindOf(name)
  const spend = ({ text }: LogRecord) => dependencies.budgets.spend(profile.product, text, now)
  const drop = (dropped: DropReason, hit?: LogRecord): Taken => {
    dependencies.counters.rejected(profile.product, dropped, now)
    return { dropped, hit }
  }

  if (!isPageAddress(event.url)) return drop('not_a_page')
  const page = parsePage(event.url, profile.preferences.path_rules)
  const crawler = profile.preferences.bot_filtering ? classifyCrawler(origin.userAgent) : undefined
  if (crawler) {
    const verified = byAddress(dependencies.crawlerAddresses, crawler, origin.address)
    const hit = { ...crawler, page, at, status: 0, seenBy: 'collector', verified } as const
    const hitRecord = kind === 'pageview' ? crawlerRecord(profile, hit) : undefined
    if (hitRecord) spend(hitRecord)
    return drop('bot', hitRecord)
  }
  const reason = dropReason(dependencies.geo, page, name, incoming)
  if (reason) return drop(reason)

  const { visits } = dependencies
  const { slot, visit: current } =
    identity === undefined
      ? recognizeVisitor(visits, salts, profile.product, pseudonyms, at)
      : recognizeIdentified(visits, salts, profile.product, pseudonyms, identity, at)
  if (!current && kind === 'engagement') return drop('engagement_without_visit')
  const visit =
    current ??
    visits.begin(profile.product, slot, at, {
      account: profile.owner,
      network: pseudonyms.network(salts),
      entryPath: page.path,
      attributes: attributesOf(dependencies.geo, profile, page, event, origin),
    })
  const network = () => pseudonyms.network(salts)
  const kept = keptReport(dependencies.errorBudget, profile.product, incoming.report, network, now)
  if (kept === 'over_budget') return drop(kept)
  const sent = { ...incoming, product: profile.product, isOfBrowser: incoming.namedBy === 'visitor' }
  const moved = addEvidence(dependencies, sent, { visit, isNew: current === undefined, kind, path: page.path })
  const step = isPageReport(name) ? unmoved(visit) : visits.step(visit, kind, at, event.interactive)
  const listed = listedTexts(dependencies, incoming, { event: kind === 'custom' ? name : undefined, title }, network)
  const texts = { name: listed.event ?? name, title: listed.title, props: listed.props }
  const facts = { ...factsOf(profile, event, page, kind), ...texts, at, report: kept, id: incoming.eventId }
  const row = eventRecord(eventColumns(facts, step, identity), visit.attributes)
  spend(row)
  return { row, visit, moved }
}

function listedTexts(
  { names, counters }: TakingDependencies,
  { profile, event, namedBy, now }: Incoming,
  named: Pick<NamedTexts, 'event' | 'title'>,
  network: () => string,
): NamedTexts {
  const texts = { ...named, props: propsText(event.props) }
  if (namedBy === 'owner') {
    names.learn(profile, texts)
    return texts
  }
  const listed = names.limited(profile, texts, network, now)
  if (listed.isCut) counters.unlisted(profile.product, now)
  return listed
}

/** A visit that a row belongs to without being a part of it: a report neither begins nor extends one. */
function unmoved(visit: Visit): VisitStep {
  return { visit, visit_starts: 0, pv_seq: 0, unbounce: 0, gap_ms: 0 }
}

/** The stack of an error is kept once an hour: it is the same in every report of it. */
function keptReport(
  budget: ErrorBudget,
  product: string,
  report: PageReportColumns,
  network: () => string,
  now: number,
): PageReportColumns | 'over_budget' {
  if (report.error === undefined) return report
  const admission = budget.admit(product, report.error, network, now)
  if (admission === 'rejected') return 'over_budget'
  return admission === 'first' ? report : { ...report, error_stack: '' }
}

/** The report of a page. Throws `InvalidRequest` for a report without its content. */
export function reportOf(event: Incoming['event']): PageReportColumns {
  const { vitals, error, watches_errors } = event
  return pageReportColumns({ name: eventTexts(event.name, undefined).name, vitals, error, watches_errors })
}

/** The pseudonym of the visitor whom an event names. */
export function identityOf(
  { visitorKey }: TrackedProfile,
  { visitor }: Pick<EventInput, 'visitor'>,
): string | undefined {
  if (visitor === undefined) return undefined
  if (visitorKey === undefined) throw new IdentityOff()
  return identifiedVisitor(visitorKey, visitor)
}

export function assertWithinBudget({ budgets, counters }: CollectorDependencies, product: string, now: number): void {
  const waitMs = budgets.exhaustedFor(product, now)
  if (waitMs === undefined) return
  counters.rejected(product, 'over_budget', now)
  const seconds = Math.ceil(waitMs / 1000)
  throw new RateLimited(seconds, {
    detail: `The hourly budget of this product is used up; try again in ${seconds} s.`,
  })
}

function dropReason(
  geo: Geo,
  page: PageAddress,
  name: string,
  { profile, event, origin, address }: Incoming,
): DropReason | undefined {
  const automatic = AUTOMATIC.get(name)
  if (automatic && !profile.events.auto_capture[automatic]) return 'auto_capture_off'
  if (profile.preferences.respect_privacy_signals && (origin.privacySignal || event.privacy_signal))
    return 'privacy_signal'
  return profile.shieldedBy({
    address,
    hostname: page.hostname,
    path: page.path,
    referrer: event.referrer,
    userAgent: origin.userAgent,
    country: () => geo.lookup(origin.address).country,
  })
}

function attributesOf(
  geo: Geo,
  profile: TrackedProfile,
  page: PageAddress,
  event: Incoming['event'],
  origin: RequestOrigin,
): VisitAttributes {
  return {
    ...attribute({
      query: page.query,
      referrer: event.referrer,
      ownHostnames: [page.hostname, ...profile.ownHostnames],
      excludedParams: profile.preferences.excluded_query_params,
    }),
    ...geo.lookup(origin.address),
    ...describeUserAgent(origin.userAgent, event.hints ?? origin.hints),
    language: languageTag(origin.language),
    screen_size: screenSize(event.width),
  }
}

function factsOf(profile: TrackedProfile, event: Incoming['event'], page: PageAddress, kind: EventKind) {
  const engagement = kind === 'engagement'
  return {
    product: profile.product,
    kind,
    hostname: page.hostname,
    path: page.path,
    engagedMs: engagement ? event.engaged_ms : 0,
    scroll: engagement && profile.events.auto_capture.scroll_depth ? event.scroll : 0,
    revenue: event.revenue,
    version: event.version,
  }
}
