import type { paths } from './schema.ts'

type Get<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never
type Data<Path extends keyof paths> = Get<Path> extends { data: infer Value } ? Value : never

export type Product = Data<'/api/v1/products'>[number]
export type Preferences = Data<'/api/v1/products/{product}/preferences'>
export type Role = Product['role']

export type StatsAnswer = Data<'/api/v1/stats'>
export type StatsReport = Extract<StatsAnswer, { metric: unknown }>
/** The answer to a question about several metrics. */
export type SeveralStatsReport = Extract<StatsAnswer, { metrics: unknown }>
/** A period with an earlier one, and the rows that changed most between them. */
export type MoversReport = Extract<StatsAnswer, { movers: unknown }>
export type ReportMeta = Extract<Get<'/api/v1/stats'>, { meta: unknown }>['meta']
export type Metric = StatsReport['metric']
export type ValueState = StatsReport['state']
export type StateReason = NonNullable<StatsReport['reason']>
export type Realtime = Data<'/api/v1/stats/realtime'>
export type Goals = Data<'/api/v1/stats/goals'>
export type SearchConsole = Data<'/api/v1/stats/search-console'>
export type Crawlers = Data<'/api/v1/crawls'>
export type CrawlerPurpose = Crawlers['purposes'][number]['purpose']
/** A saved funnel, which has an id. */
export type Funnel = Extract<Data<'/api/v1/products/{product}/funnels'>[number], { id: string }>
export type Overview = Data<'/api/v1/products/{product}/overview'>
export type OverviewMetric = Overview['figures']['metrics'][number]
export type ComparedRange = NonNullable<Overview['figures']['comparison']>
export type Hint = NonNullable<ReportMeta['hints']>[number]
export type Annotation = Overview['annotations'][number]
export type Journeys = Data<'/api/v1/products/{product}/journeys'>
export type Retention = Data<'/api/v1/products/{product}/retention'>
export type ScriptErrors = Data<'/api/v1/products/{product}/errors'>
export type Segment = Data<'/api/v1/products/{product}/segments'>['segments'][number]
export type Breakdown = Data<'/api/v1/products/{product}/breakdowns'>['breakdowns'][number]

export type AccountToken = Data<'/api/v1/access-tokens'>[number]
export type TokenTrust = Data<'/api/v1/access-tokens/{token_id}/trusts'>['trusts'][number]
export type TokenPolicy = Data<'/api/v1/account/token-policy'>
export type Toolset = NonNullable<AccountToken['toolsets']>[number]
export type Scope = NonNullable<
  paths['/api/v1/access-tokens']['post']['requestBody']
>['content']['application/json']['scopes'][number]
export type Activity = Data<'/api/v1/access-tokens/{token_id}/activity'>[number]
export type SecondFactors = Data<'/api/v1/account/second-factors'>
export type Passkey = SecondFactors['passkeys'][number]
export type Session = Data<'/api/v1/account/sessions'>[number]
export type Approval = Data<'/api/v1/approvals/{approval_id}'>
export type Connection = Data<'/api/v1/connections'>[number]
export type ScheduledReport = Data<'/api/v1/products/{product}/reports'>[number]
export type ReportSchedule = ScheduledReport['schedule']
export type Alert = Data<'/api/v1/products/{product}/alerts'>[number]
export type AlertRule = Alert['rule']
export type ShownTarget = ScheduledReport['target']
export type DeliveryTarget = NonNullable<
  paths['/api/v1/products/{product}/reports']['post']['requestBody']
>['content']['application/json']['target']
export type LastDelivery = NonNullable<ScheduledReport['last_delivery']>
export type OpenInvitation = Data<'/api/v1/products/{product}/invitations'>['invitations'][number]
export type Member = Data<'/api/v1/products/{product}/members'>[number]
export type Installation = Data<'/api/v1/products/{product}/installation'>
export type Health = Data<'/api/v1/stats/health'>
export type ProxyDiagnostics = Data<'/api/v1/products/{product}/proxy/diagnostics'>
export type SearchConsoleConnection = Data<'/api/v1/products/{product}/integrations/google-search-console'>
export type ImportedFile = Data<'/api/v1/products/{product}/imports'>[number]
export type SharedLink = Data<'/api/v1/products/{product}/shares'>[number]
export type ProductKey = Data<'/api/v1/products/{product}/keys'>[number]
export type Domains = Data<'/api/v1/products/{product}/domains'>
export type TrackedEvents = Data<'/api/v1/products/{product}/events'>
export type Shields = Data<'/api/v1/products/{product}/shields'>
export type CrawlerSettings = Data<'/api/v1/products/{product}/crawlers'>
