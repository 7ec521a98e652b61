import type { Alert, AlertRule } from '../../../api/types.ts'
import {
  describeTargetValues,
  NO_TARGET,
  type TargetValues,
  toTargetValues,
} from '../../../deliveries/target-values.ts'
import type { DescribedField } from '../../../forms/conflict-choice.tsx'
import { t } from '../../../messages/messages.ts'

export const RULE_KINDS = ['spike', 'drop', 'goal', 'silent', 'errors'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export const MEASURES = ['errors', 'lcp', 'inp', 'cls', 'ttfb', 'fcp'] as const
export type Measure = (typeof MEASURES)[number]

/** Values of the alert form; numbers as typed. */
export interface AlertValues {
  readonly name: string
  readonly kind: RuleKind
  readonly span: 'hour' | 'day'
  readonly percent: string
  readonly minimum: string
  readonly goal: string
  readonly count: string
  readonly hours: string
  readonly measure: Measure
  readonly limit: string
  readonly target: TargetValues
  readonly enabled: boolean
}

const DEFAULTS: Readonly<Record<RuleKind, Pick<AlertValues, 'percent' | 'minimum'>>> = {
  spike: { percent: '100', minimum: '50' },
  drop: { percent: '50', minimum: '100' },
  goal: { percent: '', minimum: '' },
  silent: { percent: '', minimum: '' },
  errors: { percent: '', minimum: '' },
}

export const NEW_ALERT: AlertValues = {
  name: '',
  kind: 'spike',
  span: 'hour',
  ...DEFAULTS.spike,
  goal: '',
  count: '10',
  hours: '3',
  measure: 'errors',
  limit: '50',
  target: NO_TARGET,
  enabled: true,
}

/** Another kind begins with its usual numbers. */
export function withKind(values: AlertValues, kind: RuleKind): AlertValues {
  return { ...values, kind, ...DEFAULTS[kind] }
}

export function toAlertValues({ name, rule, target, enabled }: Alert): AlertValues {
  const base = { ...withKind(NEW_ALERT, rule.kind), name, target: toTargetValues(target), enabled }
  switch (rule.kind) {
    case 'spike':
    case 'drop':
      return { ...base, span: rule.span, percent: String(rule.percent), minimum: String(rule.minimum) }
    case 'goal':
      return { ...base, goal: rule.goal, count: String(rule.count) }
    case 'errors':
      return { ...base, span: rule.span, measure: rule.measure, limit: String(rule.limit) }
    case 'silent':
      return { ...base, hours: String(rule.hours) }
  }
}

/** The rule for the API. Text that is not a number is sent as `NaN`, which the service refuses. */
export function ruleOf(values: AlertValues): AlertRule {
  const { kind, span, percent, minimum, goal, count, hours, measure, limit } = values
  switch (kind) {
    case 'spike':
    case 'drop':
      return { kind, span, percent: numberOf(percent), minimum: numberOf(minimum) }
    case 'goal':
      return { kind, goal, count: numberOf(count) }
    case 'errors':
      return { kind, span, measure, limit: numberOf(limit) }
    case 'silent':
      return { kind, hours: numberOf(hours) }
  }
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** When an alert tells, as a sentence. */
export function describeRule(rule: AlertRule): string {
  switch (rule.kind) {
    case 'spike':
    case 'drop':
      return t(`settings.alerts.rule_${rule.kind}_${rule.span}`, { percent: rule.percent, minimum: rule.minimum })
    case 'goal':
      return t('settings.alerts.rule_goal', { goal: rule.goal, count: rule.count })
    case 'errors':
      return describeErrorsRule(rule)
    case 'silent':
      return t('settings.alerts.rule_silent', { hours: rule.hours })
  }
}

function describeErrorsRule({ measure, limit, span }: Extract<AlertRule, { kind: 'errors' }>): string {
  if (measure === 'errors') return t(`settings.alerts.rule_errors_${span}`, { count: limit })
  const value = measure === 'cls' ? String(limit) : t('format.milliseconds', { milliseconds: limit })
  return t(`settings.alerts.rule_vital_${span}`, { vital: measure.toUpperCase(), value })
}

/** Label and value of each field, to compare two versions. */
export function describeAlert(values: AlertValues): readonly DescribedField[] {
  return [
    { label: t('common.name'), value: values.name },
    { label: t('settings.alerts.kind'), value: describeRule(ruleOf(values)) },
    ...describeTargetValues(values.target),
    { label: t('deliveries.enabled'), value: values.enabled ? t('common.yes') : t('common.no') },
  ]
}
