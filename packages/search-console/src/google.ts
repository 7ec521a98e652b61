import {
  type Clock,
  dateIn,
  type LocalDate,
  MINUTE_MS,
  type ProductId,
  type ReportRange,
  TimeZone,
} from '@footfall/core-domain'
import { z } from 'zod'
import { type Answer, type ExchangeOptions, exchange } from './exchange.ts'
import { ProviderFailure } from './failures.ts'
import { acceptedBody, apiFailure, tokenFailure } from './responses.ts'

/** This service as an OAuth client of Google. */
export interface GoogleClient {
  readonly id: string
  readonly secret: string
}

export interface GoogleOptions extends ExchangeOptions {
  readonly client: GoogleClient
  readonly apiBaseUrl: string
  readonly tokenUrl: string
  readonly clock: Clock
}

/** The metrics of one day by query, page, country and device. */
export interface SearchRow {
  readonly date: string
  readonly query: string
  readonly page: string
  /** ISO 3166-1 alpha-3 in lower case; `zzz` is unknown. */
  readonly country: string
  readonly device: string
  readonly clicks: number
  readonly impressions: number
  readonly position: number
}

/** The maximum of one response of the API. */
export const PAGE_ROWS = 25_000
const TOKEN_MARGIN_MS = MINUTE_MS

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(3600) })

const metric = z.number().min(0).max(0xffff_ffff)
const Page = z.object({
  // Absent when there is nothing.
  rows: z
    .array(
      z.object({
        keys: z.tuple([z.iso.date(), z.string(), z.string(), z.string(), z.string()]),
        clicks: metric,
        impressions: metric,
        position: metric,
      }),
    )
    .max(PAGE_ROWS)
    .default([]),
})

/** Binds sealed access to its product. */
export const sealLabel = (product: ProductId) => `google_search_console:${product}`

/** What the token endpoint answers to a request of this client (RFC 6749 §4.1.3, §6). */
export function askForToken(options: GoogleOptions, request: Readonly<Record<string, string>>): Promise<Answer> {
  return exchange(options, options.tokenUrl, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...request,
      client_id: options.client.id,
      client_secret: options.client.secret,
    }).toString(),
  })
}

/** One property as its owner let us read it. The access token is fetched when needed and never leaves this function. */
export function openProperty(
  options: GoogleOptions,
  { property, refresh_token }: Readonly<Record<'property' | 'refresh_token', string>>,
) {
  let token: { readonly value: string; readonly until: number } | undefined

  async function accessToken(): Promise<string> {
    if (token && options.clock.now() < token.until) return token.value
    const answer = await askForToken(options, { grant_type: 'refresh_token', refresh_token })
    const { access_token, expires_in } = acceptedBody(Token, answer, tokenFailure)
    token = { value: access_token, until: options.clock.now() + expires_in * 1000 - TOKEN_MARGIN_MS }
    return token.value
  }

  return {
    /** Rows of the date range from `startRow` on, most clicks first; empty when there are no more. */
    async page(range: ReportRange, startRow: number): Promise<readonly SearchRow[]> {
      const url = `${options.apiBaseUrl}/webmasters/v3/sites/${encodeURIComponent(property)}/searchAnalytics/query`
      const answer = await exchange(options, url, {
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await accessToken()}` },
        body: JSON.stringify({
          startDate: range.from,
          endDate: range.to,
          dimensions: ['date', 'query', 'page', 'country', 'device'],
          // Days that the provider may still change are left out of the answer.
          dataState: 'final',
          rowLimit: PAGE_ROWS,
          startRow,
        }),
      })
      return acceptedBody(Page, answer, apiFailure).rows.map((row) => searchRow(row, range))
    },
  }
}

function searchRow(
  { keys: [date, query, page, country, device], ...metrics }: z.output<typeof Page>['rows'][number],
  { from, to }: ReportRange,
): SearchRow {
  // A day that was not asked for would be taken for the last one synced.
  if (date < from || date > to) throw new ProviderFailure('unexpected', 200)
  return { date, query, page, country, device, ...metrics }
}

/** Google's days are those of its headquarters. */
const PACIFIC = TimeZone.parse('America/Los_Angeles')

export function googleDay(epochMs: number): LocalDate {
  return dateIn(PACIFIC, epochMs)
}
