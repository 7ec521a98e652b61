import type { ReportSchedule } from '../entities/scheduled-report.ts'
import type { AccountId, ProductId, ReportId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { TimeZone } from '../time/time-zone.ts'
import type { StoredTarget } from './deliveries.ts'

/** What a report is about: one product, or all products of an account on which it is at least an admin. */
export type ReportSubject =
  | { readonly product: ProductId; readonly account?: undefined }
  | { readonly account: AccountId; readonly product?: undefined }

export interface StoredReport {
  readonly id: ReportId
  readonly subject: ReportSubject
  readonly name: string
  readonly schedule: ReportSchedule
  /** Of the product, or of the report where it is about an account. */
  readonly timezone: TimeZone
  readonly target: StoredTarget
  /** The next instant at which it is sent; undefined while it is disabled. */
  readonly due_at: Timestamp | undefined
  readonly created_at: Timestamp
  readonly revision: number
  readonly updated_at: Timestamp
}

export interface ScheduledReportReader {
  /** Oldest first. */
  list(subject: ReportSubject): Promise<readonly StoredReport[]>
  find(subject: ReportSubject, id: ReportId): Promise<StoredReport | undefined>
  /** Of any subject, for the service itself. */
  findAny(id: ReportId): Promise<StoredReport | undefined>
  all(): Promise<readonly StoredReport[]>
  count(subject: ReportSubject): Promise<number>
}

export interface ScheduledReportRepository extends ScheduledReportReader {
  insert(report: StoredReport): Promise<void>
  /** Replaces these fields and increases the revision. */
  replace(
    id: ReportId,
    change: Pick<StoredReport, 'name' | 'schedule' | 'timezone' | 'target' | 'due_at'>,
    at: Timestamp,
  ): Promise<StoredReport>
  remove(subject: ReportSubject, id: ReportId): Promise<void>
  /** Leases reports that are due to this process until `leaseUntil`, the longest due first. */
  take(now: Timestamp, leaseUntil: Timestamp, limit: number): Promise<readonly StoredReport[]>
  /**
   * Moves a report on to its next instant. False, changing nothing, when it was moved on or changed meanwhile: then what it
   * told must not be enqueued.
   */
  advance(taken: Pick<StoredReport, 'id' | 'due_at' | 'revision'>, next: Timestamp): Promise<boolean>
}
