import type {
  AlertEvaluation,
  MessageMetric,
  ReportScope,
  Reports,
  StoredRule,
  TextsIn,
  Timestamp,
  TimeZone,
} from '@footfall/core-domain'
import type { z } from 'zod'
import type { ProductCall } from '../../definition/index.ts'
import type { MessageWords } from '../../messages/message-words.ts'
import type { Evaluated, Observed } from './evaluated.ts'

/** What an alert is evaluated with. */
export interface AlertReports {
  readonly reports: Pick<Reports, 'query' | 'goals'>
  readonly scope: ReportScope
  readonly nowMs: number
}

/** The same, with what the alert found before. */
export interface EvaluationCall extends AlertReports {
  readonly activeSince: Timestamp | undefined
  readonly lastEvaluation: AlertEvaluation | undefined
}

/** What the service does with one rule. */
export interface AlertWatch {
  /** Throws `InvalidRequest` for what the product does not have. */
  assertValid?(call: Pick<ProductCall, 'store' | 'product'>): Promise<void>
  nextDueMs(timezone: TimeZone, nowMs: number): number
  /** Throws `ServiceUnavailable` during an outage of the warehouse. */
  evaluate(call: EvaluationCall): Promise<Evaluated>
  /** Only of kinds that compare a metric with what is usual. */
  compare?(observed: Observed): Evaluated
  /** The end of “It is sent by email …” in a preview: “when …”. */
  inWords(say: TextsIn['say']): string
  /** What a message says of it. */
  said(words: MessageWords): AlertWords
}

export interface AlertWords {
  /** What happens, after the name of the product. */
  readonly started: string
  readonly ended: string
  /** The first sentence of a message. */
  readonly explained: string
  /** The value that was evaluated. */
  metric(evaluation: Pick<AlertEvaluation, 'value' | 'usual'>): MessageMetric
}

type RuleSchema = z.ZodObject<{ kind: z.ZodLiteral<string> }>

/** A kind of alert: what people set, and what the service does with it. */
export interface AlertKind<Rule extends RuleSchema = RuleSchema> {
  readonly rule: Rule
  /** What the form of a new alert begins with for fields that have no default in the API. */
  readonly suggested: Readonly<Record<string, number | undefined>>
  watch(stored: StoredRule): AlertWatch
}

export function defineAlertKind<Rule extends RuleSchema>(
  rule: Rule,
  watch: (rule: z.output<Rule>) => AlertWatch,
  suggested: Partial<Record<keyof z.output<Rule>, number>> = {},
): AlertKind<Rule> {
  return { rule, suggested, watch: (stored) => watch(rule.parse(stored)) }
}
