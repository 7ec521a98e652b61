import { useRef, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { sessionResumed } from '../session/session-end.ts'

export interface Action {
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
  /** Answers whether it succeeded. */
  run(): Promise<boolean>
}

/** One thing that a button does, with what became of it. */
export function useAction(act: () => Promise<unknown>): Action {
  const [state, setState] = useState<{ readonly busy: boolean; readonly problem?: ApiProblem }>({ busy: false })
  const running = useRef(false)
  return {
    busy: state.busy,
    problem: state.problem,
    async run() {
      if (running.current) return false
      running.current = true
      setState({ busy: true })
      try {
        await act()
        sessionResumed()
        setState({ busy: false })
        return true
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        setState({ busy: false, problem: error })
        return false
      } finally {
        running.current = false
      }
    },
  }
}
