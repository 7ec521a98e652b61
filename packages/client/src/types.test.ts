import { expectTypeOf, it } from 'vitest'
import type { DataOf, Footfall, FootfallError, Input, ItemOf, Outcome, ResultOf, Stated } from './index.ts'

// The types are checked by `pnpm typecheck`; nothing here runs against a server.

type Report = Extract<DataOf<'service_analytics_query'>, { value: unknown }>
type Product = ResultOf<'service_products_update'>

it('a value is a number exactly where its state is available', () => {
  expectTypeOf<Extract<Report, { state: 'available' }>['value']>().toEqualTypeOf<number>()
  expectTypeOf<Extract<Report, { state: 'available' }>['reason']>().toEqualTypeOf<null>()
  expectTypeOf<Extract<Report, { state: 'withheld' }>['value']>().toEqualTypeOf<null>()
  expectTypeOf<Extract<Report, { state: 'unavailable' }>['value']>().toEqualTypeOf<null>()
  expectTypeOf<Report['state']>().toEqualTypeOf<'available' | 'empty' | 'withheld' | 'unavailable'>()
})

it('states inside of lists are unions too', () => {
  type Series = NonNullable<Extract<Report, { state: 'available' }>['series']>[number]
  expectTypeOf<Extract<Series, { state: 'available' }>['value']>().toEqualTypeOf<number>()
  expectTypeOf<Extract<Series, { state: 'empty' }>['value']>().toEqualTypeOf<null>()
  expectTypeOf<Stated<string[]>>().toEqualTypeOf<string[]>()
})

it('distinguishes outcomes by their state', () => {
  type Done = Extract<Outcome<Product>, { state: 'executed' }>
  type Waits = Extract<Outcome<Product>, { state: 'awaiting_approval' }>
  expectTypeOf<Done['result']>().toEqualTypeOf<Product | null>()
  expectTypeOf<Waits['approval']['link']>().toEqualTypeOf<string>()
  expectTypeOf<Outcome<Product>['state']>().toEqualTypeOf<'executed' | 'awaiting_approval'>()
  expectTypeOf<Product['name']>().toEqualTypeOf<string>()
})

it('an operation takes the fields of its path, query and body, and no others', () => {
  expectTypeOf<Input<'service_products_update'>>().toExtend<{ product: string; name: string; revision?: number }>()
  expectTypeOf<Input<'service_funnels_delete'>>().toExtend<{ product: string; funnel_id: string }>()
  type Update = Parameters<Footfall['products']['update']>
  expectTypeOf<{ product: string; name: string }>().toExtend<Update[0]>()
  expectTypeOf<{ product: string }>().not.toExtend<Update[0]>()
  expectTypeOf<{ product: number; name: string }>().not.toExtend<Update[0]>()
  expectTypeOf<[]>().toExtend<Parameters<Footfall['products']['list']>>()
  expectTypeOf<[]>().not.toExtend<Parameters<Footfall['products']['get']>>()
})

it('a list can be iterated by its entries, and a response that is not a list cannot', () => {
  expectTypeOf<ItemOf<'service_products_list'>['name']>().toEqualTypeOf<string>()
  expectTypeOf<ItemOf<'service_account_get'>>().toEqualTypeOf<never>()
})

it('codes of errors are known by name', () => {
  expectTypeOf<'outcome_unknown' | 'no_response' | 'key_expired'>().toExtend<FootfallError['code']>()
  expectTypeOf<'no_such_code'>().not.toExtend<FootfallError['code']>()
})
