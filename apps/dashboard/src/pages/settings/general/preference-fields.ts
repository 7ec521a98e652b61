import type { Preferences } from '../../../api/types.ts'
import { PERIOD_TABLE, preferredPeriod } from '../../../statistics/periods.ts'
import { formatZone, timeZones } from '../../../statistics/time-zones.ts'
import type { Option } from '../../../ui/field.tsx'

export type PreferenceName = Exclude<keyof Preferences, 'revision' | 'updated_at'>

interface PreferenceField {
  readonly label: string
  readonly hint?: string
  readonly control:
    | { readonly kind: 'select'; readonly options: () => readonly Option[] }
    | { readonly kind: 'code'; readonly length: number }
    | { readonly kind: 'number'; readonly unit: string }
    | { readonly kind: 'checkbox' }
    | { readonly kind: 'lines' }
}

const PATH_RULES = [
  { trailing_slash: 'keep', lowercase: false, label: 'As they are' },
  { trailing_slash: 'remove', lowercase: false, label: 'Without trailing slash' },
  { trailing_slash: 'keep', lowercase: true, label: 'In lower case' },
  { trailing_slash: 'remove', lowercase: true, label: 'Without trailing slash, in lower case' },
] as const

/** Path rules as the value of one choice. */
export function pathRulesText({ trailing_slash, lowercase }: Preferences['path_rules']): string {
  return `${trailing_slash} ${lowercase ? 'lowercase' : 'case'}`
}

/** The path rules that a choice stands for. */
export function toPathRules(text: string): Preferences['path_rules'] {
  const { trailing_slash, lowercase } = PATH_RULES.find((rules) => pathRulesText(rules) === text) ?? PATH_RULES[0]
  return { trailing_slash, lowercase }
}

/** Every preference, in the order of the page. This table is all that a new preference needs here. */
export const PREFERENCE_FIELDS: Readonly<Record<PreferenceName, PreferenceField>> = {
  timezone: {
    label: 'Time zone',
    hint: 'Days begin at midnight in this time zone. A change also applies to past figures.',
    control: { kind: 'select', options: () => timeZones().map((zone) => ({ value: zone, label: formatZone(zone) })) },
  },
  currency: {
    label: 'Currency',
    hint: 'Revenue is reported in this currency: three letters, such as EUR.',
    control: { kind: 'code', length: 3 },
  },
  week_starts_on: {
    label: 'Weeks begin on',
    control: {
      kind: 'select',
      options: () => [
        { value: 'monday', label: 'Monday' },
        { value: 'sunday', label: 'Sunday' },
      ],
    },
  },
  default_range: {
    label: 'Default range',
    hint: 'The days that statistics pages show first.',
    control: {
      kind: 'select',
      options: () =>
        (['7d', '30d', '90d', '12m'] as const).map((value) => ({
          value,
          label: PERIOD_TABLE[preferredPeriod({ default_range: value })].label,
        })),
    },
  },
  retention_days: {
    label: 'Keep events for (days)',
    hint: 'Older events are deleted permanently. From 30 to 3650 days.',
    control: { kind: 'number', unit: 'days' },
  },
  suppression_threshold: {
    label: 'Withhold below (visitors)',
    hint: 'Figures of fewer visitors are withheld to protect privacy. With 0, every figure is shown.',
    control: { kind: 'number', unit: 'visitors' },
  },
  path_rules: {
    label: 'Paths',
    hint: 'Pages whose paths become equal are counted as one page. Past paths stay as they are.',
    control: {
      kind: 'select',
      options: () => PATH_RULES.map(({ label, ...rules }) => ({ value: pathRulesText(rules), label })),
    },
  },
  bot_filtering: {
    label: 'Exclude bots',
    hint: 'Events of bots are not counted. The crawler report shows known crawlers.',
    control: { kind: 'checkbox' },
  },
  excluded_query_params: {
    label: 'Query parameters to remove',
    hint: 'One per line. They are removed from URLs before events are stored. Campaign parameters are kept.',
    control: { kind: 'lines' },
  },
}

export const PREFERENCE_NAMES = Object.keys(PREFERENCE_FIELDS) as readonly PreferenceName[]
