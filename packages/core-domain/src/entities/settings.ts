import { z } from 'zod'
import { EVENT_NAME_LENGTH_MAX } from '../dimensions.ts'
import { TimeZone } from '../time/time-zone.ts'
import { SUSPECTED_AUTOMATION } from '../traffic.ts'
import { CountryCode, CurrencyCode, collectedText, type Mutable, personText } from './common.ts'
import { PropertyMatch } from './property-match.ts'

/** A pattern in which `*` matches any characters. */
const Glob = personText(1024)
const Hostname = z.string().max(253)
/** Its messages are shown in forms. */
const wholeNumber = (min: number, max: number) =>
  z.int('must be a whole number').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`)

export const Domain = z.object({ hostname: Hostname, primary: z.boolean() })
export const Domains = z.object({ domains: z.array(Domain).max(50) })
export type Domains = z.infer<typeof Domains>

export const GOAL_PROPERTIES_MAX = 5

export const TrackedEvent = z.object({
  name: collectedText(EVENT_NAME_LENGTH_MAX),
  label: personText(120).optional(),
  kind: z.enum(['pageview', 'custom']),
  path_pattern: Glob.optional().meta({ description: 'Only for pageview: its paths, `*` for any run.' }),
  property: PropertyMatch.optional().meta({ description: 'Only events with this property value.' }),
  properties: z
    .array(PropertyMatch)
    .min(1)
    .max(GOAL_PROPERTIES_MAX)
    .optional()
    .meta({ description: 'Only events with all of these property values.' }),
  scroll_min: wholeNumber(1, 100)
    .optional()
    .meta({ description: 'Only for pageview: of pages scrolled to this percentage.' }),
  engaged_seconds_min: wholeNumber(1, 86_400).optional().meta({
    description: 'Only for pageview: of pages looked at for so many seconds.',
  }),
  goal: z.boolean(),
  revenue: z.boolean(),
})
export type TrackedEvent = z.infer<typeof TrackedEvent>

export const Events = z.object({
  events: z.array(TrackedEvent).max(500),
  auto_capture: z.object({
    outbound_links: z.boolean(),
    file_downloads: z.boolean(),
    form_submissions: z.boolean(),
    scroll_depth: z.boolean(),
  }),
})
export type Events = z.infer<typeof Events>

const preference = <Schema extends z.ZodType>(schema: Schema, initial: z.output<Schema>) => ({
  schema,
  initial,
})

/** How the paths of events are written when they arrive. */
export const PathRules = z.strictObject({
  trailing_slash: z.enum(['keep', 'remove']).meta({ description: 'remove: `/docs/` and `/docs` are one page.' }),
  lowercase: z.boolean().meta({ description: 'true: `/Docs` and `/docs` are one page.' }),
})
export type PathRules = z.infer<typeof PathRules>

const VISITOR_IDENTITIES = ['daily', 'identified'] as const

/**
 * Every preference except the time zone, which belongs to the product: its schema and its initial value. The
 * initial values are not defaults of zod, which would apply to a PATCH too.
 */
const PREFERENCES = {
  week_starts_on: preference(z.enum(['monday', 'sunday']).meta({ description: 'Of weeks in series.' }), 'monday'),
  default_range: preference(z.enum(['7d', '30d', '90d', '12m']).meta({ description: 'Of the dashboard.' }), '30d'),
  currency: preference(CurrencyCode, 'EUR'),
  excluded_query_params: preference(z.array(personText(120)).max(100).meta({ description: 'Left out of paths.' }), []),
  path_rules: preference(PathRules.meta({ description: 'How paths are stored from now on.' }), {
    trailing_slash: 'keep',
    lowercase: false,
  }),
  visitor_identity: preference(
    z
      .enum(VISITOR_IDENTITIES)
      .meta({ description: 'identified: events may name their visitor, known over days and devices.' }),
    'daily',
  ),
  respect_privacy_signals: preference(z.boolean().meta({ description: 'Whether GPC and DNT are respected.' }), false),
  bot_filtering: preference(z.boolean().meta({ description: 'Whether bots are left out.' }), true),
  suspected_automation: preference(
    z.enum(SUSPECTED_AUTOMATION).meta({
      description: 'Of every number, past ones too.',
    }),
    'exclude',
  ),
  retention_days: preference(wholeNumber(30, 3650).meta({ description: 'Older events are deleted.' }), 1095),
  suppression_threshold: preference(
    wholeNumber(0, 100).meta({ description: 'Numbers of fewer visitors are withheld; 0 shows all.' }),
    0,
  ),
}

function fieldsOf<Field extends 'schema' | 'initial'>(field: Field) {
  const fields = Object.entries(PREFERENCES).map(([name, preference]) => [name, preference[field]])
  return Object.fromEntries(fields) as { [Name in keyof typeof PREFERENCES]: (typeof PREFERENCES)[Name][Field] }
}

export const Preferences = z.object({ timezone: TimeZone, ...fieldsOf('schema') })
export type Preferences = z.infer<typeof Preferences>

export const Shields = z.object({
  addresses: z.array(z.object({ cidr: z.string().max(64), note: personText(200).optional() })).max(500),
  countries: z
    .array(z.object({ code: CountryCode }))
    .max(250)
    .overwrite((countries) => [...new Map(countries.map((country) => [country.code, country])).values()]),
  paths: z.array(z.object({ pattern: Glob })).max(500),
  hostnames: z.object({ mode: z.enum(['allow', 'block']), patterns: z.array(Glob).max(500) }),
  referrers: z.array(z.object({ pattern: Glob })).max(500),
  referrer_spam: z.boolean().meta({ description: 'Drops visits from sites on the list of known referrer spam.' }),
  data_centres: z.boolean().meta({ description: 'Drops events of programs on servers, by their user agent.' }),
})
export type Shields = z.infer<typeof Shields>

export const CrawlerSettings = z.object({
  enabled: z.boolean(),
  track: z.object({
    search: z.boolean(),
    ai_training: z.boolean(),
    ai_assistant: z.boolean(),
    monitoring: z.boolean(),
    other: z.boolean(),
  }),
  excluded_paths: z.array(Glob).max(500),
})
export type CrawlerSettings = z.infer<typeof CrawlerSettings>

/** The settings of a product: one document with its own revision for each section. */
export const SETTINGS = {
  domains: Domains,
  events: Events,
  preferences: Preferences,
  shields: Shields,
  crawlers: CrawlerSettings,
} as const
export type SettingsSection = keyof typeof SETTINGS
export type SettingsDocument<Section extends SettingsSection> = z.infer<(typeof SETTINGS)[Section]>

/** A settings document with its revision and the time of its last change. */
export type Settings<Section extends SettingsSection> = SettingsDocument<Section> & Mutable

/** The settings of a new product. */
export function defaultSettings(timezone: TimeZone): { [Section in SettingsSection]: SettingsDocument<Section> } {
  return {
    domains: { domains: [] },
    events: {
      events: [],
      auto_capture: { outbound_links: true, file_downloads: true, form_submissions: true, scroll_depth: true },
    },
    preferences: { timezone, ...fieldsOf('initial') },
    shields: {
      addresses: [],
      countries: [],
      paths: [],
      hostnames: { mode: 'block', patterns: [] },
      referrers: [],
      referrer_spam: true,
      data_centres: true,
    },
    crawlers: {
      enabled: true,
      track: { search: true, ai_training: true, ai_assistant: true, monitoring: true, other: true },
      excluded_paths: [],
    },
  }
}
