import { addDays, dateIn, FIRST_LOCAL_DATE, laterDate, type PathRules, type Preferences } from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'
import { checkAll } from '../../warnings/checks.ts'
import { counted, eventsBefore, UNMEASURED } from '../../warnings/impact.ts'

/** A report covers no more days than this. */
const REPORT_DAYS_MAX = 3653

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
    warnings.push('Past days follow the new time zone too, so daily numbers change.')
  }
  if (next.currency !== current.currency) {
    warnings.push(`Revenue collected in ${current.currency} is no longer shown; amounts are not converted.`)
  }
  if (next.suppression_threshold > current.suppression_threshold) {
    warnings.push(`Numbers of fewer than ${next.suppression_threshold} visitors are withheld.`)
    warnings.push(...(await thresholdWarnings(call, next.suppression_threshold)))
  }
  const rules = pathRulesWarning(current.path_rules, next.path_rules)
  if (rules !== undefined) warnings.push(rules)
  warnings.push(...identityWarnings(current, next))
  if (current.bot_filtering && !next.bot_filtering)
    warnings.push('Bots are counted among people from the next second on.')
  if (next.suspected_automation !== current.suspected_automation)
    warnings.push(SUSPECTED_WARNINGS[next.suspected_automation])
  if (!current.respect_privacy_signals && next.respect_privacy_signals)
    warnings.push(
      'Visitors whose browsers send Global Privacy Control or Do Not Track are no longer counted; how many that is cannot be measured. The health report says how many of their events were left out.',
    )
  return warnings
}

const SUSPECTED_WARNINGS: Readonly<Record<Preferences['suspected_automation'], string>> = {
  exclude: 'Suspected automation is left out of past numbers too; the health report says how much that is.',
  include: 'Suspected automation counts in past numbers too, also in reports, alerts and shared links.',
}

/** A threshold above all visitors of a product withholds everything. */
function thresholdWarnings(call: ProductWriteCall, threshold: number): Promise<string[]> {
  const warn = (visitors: number | null) => {
    if (visitors !== null && visitors >= threshold) return undefined
    const had = visitors === null ? 'too few visitors to show' : counted(visitors, 'visitor')
    return `The last 7 days had ${had}, fewer than the threshold, so all of their numbers are withheld.`
  }
  return checkAll(call, [
    { sought: { kind: 'any' }, warn: (known) => (typeof known === 'string' ? undefined : warn(known.visitors)) },
  ])
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
        'Recognition ends: from the next second on, events that name a visitor are rejected, so pages must stop calling `identify`. The key is destroyed permanently. Stored events still count, but can no longer be assigned to a visitor, so they cannot be exported or erased by name. If you turn recognition on again, every visitor is new.',
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
