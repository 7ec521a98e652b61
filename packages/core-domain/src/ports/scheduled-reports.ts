import type { ReportSchedule } from '../entities/scheduled-report.ts'
import type { ReportId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { TimeZone } from '../time/time-zone.ts'
import type { DeliverySubject, StoredTarget } from './deliveries.ts'

export interface StoredReport {
  readonly id: ReportId
  readonly subject: DeliverySubject
  readonly name: string
  readonly schedule: ReportSchedule
  /** Of the product, or of the report where it is about an account. */
  readonly timezone: TimeZone
  readonly target: StoredTarget
  /** The next instant at which it is sent; undefined while it is disabled. */
  readonly due_at: Timestamp | undefined
  /** When a person asked to send it out of schedule; undefined once that was done. */
  readonly requested_at: Timestamp | undefined
  readonly created_at: Timestamp
  readonly revision: number
  readonly updated_at: Timestamp
}

export interface ScheduledReportReader {
  /** Oldest first. */
  list(subject: DeliverySubject): Promise<readonly StoredReport[]>
  find(subject: DeliverySubject, id: ReportId): Promise<StoredReport | undefined>
  /** Of any subject, for the service itself. */
  findAny(id: ReportId): Promise<StoredReport | undefined>
  all(): Promise<readonly StoredReport[]>
  count(subject: DeliverySubject): Promise<number>
}

export interface ScheduledReportRepository extends ScheduledReportReader {
  insert(report: StoredReport): Promise<void>
  /** Replaces these fields and increases the revision. */
  replace(
    id: ReportId,
    change: Pick<StoredReport, 'name' | 'schedule' | 'timezone' | 'target' | 'due_at'>,
    at: Timestamp,
  ): Promise<StoredReport>
  remove(subject: DeliverySubject, id: ReportId): Promise<void>
  /** Asks to send it as soon as possible; an earlier request that still waits stays. */
  request(id: ReportId, at: Timestamp): Promise<void>
  /**
   * Leases reports that are due or requested to this process until `leaseUntil`: of the products and accounts in turn, the
   * longest due first.
   */
  take(now: Timestamp, leaseUntil: Timestamp, limit: number): Promise<readonly StoredReport[]>
  /**
   * Moves a taken report on to its next instant and clears the request. False, changing nothing, when it was moved on or
   * changed meanwhile: then do not enqueue its message.
   */
  advance(
    taken: Pick<StoredReport, 'id' | 'due_at' | 'requested_at' | 'revision'>,
    next: Timestamp | undefined,
  ): Promise<boolean>
}
