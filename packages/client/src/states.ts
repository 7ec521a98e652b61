import type { components } from './generated/schema.ts'

export type ValueState = components['schemas']['ValueState']
export type StateReason = components['schemas']['StateReason']

/** What a state says of its number. */
interface StateMeanings {
  readonly available: { readonly reason: null; readonly value: 'a number' }
  readonly empty: { readonly reason: StateReason | null; readonly value: null }
  readonly withheld: { readonly reason: StateReason; readonly value: null }
  readonly unavailable: { readonly reason: StateReason; readonly value: null }
}

type Distributed<T> = {
  [State in ValueState]: {
    [Key in keyof T]: Key extends 'state'
      ? State
      : Key extends 'reason'
        ? StateMeanings[State]['reason']
        : Key extends 'value'
          ? StateMeanings[State]['value'] extends null
            ? null
            : NonNullable<T[Key]>
          : Stated<T[Key]>
  }
}[ValueState]

/**
 * An answer in which every object with a state is a union by that state: `value` is a number only where it is `available`, and
 * the other states say why there is none.
 */
export type Stated<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Stated<Item>[]
    : T extends object
      ? ValueState extends StateIn<T>
        ? Distributed<T>
        : { [Key in keyof T]: Stated<T[Key]> }
      : T

type StateIn<T> = T extends { state: infer State } ? State : never
