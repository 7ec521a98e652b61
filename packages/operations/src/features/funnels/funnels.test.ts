import { testDatabase } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallingScenario, type Input, scenarioOn, servicesOn, testEngine } from '../../test-support/index.ts'
import { updateEvents } from '../events/update.ts'
import { updatePreferences } from '../preferences/update.ts'
import { createFunnel } from './create.ts'
import { listFunnels } from './list.ts'
import { updateFunnel } from './update.ts'

const AUTO_CAPTURE = { outbound_links: true, file_downloads: true, form_submissions: true, scroll_depth: true }
const SIGNUP = { name: 'Signup', kind: 'custom', goal: true, revenue: false }
const PAGE = { kind: 'page', match: '/' }
const GOAL = { kind: 'goal', match: 'Signup' }

describe('funnels', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let on: CallingScenario
  beforeAll(async () => {
    const { analytics } = await engine.services(database)
    on = await scenarioOn(database, { timezone: 'UTC', services: { ...servicesOn(database), analytics } })
    await on.confirm(on.owner, updateEvents, { body: { events: [SIGNUP], auto_capture: AUTO_CAPTURE } })
    const events: (Partial<EventRow> & { ts: string })[] = [
      { ts: '2026-11-20 08:00:00.000', path: '/', visit_starts: 1 },
      { ts: '2026-11-20 08:01:00.000', kind: 'custom', name: 'Signup', props: { plan: 'pro' } },
    ]
    const rows = events.map((row) =>
      JSON.stringify(
        eventRow({ product_id: on.product, visit_start: '2026-11-20 08:00:00', visitor: '1', visit: '1', ...row }),
      ),
    )
    await engine.engine.insert('events', 'JSONEachRow', rows.join('\n'), 'funnels')
  })

  const list = (query: NonNullable<Input['query']>) => on.call(on.owner, listFunnels, { query })
  const rejection = async (query: NonNullable<Input['query']>) => {
    const { code, fields } = await list(query)
    return [code, ...(fields ?? [])]
  }

  it('counts a funnel that is not saved, within a day if no window is given', async () => {
    const { data, page } = await list({ steps: [PAGE, GOAL] })
    expect(data).toMatchObject([
      { id: null, window_minutes: 1440, results: { entrants: 1, steps: [{ visitors: 1 }, { visitors: 1 }] } },
    ])
    expect(page?.next_cursor).toBeNull()
    const pro = (value: string) => ({ ...GOAL, property: { name: 'plan', value } })
    expect((await list({ steps: [PAGE, pro('pro')] })).data[0].results.conversion_rate).toBe(1)
    expect((await list({ steps: [PAGE, pro('free')] })).data[0].results.conversion_rate).toBe(0)
    expect((await list({ steps: [PAGE, GOAL], window_minutes: 30 })).data[0].window_minutes).toBe(30)
  })

  it('accepts a goal of an unsaved funnel by its label and in any case, and returns its name', async () => {
    const body = { events: [{ ...SIGNUP, label: 'Sign-up done' }], auto_capture: AUTO_CAPTURE }
    await on.confirm(on.owner, updateEvents, { body })
    for (const match of ['sign-up DONE', 'SIGNUP']) {
      const [funnel] = (await list({ steps: [PAGE, { ...GOAL, match }] })).data
      expect(funnel).toMatchObject({ steps: [PAGE, GOAL], results: { entrants: 1 } })
    }
  })

  it('counts nobody at a step of an unsaved funnel on a path without its slash', async () => {
    const [funnel] = (await list({ steps: [PAGE, { kind: 'page', match: 'pricing' }] })).data
    expect(funnel.results).toMatchObject({ entrants: 1, steps: [{ visitors: 1 }, { visitors: 0 }] })
  })

  it('names the field that is wrong in a query for an unsaved funnel', async () => {
    expect(await rejection({ steps: [PAGE] })).toEqual(['invalid_request', 'steps'])
    expect(await rejection({ steps: 'home' })).toEqual(['invalid_request', 'steps'])
    expect(await rejection({ steps: [PAGE, { kind: 'click', match: 'x' }] })).toEqual([
      'invalid_request',
      'steps.1.kind',
    ])
    expect(await rejection({ steps: [PAGE, { ...GOAL, match: 'x' }] })).toEqual(['invalid_request', 'steps.1.match'])
    expect(await rejection({ steps: [PAGE, { ...GOAL, property: { name: 'plan' } }] })).toEqual([
      'invalid_request',
      'steps.1.property.value',
    ])
    expect(await rejection({ steps: [PAGE, GOAL], window_minutes: 0 })).toEqual(['invalid_request', 'window_minutes'])
    expect(await rejection({ window_minutes: 30 })).toEqual(['invalid_request', 'window_minutes'])
    expect(await rejection({ steps: [PAGE, GOAL], cursor: 'x' })).toEqual(['invalid_request', 'cursor'])
    expect(await rejection({ dimension: 'color' })).toEqual(['invalid_request', 'dimension'])
    expect(await rejection({ steps: [PAGE, GOAL], dimension: 'exit_page' })).toEqual(['invalid_request', 'dimension'])
    expect(await rejection({ filters: [{ dimension: 'page' }] })).toContain('invalid_request')
  })

  it('saves funnels with goals and properties only if the goals exist', async () => {
    const body = { name: 'Order', steps: [PAGE, GOAL], window_minutes: 60 }
    const { data } = await on.confirm(on.owner, createFunnel, { body })
    const path = { funnel_id: data.result.id }
    const unknown = { ...body, steps: [PAGE, { ...GOAL, match: 'gone' }] }
    expect((await on.confirm(on.owner, createFunnel, { body: unknown })).fields).toEqual(['steps.1.match'])
    expect((await on.confirm(on.owner, updateFunnel, { path, body: unknown })).fields).toEqual(['steps.1.match'])
    const property = { name: 'plan', value: 'pro' }
    const next = { ...body, steps: [PAGE, { ...GOAL, property }] }
    expect((await on.preview(on.owner, updateFunnel, { path, body: next })).data.summary).toContain(
      '/ → Signup (plan: pro)',
    )
    const changed = await on.confirm(on.owner, updateFunnel, { path, body: next })
    expect(changed.data.result.steps[1]).toEqual({ ...GOAL, property })
    const listed = (await list({})).data
    expect(listed).toMatchObject([{ id: path.funnel_id, results: { entrants: 1, conversion_rate: 1 } }])
  })

  it('warns in the preview of a funnel whose window is longer than a day', async () => {
    const warnings = async (window_minutes: number) =>
      (await on.preview(on.owner, createFunnel, { body: { name: 'Long', steps: [PAGE, GOAL], window_minutes } })).data
        .warnings
    expect(await warnings(1440)).toEqual([])
    expect(await warnings(1441)).toEqual([expect.stringContaining('1441 minutes')])
    await on.confirm(on.owner, updatePreferences, { body: { visitor_identity: 'identified' } })
    expect(await warnings(1441)).toEqual([])
    await on.confirm(on.owner, updatePreferences, { body: { visitor_identity: 'daily' } })
  })

  it('names the funnels in the preview of a change that ends a goal which is one of their steps', async () => {
    await on.confirm(on.owner, createFunnel, { body: { name: 'Ending', steps: [PAGE, GOAL], window_minutes: 60 } })
    const body = { events: [{ ...SIGNUP, goal: false }], auto_capture: AUTO_CAPTURE }
    const { data } = await on.preview(on.owner, updateEvents, { body })
    expect(data.warnings).toContainEqual(expect.stringContaining('The funnel “Ending” has the goal “Signup” as a step'))
  })
})

describe('goals with further conditions', () => {
  const database = testDatabase('sqlite')

  it('names the field that is wrong in the conditions of a goal', async () => {
    const on = await scenarioOn(database)
    const rejection = async (event: object) => {
      const body = { events: [{ ...SIGNUP, ...event }], auto_capture: AUTO_CAPTURE }
      return (await on.preview(on.owner, updateEvents, { body })).fields
    }
    expect(await rejection({ property: { name: 'plan' } })).toEqual(['events.0.property.value'])
    expect(await rejection({ property: { name: '', value: 'x' } })).toEqual(['events.0.property.name'])
    expect(await rejection({ scroll_min: 50 })).toEqual(['events.0.scroll_min'])
    expect(await rejection({ engaged_seconds_min: 50 })).toEqual(['events.0.engaged_seconds_min'])
    expect(await rejection({ kind: 'pageview', scroll_min: 0 })).toEqual(['events.0.scroll_min'])
    expect(await rejection({ kind: 'pageview', scroll_min: 101 })).toEqual(['events.0.scroll_min'])
    expect(await rejection({ kind: 'pageview', engaged_seconds_min: 1.5 })).toEqual(['events.0.engaged_seconds_min'])
    expect(await rejection({ kind: 'pageview', scroll_min: 50, engaged_seconds_min: 5 })).toBeUndefined()
  })

  it('warns in the preview of a goal that needs a scroll depth which is not captured', async () => {
    const on = await scenarioOn(database)
    const body = {
      events: [{ name: 'Read', kind: 'pageview', goal: true, revenue: false, scroll_min: 75 }],
      auto_capture: { ...AUTO_CAPTURE, scroll_depth: false },
    }
    const { data } = await on.preview(on.owner, updateEvents, { body })
    expect(data.warnings).toEqual([expect.stringContaining('“Read” asks how far visitors scrolled')])
  })
})
