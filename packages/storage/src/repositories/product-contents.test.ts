import { type Annotation, type App, type Funnel, LocalDate, NotFound, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { walk } from '../test-support/walk.ts'

describeEachDialect('apps, funnels and annotations of a product', (database) => {
  const common = () => {
    const at = timestamp(database.clock.now())
    return { created_at: at, revision: 1, updated_at: at }
  }
  const app = (): App => ({
    id: database.ids.app(),
    platform: 'ios',
    name: 'Shop',
    bundle_id: `com.example.'shop`,
    ...common(),
  })
  const funnel = (): Funnel => ({
    id: database.ids.funnel(),
    name: 'Checkout',
    steps: [
      { kind: 'page', match: '/cart/*' },
      { kind: 'event', match: `it's "paid"` },
    ],
    window_minutes: 60,
    ...common(),
  })
  const annotation = (date: string, note?: string): Annotation => ({
    id: database.ids.annotation(),
    date: LocalDate.parse(date),
    title: `Launch on ${date}`,
    ...(note !== undefined && { note }),
    ...common(),
  })

  it('lists the apps of one product, oldest first', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const first = app()
    database.clock.advance(1)
    const second = app()
    await database.store.apps.insert(one.product, second)
    await database.store.apps.insert(one.product, first)
    await database.store.apps.insert(other.product, app())
    expect(await database.store.apps.list(one.product)).toEqual([first, second])
  })

  it('pages through funnels with their steps, once each', async () => {
    const { product } = await seedProduct(database)
    const funnels = [funnel(), funnel(), funnel()]
    for (const each of funnels) await database.store.funnels.insert(product, each)
    const pages = await walk((page) => database.store.funnels.list(product, page), 2)
    expect(pages.map((page) => page.length)).toEqual([2, 1])
    expect(new Map(pages.flat().map((each) => [each.id, each]))).toEqual(
      new Map(funnels.map((each) => [each.id, each])),
    )
  })

  it('lists annotations by date, including both ends of a range', async () => {
    const { product } = await seedProduct(database)
    const [early, middle, late] = [annotation('2026-01-31'), annotation('2026-02-01', 'n'), annotation('2026-03-01')]
    for (const each of [late, early, middle]) await database.store.annotations.insert(product, each)
    expect(await database.store.annotations.list(product)).toEqual([early, middle, late])
    const range = { from: early.date, to: middle.date }
    expect(await database.store.annotations.list(product, range)).toEqual([early, middle])
    const after = { from: LocalDate.parse('2026-02-02'), to: LocalDate.parse('2026-02-28') }
    expect(await database.store.annotations.list(product, after)).toEqual([])
  })

  it('rejects an app, funnel or annotation of a product that does not exist', async () => {
    const nowhere = database.ids.product()
    await expect(database.store.apps.insert(nowhere, app())).rejects.toThrow(NotFound)
    await expect(database.store.funnels.insert(nowhere, funnel())).rejects.toThrow(NotFound)
    await expect(database.store.annotations.insert(nowhere, annotation('2026-01-01'))).rejects.toThrow(NotFound)
  })

  it('finds, replaces, counts and removes funnels only within their product', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const { funnels } = database.store
    const [first, second] = [funnel(), funnel()]
    await funnels.insert(one.product, first)
    await funnels.insert(one.product, second)
    expect(await funnels.find(one.product, first.id)).toEqual(first)
    expect(await funnels.find(other.product, first.id)).toBeUndefined()
    expect([await funnels.count(one.product), await funnels.count(other.product)]).toEqual([2, 0])

    database.clock.advance(1)
    const at = timestamp(database.clock.now())
    const change = { name: 'Sign-up', steps: [...first.steps].reverse(), window_minutes: 5 }
    const changed = { ...first, ...change, revision: 2, updated_at: at }
    expect(await funnels.replace(one.product, first.id, change, at)).toEqual(changed)
    expect(await funnels.find(one.product, first.id)).toEqual(changed)
    expect(await funnels.find(one.product, second.id)).toEqual(second)

    await expect(funnels.replace(other.product, first.id, change, at)).rejects.toThrow(NotFound)
    await expect(funnels.remove(other.product, first.id)).rejects.toThrow(NotFound)
    await funnels.remove(one.product, first.id)
    expect((await funnels.list(one.product, { limit: 10 })).rows).toEqual([second])
    await expect(funnels.remove(one.product, first.id)).rejects.toThrow(NotFound)
    await expect(funnels.replace(one.product, first.id, change, at)).rejects.toThrow(NotFound)
  })

  it('finds, replaces, counts and removes annotations only within their product', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const { annotations } = database.store
    const [first, second] = [annotation('2026-01-31', 'n'), annotation('2026-02-01')]
    await annotations.insert(one.product, first)
    await annotations.insert(one.product, second)
    expect(await annotations.find(one.product, first.id)).toEqual(first)
    expect(await annotations.find(other.product, first.id)).toBeUndefined()
    expect([await annotations.count(one.product), await annotations.count(other.product)]).toEqual([2, 0])

    database.clock.advance(1)
    const at = timestamp(database.clock.now())
    const change = { date: LocalDate.parse('2026-03-01'), title: 'Fußball “2:1” 😀' }
    const { note: _, ...withoutNote } = first
    const changed = { ...withoutNote, ...change, revision: 2, updated_at: at }
    expect(await annotations.replace(one.product, first.id, change, at)).toEqual(changed)
    expect(await annotations.list(one.product)).toEqual([second, changed])

    await expect(annotations.replace(other.product, first.id, change, at)).rejects.toThrow(NotFound)
    await expect(annotations.remove(other.product, first.id)).rejects.toThrow(NotFound)
    await annotations.remove(one.product, first.id)
    expect(await annotations.list(one.product)).toEqual([second])
    await expect(annotations.remove(one.product, first.id)).rejects.toThrow(NotFound)
  })

  it('finds and removes apps only within their product', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const { apps } = database.store
    const [first, second] = [app(), app()]
    await apps.insert(one.product, first)
    await apps.insert(one.product, second)
    expect(await apps.find(one.product, first.id)).toEqual(first)
    expect(await apps.find(other.product, first.id)).toBeUndefined()
    await expect(apps.remove(other.product, first.id)).rejects.toThrow(NotFound)
    await apps.remove(one.product, first.id)
    expect(await apps.list(one.product)).toEqual([second])
    await expect(apps.remove(one.product, first.id)).rejects.toThrow(NotFound)
  })
})
