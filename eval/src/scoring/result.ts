import type { Answer, Question } from '../questions/question.ts'
import { wrongFields } from './facts.ts'
import { type Call, faultsOfChanges, tokensIn, tokensOut } from './transcript.ts'

/** How one question was answered. It is right where nothing is at fault. */
export interface Result {
  readonly question: Question
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly faults: readonly string[]
}

export function scored(question: Question, calls: readonly Call[], answer: Answer, expected: Answer): Result {
  return {
    question,
    calls: calls.length,
    tokensIn: tokensIn(calls),
    tokensOut: tokensOut(calls),
    faults: [...wrongFields(answer, expected), ...faultsOfChanges(question, calls)],
  }
}

/** A question that was not answered at all. */
export function failed(question: Question, calls: readonly Call[], error: unknown): Result {
  const reason = error instanceof Error ? error.message : String(error)
  return { ...scored(question, calls, {}, {}), faults: [`not answered: ${reason}`] }
}

/** Adds what the scripted path must also keep: its budget. */
export function scoredReference(question: Question, calls: readonly Call[], answer: Answer, expected: Answer): Result {
  const result = scored(question, calls, answer, expected)
  return { ...result, faults: [...result.faults, ...overBudget(result)] }
}

function overBudget({ question: { budget }, calls, tokensIn, tokensOut }: Result): readonly string[] {
  const tokens = tokensIn + tokensOut
  return [
    ...(calls > budget.calls ? [`${calls} calls, and the budget is ${budget.calls}`] : []),
    ...(tokens > budget.tokens ? [`${tokens} tokens, and the budget is ${budget.tokens}`] : []),
  ]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}
