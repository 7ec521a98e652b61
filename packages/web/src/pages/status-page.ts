import { type MadeBackup, type ServiceStatus, type TextKey, writtenSize } from '@footfall/core-domain'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import type { Page, Words } from './words.ts'

type Row = readonly [name: string, value: Html | string]

/** How the service is, for its operators. */
export function statusPage(status: ServiceStatus): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      say('status.title'),
      html`<h1>${say('status.title')}</h1>
<p><strong>${say(`status.${status.status}`)}</strong> <span class="muted">${time(status.at)}</span></p>
${section(words, 'status.stores', stores(words, status))}
${section(words, 'status.queues', queues(words, status))}
${section(words, 'status.disk', disk(words, status))}
${section(words, 'status.backups', backups(words, status))}
${section(words, 'status.versions', versions(words, status))}
<div class="foot"><p><a href="/status.json">JSON</a></p></div>`,
    )
  }
}

function section({ say }: Words, title: TextKey, rows: readonly Row[]): Html {
  return html`<h2>${say(title)}</h2>
<table class="status">
${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</table>`
}

function stores(words: Words, { stores }: ServiceStatus): readonly Row[] {
  const { say } = words
  const { control_database, analytics_engine, ingest_log } = stores
  const stateOf = (state: 'ok' | 'down') =>
    state === 'ok' ? say('status.works') : html`<span class="down">${say('status.down')}</span>`
  return [
    [say('status.control_database'), html`${stateOf(control_database.state)}, ${control_database.kind}`],
    [say('status.analytics_engine'), html`${stateOf(analytics_engine.state)}, ${analytics_engine.kind}`],
    [
      say('status.ingest_log'),
      html`${stateOf(ingest_log.state)}, ${partOf(words, ingest_log.bytes, ingest_log.bytes_max)}`,
    ],
  ]
}

function queues(words: Words, { queues }: ServiceStatus): readonly Row[] {
  const { say } = words
  const { events, events_since, jobs } = queues
  const count = (value: number | undefined) =>
    value === undefined ? say('status.unknown') : new Intl.NumberFormat(words.language).format(value)
  return [
    [
      say('status.events'),
      events_since === null ? count(events) : say('status.events_since', { count: events, since: time(events_since) }),
    ],
    [say('status.emails'), count(jobs?.emails)],
    [say('status.messages'), count(jobs?.messages)],
    [say('status.imports'), count(jobs?.imports)],
    [say('status.erasures'), count(jobs?.erasures)],
    [say('status.deleted_products'), count(jobs?.deleted_products)],
  ]
}

function disk(words: Words, { disk, process }: ServiceStatus): readonly Row[] {
  const { say } = words
  return [
    [say('status.free'), disk === null ? say('status.unknown') : partOf(words, disk.free_bytes, disk.total_bytes)],
    [say('status.memory'), writtenSize(words, process.memory_bytes)],
  ]
}

function backups(words: Words, { last_backups }: ServiceStatus): readonly Row[] {
  const { say } = words
  const row = (backup: MadeBackup | null) =>
    backup === null
      ? say('status.no_backup')
      : html`${time(backup.made_at)}, ${writtenSize(words, backup.bytes)}, ${backup.place}`
  const { made, failed } = last_backups.bucket
  const problem =
    failed && html`<span class="down">${say('status.backup_failed', { at: time(failed.at) })}</span> ${failed.reason}`
  return [
    [say('status.everything'), row(last_backups.everything)],
    [say('status.control_data'), row(last_backups.control_data)],
    ...(made === null && problem === null
      ? []
      : [[say('status.bucket'), problem === null ? row(made) : html`${row(made)}<br>${problem}`] as const]),
  ]
}

function versions({ say }: Words, { versions, process }: ServiceStatus): readonly Row[] {
  return [
    ['Footfall', versions.footfall],
    ['Node.js', versions.node],
    ['ClickHouse', versions.engine ?? say('status.unknown')],
    [say('status.process'), say('status.process_since', { pid: String(process.pid), since: time(process.started_at) })],
  ]
}

/** Of UTC: operators compare it with the log. */
const time = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

function partOf(words: Words, part: number, whole: number): string {
  return words.say('status.part_of', { part: writtenSize(words, part), whole: writtenSize(words, whole) })
}
