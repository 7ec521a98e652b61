import type { ServerResponse } from 'node:http'
import { type Clock, DomainError } from '@footfall/core-domain'
import type { ProblemOfUnread } from '@footfall/http-primitives'
import {
  createErrorHandler,
  createProblemHandler,
  type ErrorHandler,
  type ErrorLog,
  type Problem,
} from '@footfall/kernel'
import { PROBLEMS } from './problem.ts'

/** The one catch of a router: whatever was thrown becomes a problem, as JSON. */
export function problemHandler(log: ErrorLog, clock: Clock): ErrorHandler {
  return createProblemHandler(log, clock, PROBLEMS)
}

/** The same for a response in another form. `send` writes the body; status and headers are set. */
export function errorHandler(
  log: ErrorLog,
  clock: Clock,
  send: (res: ServerResponse, problem: Problem) => void,
): ErrorHandler {
  return createErrorHandler(log, clock, PROBLEMS, send)
}

/** The problem of a request that no handler has. */
export function unreadProblems(newRequestId: () => string): ProblemOfUnread {
  return ({ status, code, detail }) => ({
    ...PROBLEMS.problemOf(new DomainError(code, detail), newRequestId()),
    status,
  })
}
