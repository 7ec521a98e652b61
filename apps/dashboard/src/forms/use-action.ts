import { useRef, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { sessionResumed } from '../session/session-end.ts'

interface Action {
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
  /** True if it succeeded. */
  run(): Promise<boolean>
}

/** The action of a button, with its state. */
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
