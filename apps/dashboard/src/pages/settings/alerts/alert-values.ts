import { ALERT_KINDS } from '../../../api/alert-kinds.ts'
import type { Alert, AlertRule } from '../../../api/types.ts'
import {
  describeTargetValues,
  NO_TARGET,
  type TargetValues,
  toTargetValues,
} from '../../../deliveries/target-values.ts'
import type { DescribedField } from '../../../forms/conflict-choice.tsx'
import { t } from '../../../messages/messages.ts'

type RuleKind = AlertRule['kind']
/** A field of a rule: a choice, a number, or a goal of the product. */
export type RuleField = (typeof ALERT_KINDS)[RuleKind][number]

export const RULE_KINDS = Object.keys(ALERT_KINDS) as readonly RuleKind[]

/** Fields of a rule by name; numbers as typed. */
type RuleInput = Readonly<Record<string, string>>

/** Values of the alert form. */
export interface AlertValues {
  readonly name: string
  readonly kind: RuleKind
  /** Of every kind, so that a choice between them loses no input. */
  readonly rules: Readonly<Record<RuleKind, RuleInput>>
  readonly target: TargetValues
  readonly enabled: boolean
}

export function fieldsOf(kind: RuleKind): readonly RuleField[] {
  return ALERT_KINDS[kind]
}

const initialOf = (kind: RuleKind): RuleInput =>
  Object.fromEntries(fieldsOf(kind).map(({ name, initial }) => [name, initial]))

export const NEW_ALERT: AlertValues = {
  name: '',
  kind: 'spike',
  rules: Object.fromEntries(RULE_KINDS.map((kind) => [kind, initialOf(kind)])) as AlertValues['rules'],
  target: NO_TARGET,
  enabled: true,
}

export function toAlertValues({ name, rule: { kind, ...stored }, target, enabled }: Alert): AlertValues {
  const rule = Object.fromEntries(Object.entries(stored).map(([field, value]) => [field, String(value)]))
  return { name, kind, rules: { ...NEW_ALERT.rules, [kind]: rule }, target: toTargetValues(target), enabled }
}

/** The rule for the API. Text that is not a number is sent as `NaN`, which the service rejects. */
export function ruleOf({ kind, rules }: AlertValues): AlertRule {
  const fields = fieldsOf(kind).map(({ name, input }) => {
    const text = rules[kind][name] ?? ''
    return [name, input === 'number' ? numberOf(text) : text]
  })
  // The kinds are made from the types of the API.
  return { kind, ...Object.fromEntries(fields) } as AlertRule
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** When an alert notifies, as a sentence. */
export function describeRule(rule: AlertRule): string {
  return t(`settings.alerts.rule_${rule.kind}`, rule)
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
