import {
  addDays,
  conditionsOf,
  type Domains,
  dateIn,
  type Events,
  FIRST_LOCAL_DATE,
  type FilterCondition,
  laterDate,
  type PathRules,
  type Preferences,
  type Shields,
} from '@footfall/core-domain'
import type { ProductWriteCall } from '../definition/index.ts'
import { conversionsPerMonth, counted, eventsBefore, visitorsPerWeek } from '../impact.ts'

/** Each warning asks the engine; a preview of hundreds of removals need not. */
const MEASURED_MAX = 10
/** A report covers no more days than this. */
const REPORT_DAYS_MAX = 3653
const UNMEASURED = 'how much that is could not be measured now'

/** Hostnames that leave the list. */
export async function domainWarnings(call: ProductWriteCall, current: Domains, next: Domains): Promise<string[]> {
  const kept = new Set(next.domains.map(({ hostname }) => hostname))
  const removed = current.domains.map(({ hostname }) => hostname).filter((hostname) => !kept.has(hostname))
  return measuredAll(removed, async (hostname) => {
    const visitors = await visitorsPerWeek(call, [{ dimension: 'hostname', operator: 'is', values: [hostname] }])
    if (visitors === undefined) return `Removing ${hostname} takes it off the product’s list; ${UNMEASURED}.`
    if (visitors === 0) return undefined
    return `Removing ${hostname}, which had ${counted(visitors, 'visitor')} in the last 7 days: its events are no longer told apart as the product’s own, and its links count as referrals.`
  })
}

/** Goals that stop being goals. */
export async function eventWarnings(call: ProductWriteCall, current: Events, next: Events): Promise<string[]> {
  const goals = new Set(next.events.filter(({ goal }) => goal).map(({ name }) => name))
  const lost = current.events.filter(({ goal, name }) => goal && !goals.has(name)).map(({ name }) => name)
  const warnings = await measuredAll(lost, async (name) => {
    const conversions = await conversionsPerMonth(call, name)
    if (conversions === undefined) return `“${name}” is no longer a goal; ${UNMEASURED}.`
    return `“${name}” is no longer a goal; it had ${counted(conversions, 'conversion')} in the last 30 days.`
  })
  const funnels = await call.store.funnels.list(call.product.id, { limit: 200 })
  const tracked = new Set(next.events.map(({ name }) => name))
  const removed = current.events.map(({ name }) => name).filter((name) => !tracked.has(name))
  for (const { name, steps } of funnels.rows) {
    const step = steps.find(({ kind, match }) => kind === 'event' && removed.includes(match))
    if (step !== undefined)
      warnings.push(`The funnel “${name}” has a step “${step.match}”, which is no longer tracked.`)
    const goal = steps.find(({ kind, match }) => kind === 'goal' && lost.includes(match))
    if (goal !== undefined)
      warnings.push(`The funnel “${name}” has the goal “${goal.match}” as a step, and has no results without it.`)
  }
  for (const { name, filters } of await call.store.segments.list(call.product.id)) {
    const goal = lost.find((one) => conditionsOf(filters).some((condition) => isAboutGoal(condition, one)))
    if (goal !== undefined)
      warnings.push(`The segment “${name}” asks for the goal “${goal}”, and is refused without it.`)
  }
  const scrolled = next.events.filter(({ goal, scroll_min }) => goal && scroll_min !== undefined)
  if (!next.auto_capture.scroll_depth) {
    for (const { name } of scrolled)
      warnings.push(`“${name}” asks how far visitors scrolled, which is not captured: no new view reaches it.`)
  }
  return warnings
}

function isAboutGoal({ dimension, operator, values }: FilterCondition, goal: string): boolean {
  return dimension === 'goal' && operator === 'is' && values.includes(goal)
}

/** What a preference deletes or hides. */
export async function preferenceWarnings(
  call: ProductWriteCall,
  current: Preferences,
  next: Preferences,
): Promise<string[]> {
  const warnings: string[] = []
  if (next.retention_days < current.retention_days) {
    const today = dateIn(call.product.timezone, call.clock.now())
    const events = await eventsBefore(call, {
      from: laterDate(FIRST_LOCAL_DATE, addDays(today, -Math.min(current.retention_days, REPORT_DAYS_MAX - 1))),
      to: addDays(today, -next.retention_days - 1),
    })
    warnings.push(
      `Everything older than ${next.retention_days} days is deleted for good: ${events === undefined ? UNMEASURED : `${counted(events, 'event')}`}.`,
    )
  }
  if (next.timezone !== current.timezone) {
    warnings.push('Days of the past are cut in the new time zone too, so daily numbers change.')
  }
  if (next.currency !== current.currency) {
    warnings.push(`Revenue collected in ${current.currency} is no longer shown; amounts are not converted.`)
  }
  if (next.suppression_threshold > current.suppression_threshold) {
    warnings.push(`Numbers of fewer than ${next.suppression_threshold} visitors are withheld.`)
  }
  const rules = pathRulesWarning(current.path_rules, next.path_rules)
  if (rules !== undefined) warnings.push(rules)
  warnings.push(...identityWarnings(current, next))
  if (current.bot_filtering && !next.bot_filtering)
    warnings.push('Bots are counted among people from the next second on.')
  if (!current.respect_privacy_signals && next.respect_privacy_signals)
    warnings.push(
      'Visitors whose browsers send Global Privacy Control or Do Not Track are no longer counted; how many that is cannot be measured. The health report says how many of their events were left out.',
    )
  return warnings
}

function identityWarnings(current: Preferences, next: Preferences): readonly string[] {
  if (next.visitor_identity === current.visitor_identity) return []
  switch (next.visitor_identity) {
    case 'identified':
      return [
        'Events may name their visitor, and a named visitor is recognized on every day and device: that is personal data. In most countries it needs the visitor’s consent or another legal basis, and a line in your privacy policy. Call `identify` only for visitors whom it covers. Names are kept only as a hash under a key of this product; visitors without a name stay anonymous and new each day.',
      ]
    case 'daily':
      return [
        'Recognition ends: from the next second on, events that name a visitor are refused, so pages must stop calling `identify`. The key is destroyed for good. Events that are kept still count, but nobody can tell any more whose they are, so they can no longer be exported or erased by name. Turned on again, every visitor is new.',
      ]
  }
}

function pathRulesWarning(current: PathRules, next: PathRules): string | undefined {
  const changes = [
    ...(next.trailing_slash === current.trailing_slash
      ? []
      : [next.trailing_slash === 'remove' ? 'without their trailing slash' : 'with their trailing slash']),
    ...(next.lowercase === current.lowercase ? [] : [next.lowercase ? 'in lower case' : 'in the case that was sent']),
  ]
  if (changes.length === 0) return undefined
  return `Paths are stored ${changes.join(' and ')} from the next second on. Past paths stay. Goals, funnels and shields must match the paths as they are stored.`
}

/** What new shields stop counting, as far as stored data can tell; addresses are not stored. */
export async function shieldWarnings(call: ProductWriteCall, current: Shields, next: Shields): Promise<string[]> {
  const added = <Item>(now: readonly Item[], before: readonly Item[], keyOf: (item: Item) => string) => {
    const known = new Set(before.map(keyOf))
    return now.map(keyOf).filter((key) => !known.has(key))
  }
  const stops = (what: string, visitors: number | undefined) =>
    visitors === undefined
      ? `Stops counting ${what}; ${UNMEASURED}.`
      : visitors === 0
        ? undefined
        : `Stops counting ${what}: ${counted(visitors, 'visitor')} in the last 7 days.`
  const countries = await measuredAll(
    added(next.countries, current.countries, ({ code }) => code),
    async (code) =>
      stops(
        `visitors from ${code}`,
        await visitorsPerWeek(call, [{ dimension: 'country', operator: 'is', values: [code] }]),
      ),
  )
  const paths = await measuredAll(
    added(next.paths, current.paths, ({ pattern }) => pattern),
    async (pattern) =>
      stops(
        `pages at ${pattern}`,
        await visitorsPerWeek(call, [{ dimension: 'page', operator: 'matches', values: [pattern] }]),
      ),
  )
  const referrers = await measuredAll(
    added(next.referrers, current.referrers, ({ pattern }) => pattern),
    async (pattern) =>
      stops(
        `visits from ${pattern}`,
        await visitorsPerWeek(call, [{ dimension: 'referrer', operator: 'matches', values: [pattern] }]),
      ),
  )
  const addresses = added(next.addresses, current.addresses, ({ cidr }) => cidr)
  return [
    ...countries,
    ...paths,
    ...referrers,
    ...(addresses.length > 0
      ? [`Stops counting ${addresses.join(', ')}; addresses are not stored, so how much that is cannot be measured.`]
      : []),
    ...(await hostnameWarning(call, current, next)),
    ...listWarnings(current, next),
  ]
}

function listWarnings(current: Shields, next: Shields): readonly string[] {
  const spam = next.referrer_spam
    ? 'Stops counting visits from known referrer spam.'
    : 'Counts visits from known referrer spam from the next second on.'
  const programs = next.data_centres
    ? 'Stops counting programs in data centers; user agents are not stored, so how much that is cannot be measured.'
    : 'Counts programs in data centers among people from the next second on.'
  return [
    ...(next.referrer_spam === current.referrer_spam ? [] : [spam]),
    ...(next.data_centres === current.data_centres ? [] : [programs]),
  ]
}

async function hostnameWarning(call: ProductWriteCall, current: Shields, next: Shields): Promise<string[]> {
  const { mode, patterns } = next.hostnames
  if (patterns.length === 0 || JSON.stringify(next.hostnames) === JSON.stringify(current.hostnames)) return []
  // Without an operator that negates globs, what an allow list leaves out is everything less what it lets in.
  const matching = await visitorsPerWeek(call, [
    { dimension: 'hostname', operator: 'matches', values: patterns.slice(0, 100) },
  ])
  const all = mode === 'allow' ? await visitorsPerWeek(call, []) : 0
  if (matching === undefined || all === undefined) return [`Changes which hostnames are counted; ${UNMEASURED}.`]
  const lost = mode === 'allow' ? Math.max(0, all - matching) : matching
  return lost === 0 ? [] : [`Stops counting hostnames that ${counted(lost, 'visitor')} came to in the last 7 days.`]
}

async function measuredAll(
  names: readonly string[],
  warn: (name: string) => Promise<string | undefined>,
): Promise<string[]> {
  const warnings: string[] = []
  for (const name of names.slice(0, MEASURED_MAX)) {
    const warning = await warn(name)
    if (warning !== undefined) warnings.push(warning)
  }
  if (names.length > MEASURED_MAX) warnings.push(`And ${names.length - MEASURED_MAX} more, which were not measured.`)
  return warnings
}
