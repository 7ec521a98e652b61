import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, DAY_MS, type Logger, MINUTE_MS, OTHER_NAME, propertiesOf } from '@footfall/core-domain'
import { dateTime64, type Engine, integer, joinSql, type Sql, sql, text } from '@footfall/warehouse'
import { KNOWN_NAMES_MAX, NAME_KINDS, type NameKind } from './known-names.ts'
import { type ProductNames, productNames } from './name-budget.ts'
import type { TrackedProfile } from './tracked-profiles.ts'

/** The texts of an event by which reports and the catalog list it. */
export interface NamedTexts {
  /** Undefined for an event that is not a custom event. */
  readonly event: string | undefined
  readonly title: string
  readonly props: Readonly<Record<string, string>>
}

export interface Listed extends NamedTexts {
  /** Whether a name was over the budget of its network. */
  readonly isCut: boolean
}

/**
 * Decides which new names are listed. Anybody may send events, so a client network has a budget of new names for each
 * product and hour; beyond it an event counts as before, its name or title is `Other` and its new properties are left out.
 */
export interface ListedNames {
  /** Waits a moment for the names that the product had before, if they are not in memory yet: once, however many events come. */
  ready(profile: NamedProfile): Promise<void>
  /** What a browser sends. */
  limited(profile: NamedProfile, texts: NamedTexts, network: () => string, now: number): Listed
  /** What the owner sends with a key: all of it is listed, and known from then on. */
  learn(profile: NamedProfile, texts: NamedTexts): void
}

type NamedProfile = Pick<TrackedProfile, 'product' | 'owner' | 'events'>

export interface ListedNamesOptions {
  readonly engine: Pick<Engine, 'rows'>
  readonly clock: Clock
  readonly logger: Logger
  /** In memory, of all products together. */
  readonly namesMax?: number
}

/** As long as the catalog looks back. */
const LOOK_BACK_MS = 30 * DAY_MS
/** Some 100 bytes each. */
const NAMES_MAX = 500_000
const READY_WAIT_MS = 250
/** If a network is over its budget, names from other replicas are read again, at most this often. */
const READ_AGAIN_MS = 10 * MINUTE_MS
const RETRY_MS = MINUTE_MS
/** Sent by the tracker itself. */
const OF_TRACKER: Readonly<Record<'event' | 'property', readonly string[]>> = {
  event: ['Outbound Link', 'File Download', 'Form Submission', OTHER_NAME],
  property: ['url', 'form'],
}

interface Entry {
  readonly names: ProductNames
  /** The account that owns the product, or the product where nobody does. */
  owner: string
  /** The settings whose names are known. */
  settings: TrackedProfile['events'] | undefined
  /** Up to when names were read from the engine, in epoch milliseconds. */
  readTo: number | undefined
  triedAt: number
  reading: Promise<void> | undefined
  /** Of all events that come before the names were read. Over once it was waited for, so that a busy engine delays no further event. */
  waiting: Promise<void> | undefined
  size: number
}

export function listedNames({ engine, clock, logger, namesMax = NAMES_MAX }: ListedNamesOptions): ListedNames {
  const entries = new Map<string, Entry>()
  const sizes = new Map<string, number>()
  let size = 0
  let queue: Promise<void> = Promise.resolve()

  function entryOf({ product, owner: account, events }: NamedProfile): Entry {
    const owner: string = account ?? product
    const known = entries.get(product)
    const entry = known ?? newEntry(owner)
    if (entry.owner !== owner) {
      grow(entry, -entry.size)
      entry.owner = owner
    }
    // Last in the map is what was used last.
    entries.delete(product)
    entries.set(product, entry)
    if (entry.settings !== events) learnSettings(entry, events)
    return entry
  }

  function grow(entry: Entry, by: number): void {
    if (by === 0) return
    entry.size += by
    size += by
    const ofOwner = (sizes.get(entry.owner) ?? 0) + by
    if (ofOwner > 0) sizes.set(entry.owner, ofOwner)
    else sizes.delete(entry.owner)
  }

  /**
   * Beyond the limit, of the products of the account with the most names the one with the most is forgotten, of equal ones the one that
   * was used longest ago. So an account that fills the memory, with many products too, forgets its own names.
   */
  function measure(entry: Entry): void {
    grow(entry, entry.names.size - entry.size)
    while (size > namesMax) {
      const [owner] = [...sizes].reduce((most, next) => (next[1] > most[1] ? next : most))
      const own = [...entries].filter(([, other]) => other.owner === owner)
      const [product, largest] = own.reduce((most, next) => (next[1].size > most[1].size ? next : most))
      entries.delete(product)
      grow(largest, -largest.size)
    }
  }

  /** One product at a time: after a start, all of them ask. */
  function read(product: string, entry: Entry): void {
    const now = clock.now()
    entry.triedAt = now
    const since = entry.readTo === undefined ? now - LOOK_BACK_MS : entry.readTo - READ_AGAIN_MS
    const reading = queue
      .then(() => readNames(engine, product, since))
      .then(
        (rows) => {
          for (const { of_kind, name } of rows) entry.names.learn(of_kind, name)
          entry.readTo = now
          if (entries.get(product) === entry) measure(entry)
        },
        (error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown'
          logger.warn({ error: name }, 'Names of events could not be read yet: they count as new.')
        },
      )
      .finally(() => {
        entry.reading = undefined
      })
    entry.reading = reading
    queue = reading
  }

  function readAgain(product: string, entry: Entry): void {
    const wait = entry.readTo === undefined ? RETRY_MS : READ_AGAIN_MS
    if (entry.reading === undefined && clock.now() - entry.triedAt >= wait) read(product, entry)
  }

  return {
    async ready(profile) {
      const entry = entryOf(profile)
      if (entry.readTo !== undefined) return
      if (entry.triedAt === Number.NEGATIVE_INFINITY) {
        read(profile.product, entry)
        entry.waiting = atMost(READY_WAIT_MS, entry.reading)
      }
      await entry.waiting
    },
    limited(profile, texts, network, now) {
      const entry = entryOf(profile)
      const admit = (kind: NameKind, name: string) => name === '' || entry.names.admit(kind, name, network, now)
      const listed = listedOf(texts, admit)
      if (listed.isCut) readAgain(profile.product, entry)
      measure(entry)
      return listed
    },
    learn(profile, { event, title, props }) {
      const entry = entryOf(profile)
      if (event !== undefined) entry.names.learn('event', event)
      if (title !== '') entry.names.learn('title', title)
      for (const name of Object.keys(props)) entry.names.learn('property', name)
      measure(entry)
    },
  }
}

async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  const over = new AbortController()
  await Promise.race([work, delay(ms, undefined, { signal: over.signal, ref: false }).catch(() => {})])
  over.abort()
}

function listedOf(texts: NamedTexts, admit: (kind: NameKind, name: string) => boolean): Listed {
  const event = texts.event === undefined || admit('event', texts.event) ? texts.event : OTHER_NAME
  const title = admit('title', texts.title) ? texts.title : OTHER_NAME
  const left = Object.keys(texts.props).filter((name) => !admit('property', name))
  if (left.length === 0)
    return { event, title, props: texts.props, isCut: event !== texts.event || title !== texts.title }
  const props: Record<string, string> = Object.assign(Object.create(null), texts.props)
  for (const name of left) delete props[name]
  return { event, title, props, isCut: true }
}

function newEntry(owner: string): Entry {
  const names = productNames()
  for (const kind of ['event', 'property'] as const) for (const name of OF_TRACKER[kind]) names.learn(kind, name)
  names.learn('title', OTHER_NAME)
  return {
    names,
    owner,
    settings: undefined,
    readTo: undefined,
    triedAt: Number.NEGATIVE_INFINITY,
    reading: undefined,
    waiting: undefined,
    size: 0,
  }
}

function learnSettings(entry: Entry, events: TrackedProfile['events']): void {
  entry.settings = events
  for (const event of events.events) {
    entry.names.learn('event', event.name)
    for (const { name } of propertiesOf(event)) entry.names.learn('property', name)
  }
}

const NAMES_IN_ENGINE: Readonly<Record<NameKind, { readonly name: Sql; readonly condition: Sql }>> = {
  event: { name: sql`events.name`, condition: sql`events.kind = 'custom'` },
  property: { name: sql`arrayJoin(mapKeys(events.props))`, condition: sql`notEmpty(mapKeys(events.props))` },
  title: { name: sql`events.title`, condition: sql`events.title != ''` },
}

/** The names that were used most since then. */
function readNames(engine: Pick<Engine, 'rows'>, product: string, since: number) {
  const mostUsed = (kind: NameKind) => {
    const { name, condition } = NAMES_IN_ENGINE[kind]
    return sql`SELECT ${text(kind)} AS of_kind, used AS name FROM (SELECT ${name} AS used, count() AS uses FROM events
      WHERE product_id = ${text(product)} AND ts >= ${dateTime64(since)} AND ${condition}
      GROUP BY used ORDER BY uses DESC LIMIT ${integer(KNOWN_NAMES_MAX[kind] / 2)})`
  }
  return engine.rows<{ of_kind: NameKind; name: string }>(joinSql(NAME_KINDS.map(mostUsed), '\nUNION ALL\n').text, {
    purpose: 'maintenance',
  })
}
