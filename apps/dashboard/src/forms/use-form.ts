import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { holdUnsaved, sessionResumed } from '../session/session-end.ts'

/** What the server holds, and which revision of it. */
export interface Version<Values> {
  readonly values: Values
  readonly revision?: number | undefined
}

/** What was typed, the revision that it is about, and what the server held then: what differs is what to send. */
type Given<Values> = readonly [values: Values, revision: number | undefined, before: Values]

interface FormOptions<Values> {
  /** What the server has, as read last. Untouched forms follow it; touched ones keep what was typed. */
  readonly initial: Version<Values>
  /** Asked before anything is written. False leaves everything as it was typed. May throw `ApiProblem` as `save` may. */
  readonly ask?: (...given: Given<Values>) => Promise<boolean>
  /** Writes, with `executed`. Answers what the server has now; for a form that makes something, its empty state again. */
  readonly save: (...given: Given<Values>) => Promise<Version<Values>>
  /** Reads anew, past every cache, to show what somebody else changed meanwhile. Without it a conflict only says so. */
  readonly reload?: () => Promise<Version<Values>>
  /** After a success. */
  readonly onSaved?: (saved: Version<Values>) => void
}

export interface Conflict<Values> {
  readonly theirs: Version<Values>
  readonly yours: Values
}

export interface FormState<Values> {
  readonly values: Values
  readonly dirty: boolean
  readonly busy: boolean
  /** True after a success, until something is touched again. */
  readonly saved: boolean
  readonly problem: ApiProblem | undefined
  readonly conflict: Conflict<Values> | undefined
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  /** `value` and `onChange` and `error` of a field. */
  field<Name extends keyof Values & string>(
    name: Name,
  ): { readonly value: Values[Name]; readonly onChange: (value: Values[Name]) => void; readonly error?: string }
  /** What is wrong at a path such as `steps.0.match`, as a sentence. */
  error(path: string): string | undefined
  submit(): Promise<void>
  /** Back to what the server has. */
  reset(): void
  /** Ends a conflict: drop what was typed, or save it over what they saved. */
  keepTheirs(): void
  keepYours(): Promise<void>
}

/**
 * The state of one form. Nothing typed is ever lost to an error: not to a refusal, an ended session, a silent server
 * or somebody else's change in between.
 */
export function useForm<Values extends object>({
  initial,
  ask,
  save,
  reload,
  onSaved,
}: FormOptions<Values>): FormState<Values> {
  const [base, setBase] = useState(initial)
  const [draft, setDraft] = useState<Values>()
  const [state, setState] = useState<Progress<Values>>({})
  const busy = useRef(false)

  const values = draft ?? base.values
  const dirty = draft !== undefined && !same(draft, base.values)

  // Follows what the server has for as long as nobody typed anything: a revision read before the typing began is the
  // one that the typing is about.
  if (draft === undefined && !state.busy && !same(initial, base)) setBase(initial)

  useEffect(() => (dirty ? holdUnsaved() : undefined), [dirty])

  const write = async (over: Version<Values>) => {
    if (busy.current) return
    busy.current = true
    setState({ busy: true })
    try {
      if (ask !== undefined && !(await ask(values, over.revision, over.values))) {
        setState({})
        return
      }
      const saved = await save(values, over.revision, over.values)
      sessionResumed()
      setBase(saved)
      setDraft(undefined)
      setState({ saved: true })
      onSaved?.(saved)
    } catch (error) {
      if (!(error instanceof ApiProblem)) {
        setState({})
        throw error
      }
      setState(await afterRefusal(error))
    } finally {
      busy.current = false
    }
  }

  /** A conflict is worth showing only with what the others saved. */
  const afterRefusal = async (problem: ApiProblem): Promise<Progress<Values>> => {
    if (problem.code !== 'revision_conflict' || reload === undefined) return { problem }
    try {
      return { conflict: { theirs: await reload(), yours: values } }
    } catch (error) {
      return { problem: error instanceof ApiProblem ? error : problem }
    }
  }

  const error = (path: string) => {
    const found = state.problem?.errors.find((candidate) => candidate.path === path)
    return found && sentence(found.message)
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setDraft((before) => ({ ...(before ?? base.values), [name]: value }))
    if (state.saved) setState({})
  }
  return {
    values,
    dirty,
    busy: state.busy ?? false,
    saved: state.saved ?? false,
    problem: state.problem,
    conflict: state.conflict,
    set,
    field(name) {
      const wrong = error(name)
      return {
        value: values[name],
        onChange: (value) => set(name, value),
        ...(wrong === undefined ? {} : { error: wrong }),
      }
    },
    error,
    submit: () => write(base),
    reset() {
      setDraft(undefined)
      setState({})
    },
    keepTheirs() {
      if (state.conflict === undefined) return
      setBase(state.conflict.theirs)
      setDraft(undefined)
      setState({})
    },
    async keepYours() {
      if (state.conflict === undefined) return
      setBase(state.conflict.theirs)
      await write(state.conflict.theirs)
    },
  }
}

interface Progress<Values> {
  readonly busy?: boolean
  readonly saved?: boolean
  readonly problem?: ApiProblem
  readonly conflict?: Conflict<Values>
}

/** The API's messages are written to follow the name of a field. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Whether two plain values, made of what JSON can hold, say the same. */
function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
