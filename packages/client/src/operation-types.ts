import type { Change } from './changes/change.ts'
import type { operations } from './generated/schema.ts'
import type { Read } from './reads/read.ts'
import type { Stated } from './states.ts'

export type OperationName = keyof operations

type Parameters<Name extends OperationName> = operations[Name]['parameters']
type InPath<Name extends OperationName> = Parameters<Name> extends { path: infer Fields } ? Fields : unknown
type InQuery<Name extends OperationName> = Parameters<Name> extends { query?: infer Fields } ? Defined<Fields> : unknown
type InBody<Name extends OperationName> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Fields } }
}
  ? Fields
  : unknown
/** Without what stands for “no query”. */
type Defined<T> = [T] extends [never] ? unknown : [NonNullable<T>] extends [never] ? unknown : NonNullable<T>

/** What an operation takes: the fields of path, query and body in one object, as the tools take them. */
export type Input<Name extends OperationName> = InPath<Name> & InQuery<Name> & InBody<Name>

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never
type Responses<Name extends OperationName> = operations[Name]['responses']
type AnswerOf<Name extends OperationName> = Responses<Name> extends { 200: infer Response } ? Json<Response> : never

export type DataOf<Name extends OperationName> = AnswerOf<Name> extends { data: infer Data } ? Stated<Data> : never
export type MetaOf<Name extends OperationName> = AnswerOf<Name> extends { meta?: infer Meta } ? Meta : undefined
/** The type of the entries of a list; never if the response is not a list. */
export type ItemOf<Name extends OperationName> = DataOf<Name> extends readonly (infer Item)[] ? Item : never

type Executions<Name extends OperationName> = {
  [Status in keyof Responses<Name>]: Extract<Json<Responses<Name>[Status]>, { data: { state: 'executed' } }>
}[keyof Responses<Name>]

/** What an executed change results in. */
export type ResultOf<Name extends OperationName> =
  Executions<Name> extends { data: { result: infer Result } } ? NonNullable<Result> : never

export type ReadOf<Name extends OperationName> = Read<DataOf<Name>, MetaOf<Name>, ItemOf<Name>>
export type ChangeOf<Name extends OperationName> = Change<ResultOf<Name>>
